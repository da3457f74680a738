/**
 * The permission keys of groups: spec §6, completed by the stored keys of the predecessor.
 * A grant is stored as the plain key (all categories) or as `category<ID>.<key>` (one category).
 */

/** Keys that may be granted for one category as well as for all. */
export const CATEGORY_PERMISSIONS = [
  "viewThreads",
  "createThread",
  "thread.viewPosts",
  "thread.freeViewPosts",
  "thread.reply",
  "thread.essence",
  "thread.edit",
  "thread.hide",
  "thread.hidePosts",
  "thread.editOwnThreadOrPost",
  "thread.hideOwnThreadOrPost",
] as const;

/** Keys that hold for the whole forum. */
export const GLOBAL_PERMISSIONS = [
  "thread.insertImage",
  "thread.insertVideo",
  "thread.insertAudio",
  "thread.insertAttachment",
  "thread.insertGoods",
  "thread.insertPay",
  "thread.insertReward",
  "thread.insertRedPacket",
  "thread.insertPosition",
  "thread.insertVote",
  "thread.allowAnonymous",
  "thread.viewVideo",
  "thread.viewAttachment",
  "thread.downloadAttachment",
  "thread.sticky",
  "thread.poster",
  "thread.favorite",
  "thread.likePosts",
  "report.trusted",
  "user.view",
  "userFollow.create",
  "dialog.create",
  "other.canInviteUserScale",
  "cash.create",
  "order.create",
  "trade.pay.order",
  "wallet.viewList",
  "wallet.logs.viewList",
  "cash.viewList",
] as const;

/** Keys that restrict instead of allowing; they never apply to administrators. */
export const RESTRICTIONS = [
  "createThreadWithCaptcha",
  "publishNeedBindPhone",
  "publishNeedBindWechat",
] as const;

/** Keys of features that this program does not have yet: nothing depends on them, and they are not granted anew. */
const NOT_OFFERED: ReadonlySet<string> = new Set([
  "thread.viewVideo",
  "wallet.viewList",
  "wallet.logs.viewList",
  "cash.viewList",
  "publishNeedBindWechat",
]);

/** Keys that mean something for who is not signed in: visitors read, and do nothing else. */
const FOR_VISITORS: ReadonlySet<string> = new Set([
  "viewThreads",
  "thread.viewPosts",
  "thread.viewAttachment",
  "thread.downloadAttachment",
  "thread.viewVideo",
  "user.view",
]);

/** A permission that may be granted per category. */
export type CategoryPermission = (typeof CATEGORY_PERMISSIONS)[number];
/** A permission to use a plugin. */
export type PluginPermission = `plugin.${string}.canInsert`;
/** Any permission key. */
export type Permission =
  CategoryPermission | (typeof GLOBAL_PERMISSIONS)[number] | (typeof RESTRICTIONS)[number] | PluginPermission;

/** Other spellings that callers use, from the spec and from answers of the predecessor. */
const ALIASES: Readonly<Record<string, Permission>> = {
  "thread.viewThreads": "viewThreads",
  "thread.createThread": "createThread",
  "thread.editOwnThread": "thread.editOwnThreadOrPost",
  "thread.hideOwnThread": "thread.hideOwnThreadOrPost",
};

const PLAIN = new Set<string>([...CATEGORY_PERMISSIONS, ...GLOBAL_PERMISSIONS, ...RESTRICTIONS]);
const SCOPED = /^category([1-9]\d{0,15})\.(.+)$/;

const OF_PLUGIN = /^plugin\.[a-z][a-z0-9-]{0,39}\.canInsert$/;

/** The permission to use a plugin (legacy-facts 5.1, `canInsert`). */
export function pluginPermission(pluginName: string): PluginPermission {
  return `plugin.${pluginName}.canInsert`;
}

/** Every permission key of the program, in the order of the lists above. */
export const ALL_PERMISSIONS = [...PLAIN] as Permission[];

/** Gives the stored spelling of a permission key, or null if there is no such key. */
export function permissionNamed(key: string): Permission | null {
  const name = ALIASES[key] ?? key;
  return PLAIN.has(name) || OF_PLUGIN.test(name) ? (name as Permission) : null;
}

/** Gives the stored spelling of a grant (`key` or `category<ID>.key`), or null if it means nothing. */
export function grantNamed(grant: string): string | null {
  const scoped = SCOPED.exec(grant);
  if (!scoped) return permissionNamed(grant);
  const permission = permissionNamed(scoped[2]!);
  const mayBeScoped = permission && (CATEGORY_PERMISSIONS as readonly string[]).includes(permission);
  return mayBeScoped ? `category${scoped[1]}.${permission}` : null;
}

/** True if the program has what a permission is about, so that granting it has an effect. */
export function isOffered(permission: Permission): boolean {
  return !NOT_OFFERED.has(permission);
}

/** True if a permission may be granted to visitors. */
export function isForVisitors(permission: Permission): boolean {
  return FOR_VISITORS.has(permission);
}

/** The permission of a stored grant, which may hold for one category only. */
export function permissionOf(grant: string): Permission {
  return (SCOPED.exec(grant)?.[2] ?? grant) as Permission;
}

/** Keys that mean something for who has not joined a paid site, of group 6: to pay, and to answer the sign-in fields. */
const BEFORE_JOINING: ReadonlySet<string> = new Set([
  "cash.create",
  "order.create",
  "trade.pay.order",
  "thread.insertImage",
  "thread.insertAttachment",
]);

/** Those of the grants that have an effect before joining: reading is what a paid site sells. */
export function grantsBeforeJoining(grants: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...grants].filter((grant) => BEFORE_JOINING.has(grant)));
}

const readingOf = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>();

/** Those of the visitors' grants that have an effect: what else may be stored from before means nothing. */
export function grantsForVisitors(grants: ReadonlySet<string>): ReadonlySet<string> {
  let reading = readingOf.get(grants);
  if (!reading) {
    reading = new Set([...grants].filter((grant) => isForVisitors(permissionOf(grant))));
    readingOf.set(grants, reading);
  }
  return reading;
}

const sums = new WeakMap<ReadonlySet<string>, WeakMap<ReadonlySet<string>, ReadonlySet<string>>>();

/**
 * Adds up what two groups may: permissions of either, and the restrictions that both have, so that nobody may less for the
 * second one. Equal pairs give one object, by which pages are shared.
 */
export function sumOfGrants(grants: ReadonlySet<string>, more: ReadonlySet<string>): ReadonlySet<string> {
  const ofGrants = sums.get(grants) ?? new WeakMap<ReadonlySet<string>, ReadonlySet<string>>();
  sums.set(grants, ofGrants);
  let sum = ofGrants.get(more);
  if (!sum) {
    const all = [...new Set([...grants, ...more])];
    const isRestriction = (grant: string): boolean => (RESTRICTIONS as readonly string[]).includes(grant);
    sum = new Set(all.filter((grant) => !isRestriction(grant) || (grants.has(grant) && more.has(grant))));
    ofGrants.set(more, sum);
  }
  return sum;
}

/** The grant of a permission for one category only. */
export function inCategory(categoryId: number, permission: CategoryPermission): string {
  return `category${categoryId}.${permission}`;
}
