import type { FORMER_SOFTWARE } from "../format/records.ts";
import { readDiscourse } from "./discourse/read.ts";
import { readDiscuzQ } from "./discuzQ/read.ts";
import { readDiscuzX } from "./discuzX/read.ts";
import { readFlarum } from "./flarum/read.ts";
import { readNodebb } from "./nodebb/read.ts";
import { readPhpbb } from "./phpbb/read.ts";
import type { SourceOptions, SourceReport } from "./source.ts";

/** Reads a forum of another program into a folder of the neutral format. @throws {Error} with one sentence */
export type ReadSource = (options: SourceOptions) => Promise<SourceReport>;

/** Programs from which a community can move in. */
export const READERS: Partial<Readonly<Record<(typeof FORMER_SOFTWARE)[number], ReadSource>>> = {
  "discuz-q": readDiscuzQ,
  "discuz-x": readDiscuzX,
  flarum: readFlarum,
  nodebb: readNodebb,
  phpbb: readPhpbb,
  discourse: readDiscourse,
};
