import { graphql } from "../../gql/gql.ts";
import type { GroupForm_GroupFragment } from "../../gql/graphql.ts";

/** Fields of a group that its form fills in. */
export const GroupForm_group = graphql(`
  fragment GroupForm_group on Group {
    id
    name
    color
    icon
    type
    isDefault
    isDisplay
    isPaid
    fee
    days
    level
    scale
    isSubordinate
    isCommission
    description
    notice
    timeRange
    contentRange
  }
`);

/** A group as its form reads it. */
export type AdminGroup = GroupForm_GroupFragment;

/** Fields of the form: texts and numbers as they are typed, and switches. */
export type GroupValues = ReturnType<typeof groupValues>;

const CENTS = 100;

/** Fills the form in: with a group, or for a new one. */
export function groupValues(group: AdminGroup | null) {
  return {
    name: group?.name ?? "",
    type: group?.type ?? "",
    color: group?.color ?? "",
    icon: group?.icon ?? "",
    description: group?.description ?? "",
    notice: group?.notice ?? "",
    isDisplay: group?.isDisplay ?? false,
    isDefault: group?.isDefault ?? false,
    isPaid: group?.isPaid ?? false,
    fee: group ? String(group.fee / CENTS) : "",
    days: group ? String(group.days) : "",
    level: group && group.level > 0 ? String(group.level) : "",
    scale: group ? String(group.scale) : "0",
    isSubordinate: group?.isSubordinate ?? false,
    isCommission: group?.isCommission ?? false,
    timeRange: group ? String(group.timeRange) : "0",
    contentRange: group ? String(group.contentRange) : "0",
  };
}

/** Turns the form into the input of the server. */
export function groupInput({ fee, days, level, isPaid, isDefault, ...rest }: GroupValues) {
  const paid = isPaid
    ? {
        fee: Math.round(Number(fee) * CENTS),
        days: Math.trunc(Number(days)),
        level: level === "" ? null : Math.trunc(Number(level)),
      }
    : {};
  return {
    ...rest,
    ...paid,
    scale: Number(rest.scale),
    timeRange: Math.trunc(Number(rest.timeRange)),
    contentRange: Math.trunc(Number(rest.contentRange)),
    // There is always one default: it moves by choosing another.
    ...(isDefault ? { isDefault } : {}),
  };
}
