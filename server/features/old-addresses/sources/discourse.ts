import {
  feedOf,
  memberNamed,
  type OldPlace,
  numberOf,
  postAt,
  thing,
  threadAt,
  threadPage,
} from "../oldPlace.ts";
import type { OldUrl } from "../oldUrl.ts";

/** Reads addresses of Discourse; those of its tags have no id and are recorded one by one. */
export function readDiscourse({ path, query }: OldUrl, postsPerPage: number): OldPlace | null {
  if (path === "/latest" || path === "/top" || path === "/new") return { kind: "home" };
  if (path === "/latest.rss" || path === "/posts.rss") return { kind: "feed", of: "site" };
  const feed = /^\/([tc])\/(?:[^/]+\/)*(\d+)\.rss$/.exec(path);
  if (feed) return feedOf(feed[1] === "t" ? "thread" : "category", feed[2]);
  const topic = /^\/t\/(?:(\d+)|[^/]+\/(\d+))(?:\/(\d+))?$/.exec(path);
  if (topic) {
    const id = topic[1] ?? topic[2];
    return topic[3] ? threadAt(id, numberOf(topic[3])) : threadPage(id, query.get("page"), postsPerPage);
  }
  const post = /^\/p\/(\d+)(?:\/\d+)?$/.exec(path);
  if (post) return postAt(post[1], null);
  const category = /^\/c\/(?:[^/]+\/)*(\d+)$/.exec(path);
  if (category) return thing("category", category[1]);
  return memberNamed(/^\/(?:u|users)\/([^/]{1,100})(?:\/|$)/.exec(path)?.[1]);
}
