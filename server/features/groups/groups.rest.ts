import { route, type RestRoutes } from "../../core/rest.ts";
import {
  LegacyGroupChange,
  LegacyGroupFilter,
  LegacyGroupIds,
  LegacyGroupRef,
  LegacyNewGroup,
  LegacyPermissions,
} from "./group.input.ts";
import {
  createGroupForLegacy,
  deleteGroupsForLegacy,
  listGroupsForLegacy,
  readGroupForLegacy,
  setPermissionsForLegacy,
  updateGroupsForLegacy,
} from "./legacyGroups.ts";

const who = "admin";
const cannotChange = { zh: "您没有修改用户组的权限", en: "You are not allowed to change groups." };

/** REST routes of groups for legacy clients (legacy-facts 2.1, 2.6–2.10). */
export const groupsRest: RestRoutes = {
  "POST /api/permission.v2": route(LegacyPermissions, setPermissionsForLegacy, {
    who,
    answer: "nothing",
    codes: [-4004],
  }),
  "POST /api/groups/batchupdate.v2": route([LegacyGroupChange], updateGroupsForLegacy, {
    needsList: true,
    who,
    refusal: cannotChange,
    answer: "list",
  }),
  "POST /api/groups.create.v2": route(LegacyNewGroup, createGroupForLegacy, { who, codes: [-4003] }),
  "POST /api/groups.batchdelete.v2": route(LegacyGroupIds, deleteGroupsForLegacy, { who, answer: "nothing" }),
  "GET /api/group.resource.v2": route(LegacyGroupRef, readGroupForLegacy, { who, codes: [-4004] }),
  "GET /api/groups.list.v2": route(LegacyGroupFilter, listGroupsForLegacy, { who, answer: "list" }),
};
