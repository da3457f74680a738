import { In } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { NotificationChannel } from "../templates/channel.view.ts";
import { TYPE_OF } from "../templates/kind.view.ts";
import { partsOf, PARTS_MAX } from "./burst.ts";
import { DeletedNotification } from "./deletedNotification.entity.ts";
import { HiddenNotification } from "./hiddenNotification.entity.ts";
import { HIDDEN_ENTRY, Notification } from "./notification.entity.ts";
import type { NotificationCopy } from "./notificationCopy.entity.ts";
import { notificationsWritten } from "./notification.events.ts";
import {
  growNotifications,
  insertNotifications,
  unreadSince,
  type NewNotification,
  type UnreadNotification,
  type WrittenNotification,
} from "./notification.sql.ts";
import { enabledChannels } from "../templates/template.service.ts";
import type { BurstPart, NotificationData, NotificationDraft } from "./notification.view.ts";
import { choicesOf } from "./preferences/preference.service.ts";
import { topicOf, wants } from "./preferences/preference.view.ts";
import { eligibleDrafts } from "./recipients/eligibility.service.ts";
import { changeUnread, lockUnread, addChange, type CountChanges } from "../../unread/unread.service.ts";
import { ENTRY_OF } from "../../unread/unread.view.ts";

/** Minimum number of notifications of one kind and subject that become one notification … */
export const BURST_MIN = 3;
/** … if they come within this time of each other, in milliseconds, and are unread (landscape E33). */
export const BURST_MS = 120 * 60_000;
/** Maximum actors that one notification names; the others are counted. */
const ACTORS_MAX = 3;

/**
 * Stores notifications for the recipients who may get them, and counts them as unread; bursts become one notification. A
 * fixed number of statements, whatever the number of drafts.
 * @emits notificationsWritten
 */
export async function deliverNotifications(
  ctx: Context,
  drafts: readonly NotificationDraft[],
): Promise<void> {
  const deliverable = await withEnabledKinds(ctx, await eligibleDrafts(ctx, drafts));
  if (deliverable.length === 0) return;
  const isQuiet = await readOnArrivalRule(ctx, deliverable);
  await lockUnread(
    ctx,
    deliverable.map(({ userId }) => userId),
  );
  const groups = new Map<string, NotificationDraft[]>();
  const insertions: NewNotification[] = [];
  const growths: (NewNotification & { readonly id: number })[] = [];
  const changes: CountChanges = new Map();
  for (const draft of deliverable) {
    if (isQuiet(draft)) insert(ctx, insertions, null, [draft], 1);
    else if (draft.groupKey) {
      const key = keyOf(draft.userId, draft.groupKey);
      const group = groups.get(key);
      if (group) group.push(draft);
      else groups.set(key, [draft]);
    } else insert(ctx, insertions, changes, [draft], 1);
  }
  const unread = await unreadOf(ctx, [...groups.values()]);
  const mergedIds: number[] = [];
  const notifications: WrittenNotification[] = [];
  for (const [key, group] of groups) {
    const before = unread.get(key) ?? [];
    const times = before.reduce((sum, each) => sum + each.times, 0) + group.length;
    const [first, ...rest] = before;
    if (group[0]!.kind === LASTING) replace(ctx, { group, first, insertions, growths, changes });
    else if (times < BURST_MIN) for (const draft of group) insert(ctx, insertions, changes, [draft], 1);
    else if (!first) insert(ctx, insertions, changes, group, times);
    else {
      growths.push({ id: first.id, ...notificationOf(ctx, group, times, null, before) });
      notifications.push({
        id: first.id,
        userId: first.userId,
        kind: group[0]!.kind,
        why: group.at(-1)!.why,
      });
      mergedIds.push(...rest.map(({ id }) => id));
      addChange(changes, group[0]!.userId, TYPE_OF[group[0]!.kind], -rest.length);
    }
  }
  if (mergedIds.length > 0) await ctx.db.delete(Notification, { id: In(mergedIds) });
  notifications.push(...(await insertNotifications(ctx, insertions)));
  await growNotifications(ctx, growths);
  await changeUnread(ctx, changes);
  ctx.emit(notificationsWritten({ notifications }));
}

