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
    isForSale
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
    isForSale: group?.isForSale ?? true,
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

function levelOf(text: string): number | null {
  return text === "" ? null : Math.trunc(Number(text));
}

/** Turns the form into the input of the server. */
export function groupInput({ fee, days, level, isPaid, isForSale, isDefault, ...rest }: GroupValues) {
  const paid = isPaid
    ? {
        fee: Math.round(Number(fee) * CENTS),
        days: Math.trunc(Number(days)),
        isForSale,
        level: levelOf(level),
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

/** A paid group with its rank. */
export interface RankedGroup {
  readonly id: string;
  readonly level: number;
}

/**
 * Gives the changes that make a group what the form says. Another rank of a paid one moves the others, whose ranks the
 * server wants together.
 */
export function groupChanges(id: string, values: GroupValues, paid: readonly RankedGroup[]) {
  const { level: _ranked, ...input } = { level: null, ...groupInput(values) };
  const level = values.isPaid ? levelOf(values.level) : null;
  if (level === null || paid.find((each) => each.id === id)?.level === level) return [{ id, ...input }];
  return ranksWith(paid, id, level).map((each) => (each.id === id ? { ...each, ...input } : each));
}

/** Gives the changes that undo those of `groupChanges`. */
export function formerGroups(id: string, initial: GroupValues, paid: readonly RankedGroup[]) {
  const { level: _ranked, ...input } = { level: null, ...groupInput(initial) };
  if (!initial.isPaid) return [{ id, ...input }];
  return paid.map((each) => (each.id === id ? { ...each, ...input } : each));
}

/** Puts a paid group at a rank among the others. */
function ranksWith(paid: readonly RankedGroup[], id: string, level: number): RankedGroup[] {
  const others = [...paid].filter((each) => each.id !== id).sort((a, b) => a.level - b.level);
  const ids = others.map((each) => each.id);
  ids.splice(Math.max(0, level - 1), 0, id);
  return ids.map((each, index) => ({ id: each, level: index + 1 }));
}
