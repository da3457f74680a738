import { ENGINE } from "../support/forum.ts";
import { DISCOURSE } from "./discourse/community.ts";
import { DISCUZ_Q } from "./discuzQ/community.ts";
import { discuzX } from "./discuzX/community.ts";
import { FLARUM, FLARUM_ON_SERVER } from "./flarum/community.ts";
import { NODEBB } from "./nodebb/community.ts";
import { PHPBB, PHPBB_ON_SERVER } from "./phpbb/community.ts";
import type { Community } from "./reading.ts";

/** Communities of all programs by the names of their sources. */
const ALL = {
  "discuz-q": DISCUZ_Q,
  "discuz-x": discuzX(),
  flarum: ENGINE === "sqlite" ? FLARUM : FLARUM_ON_SERVER,
  phpbb: ENGINE === "sqlite" ? PHPBB : PHPBB_ON_SERVER,
  nodebb: NODEBB,
  discourse: DISCOURSE,
} as const satisfies Readonly<Record<string, Community>>;

/** A name of a source. */
export type SourceName = keyof typeof ALL;

/** Programs whose databases live on a server; SQLite has none. */
export const ON_SERVERS: ReadonlySet<string> = new Set<SourceName>(["discuz-q", "discuz-x"]);

/** Communities that can be made beside the engine under test. */
export const COMMUNITIES = (Object.entries(ALL) as [SourceName, Community][]).filter(
  ([name]) => ENGINE !== "sqlite" || !ON_SERVERS.has(name),
);
