import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { CATEGORY_PERMISSIONS, type Permission } from "../../core/permissions.ts";
import { legacyFilter } from "../../core/rest.ts";
import { checkInput } from "../../core/validation.ts";
import { createGroup, deleteGroups, updateGroups } from "./group.admin.service.ts";
import { PresetGroup, SCALE_UNITS, type Group } from "./group.entity.ts";
import {
  type GroupChangeInput,
  GroupInput,
  type LegacyGroupChange,
  type LegacyGroupFilter,
  type LegacyGroupIds,
  type LegacyGroupRef,
  type LegacyNewGroup,
  type LegacyPermissions,
} from "./group.input.ts";
import { grantsOf, groupsById, setGroupPermissions } from "./group.service.ts";

const CENTS = 100;
/** Grants of every group that a legacy client has saved (legacy-facts 2.1). */
const ALWAYS_GRANTED: readonly Permission[] = [
  "thread.favorite",
  "thread.likePosts",
  "userFollow.create",
  "user.view",
  "order.create",
  "trade.pay.order",
  "cash.create",
];
/** Prefix of the predecessor's check boxes, which follow from the grants. */
const SWITCH = "switch.";

/** Gives a group as legacy clients read it. */
function legacyGroup(group: Group): Record<string, unknown> {
  return {
    id: group.id,
    name: group.name,
    type: group.type,
    color: group.color,
    icon: group.icon,
    default: group.isDefault,
    isDisplay: group.isDisplay,
    isPaid: Number(group.isPaid),
    fee: (group.fee / CENTS).toFixed(2),
    level: group.level,
    days: group.days,
    scale: group.scale / SCALE_UNITS,
    isSubordinate: group.isSubordinate,
    isCommission: group.isCommission,
    description: group.description,
    notice: group.notice,
    timeRange: group.timeRange,
    contentRange: group.contentRange,
  };
}

function inputOf({ default: isDefault, fee, ...rest }: LegacyNewGroup): GroupInput {
  const cents = fee === undefined ? undefined : Math.round(fee * CENTS);
  return checkInput(Object.assign(new GroupInput(), rest, { isDefault, fee: cents }));
}

/** Creates a group (legacy-facts 2.7). */
export async function createGroupForLegacy(ctx: Context, input: LegacyNewGroup): Promise<object> {
  return legacyGroup(await createGroup(ctx, inputOf(input)));
}

/** Changes groups (legacy-facts 2.6). */
export async function updateGroupsForLegacy(ctx: Context, changes: LegacyGroupChange[]): Promise<object[]> {
  const inputs = changes.map((change): GroupChangeInput => ({ ...inputOf(change), id: String(change.id) }));
  return (await updateGroups(ctx, inputs)).map(legacyGroup);
}

/** Deletes groups (legacy-facts 2.8). */
export async function deleteGroupsForLegacy(ctx: Context, { ids = "" }: LegacyGroupIds): Promise<[]> {
  const parts = ids.split(",").filter((part) => part.trim() !== "");
  const numbers = parts.map((part) => Number(part.trim()));
  if (!numbers.every((id) => Number.isSafeInteger(id) && id >= 1))
    throw invalid("ids", "参数错误", "ids are numbers separated by commas.");
  await deleteGroups(ctx, numbers);
  return [];
}

/** Gives a group (legacy-facts 2.9). */
export async function readGroupForLegacy(ctx: Context, { id, include }: LegacyGroupRef): Promise<object> {
  if (id === undefined) throw new DomainError("NOT_FOUND", { field: "id" });
  const group = (await groupsById(ctx)).get(id);
  if (!group) throw invalid("id", `ID为${id}记录不存在`, `There is no group ${id}.`);
  if (include !== "permission") return legacyGroup(group);
  const grants = await grantsOf(ctx, id);
  return {
    ...legacyGroup(group),
    permission: permissionRows(id, new Set([...grants, ...switchesOf(grants)])),
  };
}

/** Gives the check boxes of the predecessor: set where a permission is granted for all categories or for one. */
function switchesOf(grants: ReadonlySet<string>): string[] {
  return CATEGORY_PERMISSIONS.filter((permission) =>
    [...grants].some(
      (grant) => grant === permission || /^category\d+\.(.+)$/.exec(grant)?.[1] === permission,
    ),
  ).map((permission) => `${SWITCH}${permission}`);
}

function permissionRows(groupId: number, grants: ReadonlySet<string>): object[] {
  return [...grants].sort().map((permission) => ({ groupId, permission }));
}

/** Lists all groups except that of members who have yet to pay (legacy-facts 2.10). */
export async function listGroupsForLegacy(ctx: Context, input: LegacyGroupFilter): Promise<object[]> {
  const filter = legacyFilter(input.filter);
  const include = [input.include].flat().flatMap((each) => (typeof each === "string" ? each.split(",") : []));
  const isOn = (value: unknown): boolean => value === true || Number(value) > 0;
  const groups = [...(await groupsById(ctx)).values()].filter((group) => {
    if (group.id === PresetGroup.UNPAID) return false;
    if (filter["type"] === "invite" && group.id === PresetGroup.GUEST) return false;
    if (isOn(filter["isDefault"]) && !group.isDefault) return false;
    return filter["isPaid"] === undefined || isOn(filter["isPaid"]) === group.isPaid;
  });
  return Promise.all(
    groups.map(async (group) => {
      const item = { ...legacyGroup(group), checked: 0 };
      if (!include.includes("permission")) return item;
      const everywhere = [...(await grantsOf(ctx, group.id))].filter((grant) => !/^category\d/.test(grant));
      return { ...item, permission: permissionRows(group.id, new Set(everywhere)) };
    }),
  );
}

/** Replaces the grants of a group (legacy-facts 2.1); unknown keys are refused. */
export async function setPermissionsForLegacy(
  ctx: Context,
  { groupId, permissions }: LegacyPermissions,
): Promise<[]> {
  const keys = permissions.filter((each) => each !== "" && each !== null && each !== undefined);
  for (const each of keys) {
    if (typeof each !== "string")
      throw invalid("permissions", "permissions 必须是字符串数组", "permissions is a list of texts.");
  }
  const grants = (keys as string[]).filter((each) => !each.startsWith(SWITCH));
  await setGroupPermissions(ctx, { groupId, permissions: grants, always: ALWAYS_GRANTED });
  return [];
}
