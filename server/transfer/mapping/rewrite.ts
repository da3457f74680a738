import { PresetGroup } from "../../features/groups/group.entity.ts";
import type { IdSet } from "../format/idSet.ts";
import type { Kind, RecordOf } from "../format/records.ts";
import type { Plan } from "./plan.ts";

/** Everything that rewriting needs. */
export interface Rewriting {
  readonly plan: Plan;
  /** Members who have bought a group that follows the one that they are in. */
  readonly queued: IdSet;
  /** Counts a record that was left out or changed, by the reason. */
  count(reason: string): void;
}

type Rewriter<K extends Kind> = (
  records: AsyncIterable<RecordOf<K>>,
  rewriting: Rewriting,
) => AsyncIterable<RecordOf<K>>;

const CATEGORY_PAGE = /^\/category\/(\d+)(?=[/?#]|$)/;
/** Pages of a category that other sites name. */
const PAGES = ["", "/atom.xml", "/rss.xml"];
/** Groups that no invitation leads to. */
const UNINVITED: ReadonlySet<number> = new Set([PresetGroup.ADMIN, PresetGroup.BANNED]);

/** Makes a rewriter of records that do not depend on each other; null leaves one out. */
function each<K extends Kind>(
  rewrite: (record: RecordOf<K>, rewriting: Rewriting) => RecordOf<K> | null,
): Rewriter<K> {
  return async function* (records, rewriting) {
    for await (const record of records) {
      const rewritten = rewrite(record, rewriting);
      if (rewritten !== null) yield rewritten;
    }
  };
}

const groupOf = ({ movedGroups }: Plan, id: number): number => movedGroups.get(id) ?? id;
const categoryOf = ({ mergedCategories }: Plan, id: number): number => mergedCategories.get(id) ?? id;

/** Rewriters of the kinds that name groups or categories. */
export const REWRITERS: { readonly [K in Kind]?: Rewriter<K> } = {
  groups: each(({ id }, { plan }) => plan.groups.get(id) ?? null),
  members: each(memberOf),
  invitations: each((record, { plan, count }) => {
    const groupId = record.groupId === null ? null : groupOf(plan, record.groupId);
    if (groupId === record.groupId || groupId === null || !UNINVITED.has(groupId))
      return { ...record, groupId };
    count("invitations that lead to the group of new members, since theirs is for nobody to be invited to");
    return { ...record, groupId: null };
  }),
  orders: each((record, { plan }) => ({
    ...record,
    groupId: record.groupId === null ? null : groupOf(plan, record.groupId),
  })),
  entitlements: each((record, { plan, count }) => {
    if (record.groupId === null) return record;
    const groupId = groupOf(plan, record.groupId);
    if (groupId !== record.groupId && groupId === plan.defaultGroupId) {
      count("times in groups that were bought, and are the group of all members now");
      return null;
    }
    return { ...record, groupId };
  }),
  categories: each((record, { plan }) =>
    plan.mergedCategories.has(record.id)
      ? null
      : { ...record, parentId: record.parentId === null ? null : categoryOf(plan, record.parentId) },
  ),
  threads: each((record, { plan }) => ({ ...record, categoryId: categoryOf(plan, record.categoryId) })),
  drafts: each((record, { plan }) => ({
    ...record,
    categoryId: record.categoryId === null ? null : categoryOf(plan, record.categoryId),
  })),
  watches: rewriteWatches,
  oldAddresses: rewriteAddresses,
};

/**
 * Gives a member their group. A time that ends in the group that follows is no time any more, unless something bought
 * waits for its end.
 */
function memberOf(record: RecordOf<"members">, { plan, queued }: Rewriting): RecordOf<"members"> {
  const groupId = groupOf(plan, record.groupId);
  const returnGroupId = record.returnGroupId === null ? null : groupOf(plan, record.returnGroupId);
  const member = { ...record, groupId, returnGroupId };
  const isMoved = groupId !== record.groupId || returnGroupId !== record.returnGroupId;
  const { groupExpiresAt, returnGroupExpiresAt } = record;
  const follows = returnGroupId ?? plan.defaultGroupId;
  if (!isMoved || groupExpiresAt === null || groupId !== follows || queued.has(record.id)) return member;
  const isForGood =
    returnGroupId === null || returnGroupExpiresAt === null || groupId === plan.defaultGroupId;
  const latest = isForGood || groupExpiresAt > returnGroupExpiresAt ? groupExpiresAt : returnGroupExpiresAt;
  return {
    ...member,
    groupExpiresAt: isForGood ? null : latest,
    returnGroupId: null,
    returnGroupExpiresAt: null,
  };
}

/** Lets watches of merged categories be of the one that takes them in; what a member has chosen for that one holds. */
async function* rewriteWatches(
  records: AsyncIterable<RecordOf<"watches">>,
  { plan, count }: Rewriting,
): AsyncGenerator<RecordOf<"watches">> {
  let own: RecordOf<"watches">[] = [];
  const merged = (): RecordOf<"watches">[] => {
    const isCategory = ({ target }: RecordOf<"watches">): boolean => target === "CATEGORY";
    const categories = new Map(own.filter(isCategory).map((watch) => [watch.targetId, watch]));
    for (const [from, to] of plan.mergedCategories) {
      const watch = categories.get(from);
      if (!watch) continue;
      categories.delete(from);
      if (categories.has(to)) count("choices for a merged category of who has made one for the other");
      else categories.set(to, { ...watch, targetId: to });
    }
    const sorted = [...categories.values()].sort((one, other) => one.targetId - other.targetId);
    // Categories are the first target, as records are sorted.
    return [...sorted, ...own.filter((watch) => !isCategory(watch))];
  };
  for await (const record of records) {
    if (own.length > 0 && own[0]!.memberId !== record.memberId) {
      yield* merged();
      own = [];
    }
    own.push(record);
  }
  yield* merged();
}

/** Lets old addresses of merged categories, and what were their pages here, lead to the one that takes them in. */
async function* rewriteAddresses(
  records: AsyncIterable<RecordOf<"oldAddresses">>,
  { plan }: Rewriting,
): AsyncGenerator<RecordOf<"oldAddresses">> {
  const waiting = [...plan.mergedCategories]
    .flatMap(([from, to]) =>
      PAGES.map((page) => ({ address: `/category/${from}${page}`, target: `/category/${to}${page}` })),
    )
    .sort((one, other) => (one.address < other.address ? -1 : 1));
  for await (const record of records) {
    while (waiting.length > 0 && waiting[0]!.address <= record.address) {
      const address = waiting.shift()!;
      if (address.address !== record.address) yield address;
    }
    const page = CATEGORY_PAGE.exec(record.target);
    const target = page && plan.mergedCategories.get(Number(page[1]));
    yield target
      ? { ...record, target: `/category/${target}${record.target.slice(page[0].length)}` }
      : record;
  }
  yield* waiting;
}
