import { route, type RestRoutes } from "../../core/rest.ts";
import { LegacyNewPost, LegacyPostList } from "./legacy.input.ts";
import { listPostsForLegacy, replyForLegacy } from "./legacyPosts.ts";

/** Replies for legacy clients (legacy-facts 3.6). */
export const postsRest: RestRoutes = {
  "GET /api/v3/posts.list": route(LegacyPostList, listPostsForLegacy),
  "POST /api/v3/posts.create": route(LegacyNewPost, replyForLegacy, { who: "member" }),
};
