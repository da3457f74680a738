import type { Feature } from "../../core/feature.ts";
import { Group, GroupPermission } from "./group.entity.ts";
import { GroupResolver } from "./group.resolver.ts";
import { GroupDeletion, GroupDeletionItem, GroupDeletionMember } from "./groupDeletion.entity.ts";
import { groupsRest } from "./groups.rest.ts";
import { createPresetGroups } from "./presets.ts";
import { revokeUnmeetableGrants } from "./unmeetableGrants.service.ts";

/** Groups and their permissions. */
export const groups: Feature = {
  name: "groups",
  entities: [Group, GroupPermission, GroupDeletion, GroupDeletionItem, GroupDeletionMember],
  resolvers: [GroupResolver],
  rest: groupsRest,
  settingHooks: [revokeUnmeetableGrants],
  prepare: createPresetGroups,
};
