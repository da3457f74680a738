import { feedOf, memberNamed, type OldPlace, numberOf, threadAt } from "../oldPlace.ts";
import type { OldUrl } from "../oldUrl.ts";

/** Reads addresses of Flarum; those of its tags have no id and are recorded one by one. */
export function readFlarum({ path }: OldUrl): OldPlace | null {
  if (path === "/all") return { kind: "home" };
  if (path === "/tags") return { kind: "categories" };
  const discussion = /^\/d\/(\d+)(?:-[^/]*)?(?:\/(\d+))?$/.exec(path);
  if (discussion) return threadAt(discussion[1], numberOf(discussion[2]));
  const feed = /^\/(?:atom|rss)(?:\/discussions|\/d\/(\d+)(?:-[^/]*)?)?$/.exec(path);
  if (feed) return feedOf("thread", feed[1]);
  return memberNamed(/^\/u\/([^/]{1,100})(?:\/|$)/.exec(path)?.[1]);
}
