import { EMPTY_PAGE, route, type RestRoutes } from "../../core/rest.ts";
import {
  LegacyDeny,
  LegacyFollow,
  LegacyFollowList,
  LegacyUnfollow,
  LegacyUserList,
  LegacyUserPage,
  LegacyUserRef,
} from "./legacy.input.ts";
import {
  listDeniedForLegacy,
  listFollowsForLegacy,
  listUsersForLegacy,
} from "./relations/legacyRelations.ts";
import {
  denyForLegacy,
  followForLegacy,
  readUserForLegacy,
  undenyForLegacy,
  unfollowForLegacy,
} from "./legacyUsers.ts";

const who = "member";
const whileReviewed = true;

/** REST routes of members for legacy clients (legacy-facts 3.3). */
export const usersRest: RestRoutes = {
  "GET /api/v3/user": route(LegacyUserRef, readUserForLegacy, {
    anyStanding: true,
    codes: [-3001, -4002, -4004],
  }),
  "POST /api/v3/follow.create": route(LegacyFollow, followForLegacy, {
    who,
    codes: [-4002, -4003, -7059, -7060, -7061, -7068],
  }),
  "POST /api/v3/follow.delete": route(LegacyUnfollow, unfollowForLegacy, { who, answer: "nothing" }),
  "POST /api/v3/users/deny.create": route(LegacyDeny, denyForLegacy, { who, codes: [-4004, -5001] }),
  "POST /api/v3/users/deny.delete": route(LegacyDeny, undenyForLegacy, {
    who,
    answer: "nothing",
    codes: [-4004],
  }),
  "GET /api/v3/follow.list": route(LegacyFollowList, listFollowsForLegacy, {
    whileReviewed,
    emptyBeforeJoining: EMPTY_PAGE,
    answer: "page",
    codes: [-3001, -4002],
  }),
  "GET /api/v3/users/deny.list": route(LegacyUserPage, listDeniedForLegacy, {
    who,
    whileReviewed,
    answer: "page",
  }),
  "GET /api/v3/users.list": route(LegacyUserList, listUsersForLegacy, {
    whileReviewed,
    beforeJoining: true,
    about: "On a paid site before joining it: the first ten, whatever is asked for.",
    answer: "page",
    codes: [-3001, -4002],
  }),
};
