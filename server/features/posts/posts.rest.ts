import { EMPTY_PAGE, route, type RestRoutes } from "../../core/rest.ts";
import {
  LegacyNewPost,
  LegacyPostChange,
  LegacyPostList,
  LegacyPostPlace,
  LegacyPostRef,
} from "./legacy/legacy.input.ts";
import {
  findPlaceForLegacy,
  listPostsForLegacy,
  readPostForLegacy,
  replyForLegacy,
  updatePostForLegacy,
} from "./legacy/legacyPosts.ts";
import { LegacyThreadRef } from "../threads/legacy/legacy.input.ts";
import { readOwnShareForLegacy } from "./legacy/legacyShare.ts";

const who = "member";

/** Replies for legacy clients (legacy-facts 3.6). */
export const postsRest: RestRoutes = {
  "GET /api/v3/posts.list": route(LegacyPostList, listPostsForLegacy, {
    whileReviewed: true,
    emptyBeforeJoining: EMPTY_PAGE,
    answer: "page",
    codes: [-3001, -4002, -4004],
  }),
  "POST /api/v3/posts.create": route(LegacyNewPost, replyForLegacy, { who, codes: [-4002, -4004] }),
  "POST /api/v3/posts.update": route(LegacyPostChange, updatePostForLegacy, { who, codes: [-4002, -4004] }),
  "GET /api/v3/check.user.get.redpacket": route(LegacyThreadRef, readOwnShareForLegacy, {
    who,
    codes: [-4002, -4004],
  }),
  "GET /api/v3/posts.postion": route(LegacyPostPlace, findPlaceForLegacy, { codes: [-3001, -4002, -4004] }),
  "GET /api/v3/posts.reply": route(LegacyPostRef, readPostForLegacy, { codes: [-3001, -4002, -4004] }),
  "GET /api/v3/posts.detail": route(LegacyPostRef, readPostForLegacy, { codes: [-3001, -4002, -4004] }),
};
