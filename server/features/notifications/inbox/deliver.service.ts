import { In } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { NotificationChannel } from "../templates/channel.view.ts";
import { TYPE_OF } from "../templates/kind.view.ts";
import { DeletedNotification } from "./deletedNotification.entity.ts";
import { HIDDEN_ENTRY, Notification } from "./notification.entity.ts";
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
import type { NotificationData, NotificationDraft } from "./notification.view.ts";
import { choicesOf } from "./preferences/preference.service.ts";
import { topicOf, wants } from "./preferences/preference.view.ts";
import { receivable } from "./recipients/eligibility.service.ts";
import { changeUnread, lockUnread, note, type CountChanges } from "../../unread/unread.service.ts";
import { ENTRY_OF } from "../../unread/unread.view.ts";

/** So many of one kind about one thing become one notification … */
export const BURST_MIN = 3;
/** … if they come within this time of each other and have not been read (landscape E33). */
export const BURST_MS = 120 * 60_000;
/** People that one notification names at most; the others are a number. */
const ACTORS_MAX = 3;

/**
 * Writes notifications for those who may get them, with what is unread because of them; bursts become one notification. Everything
 * in a fixed number of statements, whatever the number of notifications.
 */
export async function deliverNotifications(
  ctx: Context,
  drafts: readonly NotificationDraft[],
): Promise<void> {
  const fitting = await toldOf(ctx, await receivable(ctx, drafts));
  if (fitting.length === 0) return;
  const isQuiet = await quietness(ctx, fitting);
  await lockUnread(
    ctx,
    fitting.map(({ userId }) => userId),
  );
  const groups = new Map<string, NotificationDraft[]>();
  const inserted: NewNotification[] = [];
  const grown: (NewNotification & { readonly id: number })[] = [];
  const changes: CountChanges = new Map();
  for (const draft of fitting) {
    if (isQuiet(draft)) insert(ctx, inserted, null, [draft], 1);
    else if (draft.groupKey) {
      const key = keyOf(draft.userId, draft.groupKey);
      const group = groups.get(key);
      if (group) group.push(draft);
      else groups.set(key, [draft]);
    } else insert(ctx, inserted, changes, [draft], 1);
  }
  const known = await unreadOf(ctx, [...groups.values()]);
  const removed: number[] = [];
  const notifications: WrittenNotification[] = [];
  for (const [key, group] of groups) {
    const before = known.get(key) ?? [];
    const times = before.reduce((sum, each) => sum + each.times, 0) + group.length;
    const [first, ...rest] = before;
    if (times < BURST_MIN) for (const draft of group) insert(ctx, inserted, changes, [draft], 1);
    else if (!first) insert(ctx, inserted, changes, group, times);
    else {
      grown.push({ id: first.id, ...notificationOf(ctx, group, times, null, before) });
      notifications.push({
        id: first.id,
        userId: first.userId,
        kind: group[0]!.kind,
        why: group.at(-1)!.why,
      });
      removed.push(...rest.map(({ id }) => id));
      note(changes, group[0]!.userId, TYPE_OF[group[0]!.kind], -rest.length);
    }
  }
  if (removed.length > 0) await ctx.db.delete(Notification, { id: In(removed) });
  notifications.push(...(await insertNotifications(ctx, inserted)));
  await growNotifications(ctx, grown);
  await changeUnread(ctx, changes);
  ctx.emit(notificationsWritten({ notifications }));
}

/** Which notifications their recipients want in their lists, but not among what is unread. */
async function quietness(
  ctx: Context,
  drafts: readonly NotificationDraft[],
): Promise<(draft: NotificationDraft) => boolean> {
  const choices = await choicesOf(ctx, [...new Set(drafts.map(({ userId }) => userId))]);
  return ({ userId, kind, why, isHidden }) => {
    if (isHidden) return true;
    const chosen = choices.get(userId);
    return chosen !== undefined && !wants(chosen, topicOf(kind, why), NotificationChannel.SITE);
  };
}

/**
 * Leaves those kinds that nobody has switched off. Those that are off in the site alone stand in no list there, but are
 * kept for what leaves the site.
 */
async function toldOf(ctx: Context, drafts: readonly NotificationDraft[]): Promise<NotificationDraft[]> {
  const told: NotificationDraft[] = [];
  for (const draft of drafts) {
    const channels = await enabledChannels(ctx, draft.kind);
    if (channels.includes(NotificationChannel.SITE)) told.push(draft);
    else if (channels.length > 0) told.push({ ...draft, isHidden: true });
  }
  return told;
}

const keyOf = (userId: number, groupKey: string): string => `${userId} ${groupKey}`;