/** The kind whose notification is one while it is unread, however old it is: the last draft says how much there is in all. */
const LASTING = "search.found";

interface Replacement {
  readonly group: readonly NotificationDraft[];
  /** The unread notification of the same subject, if any. */
  readonly first: UnreadNotification | undefined;
  readonly insertions: NewNotification[];
  readonly growths: (NewNotification & { readonly id: number })[];
  readonly changes: CountChanges;
}

/** Rewrites the unread notification of a subject, which is not sent to other channels again, or makes the first. */
function replace(ctx: Context, { group, first, insertions, growths, changes }: Replacement): void {
  if (first) growths.push({ id: first.id, ...notificationOf(ctx, group, 1, null) });
  else insert(ctx, insertions, changes, group, 1);
}

/** Makes a function that tells whether a recipient wants a notification in the list but not counted as unread. */
async function readOnArrivalRule(
  ctx: Context,
  drafts: readonly NotificationDraft[],
): Promise<(draft: NotificationDraft) => boolean> {
  const choices = await choicesOf(ctx, [...new Set(drafts.map(({ userId }) => userId))]);
  return ({ userId, kind, why, isHidden }) => {
    if (isHidden) return true;
    const choicesOfUser = choices.get(userId);
    return choicesOfUser !== undefined && !wants(choicesOfUser, topicOf(kind, why), NotificationChannel.SITE);
  };
}

/**
 * Filters out disabled kinds. Those that are disabled in the site alone are marked as hidden there, but stored for the other
 * channels.
 */
async function withEnabledKinds(
  ctx: Context,
  drafts: readonly NotificationDraft[],
): Promise<NotificationDraft[]> {
  const enabled: NotificationDraft[] = [];
  for (const draft of drafts) {
    const channels = await enabledChannels(ctx, draft.kind);
    if (channels.includes(NotificationChannel.SITE)) enabled.push(draft);
    else if (channels.length > 0) enabled.push({ ...draft, isHidden: true });
  }
  return enabled;
}

const keyOf = (userId: number, groupKey: string): string => `${userId} ${groupKey}`;

async function unreadOf(
  ctx: Context,
  groups: readonly (readonly NotificationDraft[])[],
): Promise<Map<string, UnreadNotification[]>> {
  const unread = new Map<string, UnreadNotification[]>();
  if (groups.length === 0) return unread;
  const since = new Date(ctx.now.getTime() - BURST_MS);
  const keys = groups.map(
    ([first]) => [first!.userId, first!.groupKey!, first!.kind === LASTING ? new Date(0) : since] as const,
  );
  const notifications = await unreadSince(ctx, keys);
  for (const each of notifications.sort((a, b) => a.id - b.id)) {
    const key = keyOf(each.userId, each.groupKey);
    const group = unread.get(key);
    if (group) group.push(each);
    else unread.set(key, [each]);
  }
  return unread;
}

/** Gives the actors of a burst, the last first; anonymous ones are left out. */
function actorsOf(group: readonly NotificationDraft[], before: readonly UnreadNotification[] = []): number[] {
  const now = group.flatMap(({ byUserId, isAnonymous }) =>
    byUserId === null || isAnonymous ? [] : byUserId,
  );
  const earlier = before.flatMap(({ data }) => (JSON.parse(data) as NotificationData).actorIds ?? []);
  return [...new Set([...now.reverse(), ...earlier])].slice(0, ACTORS_MAX);
}

/** Lists the texts of a burst, the last one last. Likes are all of one text. */
function burstOf(
  group: readonly NotificationDraft[],
  before: readonly UnreadNotification[],
): readonly BurstPart[] {
  if (group[0]!.kind === "post.liked") return [];
  const earlier = before.flatMap((notification): readonly BurstPart[] => {
    const { actorIds = [], parts } = JSON.parse(notification.data) as NotificationData;
    return (
      parts ?? partsOf(notification).map(([threadId, postId]) => [threadId, postId, actorIds[0] ?? null])
    );
  });
  const now = group.flatMap(({ threadId, postId = null, byUserId, isAnonymous }): BurstPart[] =>
    threadId ? [[threadId, postId, isAnonymous ? null : byUserId]] : [],
  );
  return [...earlier, ...now].slice(-PARTS_MAX);
}

