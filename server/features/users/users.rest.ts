import { route, type RestRoutes } from "../../core/rest.ts";
import { LegacyDeny, LegacyFollow, LegacyUnfollow, LegacyUserRef } from "./legacy.input.ts";
import {
  denyForLegacy,
  followForLegacy,
  readUserForLegacy,
  undenyForLegacy,
  unfollowForLegacy,
} from "./legacyUsers.ts";

const who = "member";

/** Members for legacy clients (legacy-facts 3.3). */
export const usersRest: RestRoutes = {
  "GET /api/v3/user": route(LegacyUserRef, readUserForLegacy, { anyStanding: true }),
  "POST /api/v3/follow.create": route(LegacyFollow, followForLegacy, { who }),
  "POST /api/v3/follow.delete": route(LegacyUnfollow, unfollowForLegacy, { who }),
  "POST /api/v3/users/deny.create": route(LegacyDeny, denyForLegacy, { who }),
  "POST /api/v3/users/deny.delete": route(LegacyDeny, undenyForLegacy, { who }),
};
