import { feedOf, memberNamed, type OldPlace, numberOf, postAt, thing, threadAt } from "../oldPlace.ts";
import type { OldUrl } from "../oldUrl.ts";

/** Reads addresses of NodeBB. */
export function readNodebb({ path }: OldUrl): OldPlace | null {
  if (path === "/recent.rss") return { kind: "feed", of: "site" };
  if (path === "/recent" || path === "/popular" || path === "/unread") return { kind: "home" };
  const feed = /^\/(topic|category)\/(\d+)\.rss$/.exec(path);
  if (feed) return feedOf(feed[1] === "topic" ? "thread" : "category", feed[2]);
  const topic = /^\/topic\/(\d+)(?:\/[^/]*)?(?:\/(\d+))?$/.exec(path);
  if (topic) return threadAt(topic[1], numberOf(topic[2]));
  const post = /^\/post\/(\d+)$/.exec(path);
  if (post) return postAt(post[1], null);
  const other = /^\/(category|uid)\/(\d+)(?:\/|$)/.exec(path);
  if (other) return thing(other[1] === "uid" ? "member" : "category", other[2]);
  return memberNamed(/^\/user\/([^/]{1,100})(?:\/|$)/.exec(path)?.[1]);
}