/** @param changes collects what is unread; null for a notification that counts as read from the start */
function insert(
  ctx: Context,
  insertions: NewNotification[],
  changes: CountChanges | null,
  group: readonly NotificationDraft[],
  times: number,
): void {
  // Before it was created, which distinguishes it from one that was read later.
  const readAt = changes ? null : new Date(ctx.now.getTime() - 1);
  insertions.push(notificationOf(ctx, group, times, readAt));
  const { userId, kind } = group.at(-1)!;
  if (changes) addChange(changes, userId, TYPE_OF[kind], 1);
}

/** Merges the drafts of a burst into one notification, without its id; it refers to the last of them. */
function notificationOf(
  ctx: Context,
  group: readonly NotificationDraft[],
  times: number,
  readAt: Date | null,
  before: readonly UnreadNotification[] = [],
): NewNotification {
  const last = group.at(-1)!;
  const { userId, kind, threadId = null, postId = null, why, groupKey = "", data } = last;
  const type = TYPE_OF[kind];
  const actorIds = actorsOf(group, before.toReversed());
  const parts = burstOf(group, before);
  const json = JSON.stringify({
    ...data,
    ...(actorIds.length > 0 && { actorIds }),
    ...(parts.length > 1 && { parts }),
  });
  const entry = last.isHidden ? HIDDEN_ENTRY : ENTRY_OF[type];
  const actorId = actorIds[0] ?? null;
  const subject = { userId, type, kind, entry, actorId, threadId, postId, why, groupKey };
  return { ...subject, times, data: json, readAt, createdAt: ctx.now };
}

type Table = typeof Notification | typeof DeletedNotification | typeof HiddenNotification;
type Withdrawal = Pick<NotificationDraft, "userId" | "byUserId" | "groupKey" | "kind">;

/**
 * Withdraws unread notifications of something that was undone: a like. A deleted or hidden one is corrected, too, since it
 * may come back.
 */
export async function withdrawNotifications(ctx: Context, withdrawals: readonly Withdrawal[]): Promise<void> {
  const others = withdrawals.filter(({ userId, byUserId }) => userId !== byUserId);
  if (others.length === 0) return;
  await lockUnread(
    ctx,
    others.map(({ userId }) => userId),
  );
  const changes: CountChanges = new Map();
  for (const each of others) {
    const result = await withdrawFrom(ctx, Notification, each);
    if (result === "nothing") await withdrawFrom(ctx, DeletedNotification, each);
    if (result === "nothing") await withdrawFrom(ctx, HiddenNotification, each);
    if (result === "counted") addChange(changes, each.userId, TYPE_OF[each.kind], -1);
  }
  await changeUnread(ctx, changes);
}

/** @returns what was withdrawn: a notification that was counted as unread, something else, or nothing */
async function withdrawFrom(
  ctx: Context,
  table: Table,
  { userId, byUserId, groupKey }: Withdrawal,
): Promise<"counted" | "other" | "nothing"> {
  const existing = await ctx.db
    .createQueryBuilder<Notification | NotificationCopy>(table, "n")
    .where({ userId, groupKey })
    .andWhere("(n.readAt IS NULL OR n.readAt < n.createdAt)")
    .andWhere("(n.actorId = :byUserId OR n.times > 1)", { byUserId })
    .orderBy("n.id", "DESC")
    .limit(1)
    .getOne();
  if (!existing) return "nothing";
  const data = JSON.parse(existing.data) as NotificationData;
  // An actor who is no longer named may belong to an earlier notification that was read.
  if (!data.actorIds?.includes(byUserId!) && existing.times <= ACTORS_MAX) return "nothing";
  if (existing.times > 1) {
    const actorIds = (data.actorIds ?? []).filter((id) => id !== byUserId);
    await ctx.db.update<Notification | NotificationCopy>(
      table,
      { id: existing.id },
      { times: () => "times - 1", actorId: actorIds[0] ?? null, data: JSON.stringify({ ...data, actorIds }) },
    );
    return "other";
  }
  await ctx.db.delete<Notification | NotificationCopy>(table, { id: existing.id });
  // A notification that counted as read from the start was never counted.
  return existing.readAt === null ? "counted" : "other";
}