async function unreadOf(
  ctx: Context,
  groups: readonly (readonly NotificationDraft[])[],
): Promise<Map<string, UnreadNotification[]>> {
  const known = new Map<string, UnreadNotification[]>();
  if (groups.length === 0) return known;
  const since = new Date(ctx.now.getTime() - BURST_MS);
  const keys = groups.map(([first]) => [first!.userId, first!.groupKey!] as const);
  const found = await unreadSince(ctx, keys, since);
  for (const each of found.sort((a, b) => a.id - b.id)) {
    const key = keyOf(each.userId, each.groupKey);
    const group = known.get(key);
    if (group) group.push(each);
    else known.set(key, [each]);
  }
  return known;
}

/** Whoever did it last stands first; whoever wrote without a name stands nowhere. */
function actorsOf(group: readonly NotificationDraft[], before: readonly UnreadNotification[] = []): number[] {
  const now = group.flatMap(({ byUserId, isAnonymous }) =>
    byUserId === null || isAnonymous ? [] : byUserId,
  );
  const earlier = before.flatMap(({ data }) => (JSON.parse(data) as NotificationData).actorIds ?? []);
  return [...new Set([...now.reverse(), ...earlier])].slice(0, ACTORS_MAX);
}

/** @param changes where to note what is unread; null for a notification that counts as read from the start */
function insert(
  ctx: Context,
  inserted: NewNotification[],
  changes: CountChanges | null,
  group: readonly NotificationDraft[],
  times: number,
): void {
  // Before it happened, which tells it from what somebody has read.
  const readAt = changes ? null : new Date(ctx.now.getTime() - 1);
  inserted.push(notificationOf(ctx, group, times, readAt));
  const { userId, kind } = group.at(-1)!;
  if (changes) note(changes, userId, TYPE_OF[kind], 1);
}

/** One notification of a whole group, without its id; it tells of the last of them and names the last who did it. */
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
  const kept = JSON.stringify(actorIds.length > 0 ? { ...data, actorIds } : (data ?? {}));
  const entry = last.isHidden ? HIDDEN_ENTRY : ENTRY_OF[type];
  const actorId = actorIds[0] ?? null;
  const shown = { userId, type, kind, entry, actorId, threadId, postId, why, groupKey };
  return { ...shown, times, data: kept, readAt, createdAt: ctx.now };
}

type Undone = Pick<NotificationDraft, "userId" | "byUserId" | "groupKey" | "kind">;

/**
 * Takes an unread notification back because what it tells of was undone: a like that is no longer. One that its recipient has
 * deleted, and may bring back, tells the truth then too.
 */
export async function withdrawNotifications(ctx: Context, undone: readonly Undone[]): Promise<void> {
  const others = undone.filter(({ userId, byUserId }) => userId !== byUserId);
  if (others.length === 0) return;
  await lockUnread(
    ctx,
    others.map(({ userId }) => userId),
  );
  const changes: CountChanges = new Map();
  for (const each of others) {
    const kept = await withdrawFrom(ctx, Notification, each);
    if (kept === "nothing") await withdrawFrom(ctx, DeletedNotification, each);
    if (kept === "counted") note(changes, each.userId, TYPE_OF[each.kind], -1);
  }
  await changeUnread(ctx, changes);
}

/** @returns what is gone: a notification that was counted as unread, something else, or nothing */
async function withdrawFrom(
  ctx: Context,
  table: typeof Notification | typeof DeletedNotification,
  { userId, byUserId, groupKey }: Undone,
): Promise<"counted" | "other" | "nothing"> {
  const known = await ctx.db
    .createQueryBuilder<Notification | DeletedNotification>(table, "n")
    .where({ userId, groupKey })
    .andWhere("(n.readAt IS NULL OR n.readAt < n.createdAt)")
    .andWhere("(n.actorId = :byUserId OR n.times > 1)", { byUserId })
    .orderBy("n.id", "DESC")
    .limit(1)
    .getOne();
  if (!known) return "nothing";
  const data = JSON.parse(known.data) as NotificationData;
  // What is no longer named may be of somebody else who was read of before.
  if (!data.actorIds?.includes(byUserId!) && known.times <= ACTORS_MAX) return "nothing";
  if (known.times > 1) {
    const actorIds = (data.actorIds ?? []).filter((id) => id !== byUserId);
    await ctx.db.update<Notification | DeletedNotification>(
      table,
      { id: known.id },
      { times: () => "times - 1", actorId: actorIds[0] ?? null, data: JSON.stringify({ ...data, actorIds }) },
    );
    return "other";
  }
  await ctx.db.delete<Notification | DeletedNotification>(table, { id: known.id });
  // What was to count as read from the start was never counted.
  return known.readAt === null ? "counted" : "other";
}
