import { type OldPlace, thing, threadAt } from "../oldPlace.ts";
import type { OldUrl } from "../oldUrl.ts";

/** Reads addresses of Discuz! Q 1 to 3; those that are ours as well have a page. */
export function readDiscuzQ({ path, query }: OldUrl): OldPlace | null {
  switch (path) {
    case "/pages/home/index":
      return { kind: "home" };
    case "/thread/index":
    case "/topic/index":
    case "/pages/topic/index":
      return threadAt(query.get("id"));
    case "/pages/profile/index":
      return thing("member", query.get("userId"));
    default:
      return thing("topic", /^\/topic\/topic-detail\/(\d+)$/.exec(path)?.[1]);
  }
}
