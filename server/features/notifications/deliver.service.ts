import type { Context, SqlValue } from "../../core/context.ts";
import { marks, row, rows, rowsEach, run } from "../../core/sql.ts";
import { NoticeChannel } from "../notification-templates/channel.view.ts";
import { TYPE_OF } from "../notification-templates/kind.view.ts";
import { noticesWritten } from "./notice.events.ts";
import { enabledChannels } from "../notification-templates/template.service.ts";
import type { NoticeData, NoticeDraft } from "./notice.view.ts";
import { choicesOf } from "./preference.service.ts";
import { topicOf, wants } from "./preference.view.ts";
import { receivable } from "./receiver.service.ts";
import { changeUnread, lockUnread, note, type CountChanges } from "./unread.service.ts";
import { ENTRY_OF } from "./unread.view.ts";

/** So many of one kind about one thing become one notice … */
export const BURST_MIN = 3;
/** … if they come within this time of each other and have not been read (landscape E33). */
export const BURST_MS = 120 * 60_000;
/** People that one notice names at most; the others are a number. */
const ACTORS_MAX = 3;

interface Unread {
  readonly id: number;
  readonly userId: number;
  readonly groupKey: string;
  readonly times: number;
  readonly data: string;
}

const UNREAD = `SELECT n.id, n.userId, n.groupKey, n.times, n.data FROM notifications n
  WHERE n.userId = ? AND n.groupKey = ? AND n.readAt IS NULL AND n.createdAt > ? ORDER BY n.id LIMIT 50`;
const COLUMNS = [
  ...["userId", "type", "kind", "entry", "actorId", "threadId", "postId", "why", "groupKey", "times", "data"],
  ...["readAt", "createdAt"],
];
const ROW = "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?";
const INSERT = `INSERT INTO notifications (${COLUMNS.join(", ")}) VALUES `;
const REPLACE = `INSERT INTO notifications (id, ${COLUMNS.join(", ")}) VALUES `;
/** What a burst changes about a notice that is there already. */
const GROWING = ["actorId", "threadId", "postId", "times", "data", "createdAt"];
const GROW = {
  sqlite: `ON CONFLICT (id) DO UPDATE SET ${GROWING.map((c) => `${c} = excluded.${c}`).join(", ")}`,
  mysql: `ON DUPLICATE KEY UPDATE ${GROWING.map((c) => `${c} = VALUES(${c})`).join(", ")}`,
} as const;
/** The list of notices that are in no list. */
const HIDDEN_ENTRY = 0;
/** Rows that one statement inserts; engines limit the number of values. */
const ROWS_PER_INSERT = 200;

/**
 * Writes notices for those who may get them, with what is unread because of them; bursts become one notice. Everything
 * in a fixed number of statements, whatever the number of notices.
 */
export async function deliverNotices(ctx: Context, drafts: readonly NoticeDraft[]): Promise<void> {
  const fitting = await toldOf(ctx, await receivable(ctx, drafts));
  if (fitting.length === 0) return;
  const isQuiet = await quietness(ctx, fitting);
  await lockUnread(
    ctx,
    fitting.map(({ userId }) => userId),
  );
  const groups = new Map<string, NoticeDraft[]>();
  const inserted: SqlValue[][] = [];
  const grown: SqlValue[][] = [];
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
  const notices: Written[] = [];
  for (const [key, group] of groups) {
    const before = known.get(key) ?? [];
    const times = before.reduce((sum, each) => sum + each.times, 0) + group.length;
    const [first, ...rest] = before;
    if (times < BURST_MIN) for (const draft of group) insert(ctx, inserted, changes, [draft], 1);
    else if (!first) insert(ctx, inserted, changes, group, times);
    else {
      grown.push([first.id, ...valuesOf(ctx, group, times, null, before)]);
      notices.push({ id: first.id, userId: first.userId, kind: group[0]!.kind, why: group.at(-1)!.why });
      removed.push(...rest.map(({ id }) => id));
      note(changes, group[0]!.userId, TYPE_OF[group[0]!.kind], -rest.length);
    }
  }
  if (removed.length > 0)
    await run(ctx, `DELETE FROM notifications WHERE id IN (${marks(removed)})`, removed);
  for (let start = 0; start < inserted.length; start += ROWS_PER_INSERT)
    notices.push(...(await store(ctx, inserted.slice(start, start + ROWS_PER_INSERT))));
  for (let start = 0; start < grown.length; start += ROWS_PER_INSERT) {
    const part = grown.slice(start, start + ROWS_PER_INSERT);
    const all = part.map(() => `(?, ${ROW})`).join(", ");
    await run(ctx, `${REPLACE}${all} ${GROW[ctx.services.database.engine]}`, part.flat());
  }
  await changeUnread(ctx, changes);
  ctx.emit(noticesWritten({ notices }));
}

type Written = Parameters<typeof noticesWritten>[0]["notices"][number];

/** Inserts notices and tells their ids, which no engine gives for several rows. */
async function store(ctx: Context, part: readonly SqlValue[][]): Promise<Written[]> {
  const { insertId } = await run(ctx, INSERT + part.map(() => `(${ROW})`).join(", "), part.flat());
  // SQLite says the last id of a statement, which nobody else interrupts; MySQL the first.
  const first = ctx.services.database.engine === "sqlite" ? insertId - part.length + 1 : insertId;
  const userIds = new Set(part.map(([userId]) => userId as number));
  const found = await rows<Written>(
    ctx,
    "SELECT n.id, n.userId, n.kind, n.why FROM notifications n WHERE n.id >= ? AND n.createdAt = ?",
    [first, ctx.now],
  );
  // Other processes may have written at the same moment, to others; these members' numbers are locked.
  return found.filter(({ userId }) => userIds.has(userId));
}

/** Which notices their receivers want in their lists, but not among what is unread. */
async function quietness(
  ctx: Context,
  drafts: readonly NoticeDraft[],
): Promise<(draft: NoticeDraft) => boolean> {
  const choices = await choicesOf(ctx, [...new Set(drafts.map(({ userId }) => userId))]);
  return ({ userId, kind, why, isHidden }) => {
    if (isHidden) return true;
    const chosen = choices.get(userId);
    return chosen !== undefined && !wants(chosen, topicOf(kind, why), NoticeChannel.SITE);
  };
}

/**
 * Leaves those kinds that nobody has switched off. Those that are off in the site alone stand in no list there, but are
 * kept for what leaves the site.
 */
async function toldOf(ctx: Context, drafts: readonly NoticeDraft[]): Promise<NoticeDraft[]> {
  const told: NoticeDraft[] = [];
  for (const draft of drafts) {
    const channels = await enabledChannels(ctx, draft.kind);
    if (channels.includes(NoticeChannel.SITE)) told.push(draft);
    else if (channels.length > 0) told.push({ ...draft, isHidden: true });
  }
  return told;
}

const keyOf = (userId: number, groupKey: string): string => `${userId} ${groupKey}`;

async function unreadOf(
  ctx: Context,
  groups: readonly (readonly NoticeDraft[])[],
): Promise<Map<string, Unread[]>> {
  const known = new Map<string, Unread[]>();
  if (groups.length === 0) return known;
  const since = new Date(ctx.now.getTime() - BURST_MS);
  const values = groups.map(([first]) => [first!.userId, first!.groupKey!, since]);
  const found = await rowsEach<Unread>(ctx, UNREAD, values);
  for (const each of found.sort((a, b) => a.id - b.id)) {
    const key = keyOf(each.userId, each.groupKey);
    const group = known.get(key);
    if (group) group.push(each);
    else known.set(key, [each]);
  }
  return known;
}

/** Whoever did it last stands first; whoever wrote without a name stands nowhere. */
function actorsOf(group: readonly NoticeDraft[], before: readonly Unread[] = []): number[] {
  const now = group.flatMap(({ byUserId, isAnonymous }) =>
    byUserId === null || isAnonymous ? [] : byUserId,
  );
  const earlier = before.flatMap(({ data }) => (JSON.parse(data) as NoticeData).actorIds ?? []);
  return [...new Set([...now.reverse(), ...earlier])].slice(0, ACTORS_MAX);
}

/** @param changes where to note what is unread; null for a notice that counts as read from the start */
function insert(
  ctx: Context,
  inserted: SqlValue[][],
  changes: CountChanges | null,
  group: readonly NoticeDraft[],
  times: number,
): void {
  // Before it happened, which tells it from what somebody has read.
  const readAt = changes ? null : new Date(ctx.now.getTime() - 1);
  inserted.push(valuesOf(ctx, group, times, readAt));
  const { userId, kind } = group.at(-1)!;
  if (changes) note(changes, userId, TYPE_OF[kind], 1);
}

/** One notice of a whole group, without its id; it tells of the last of them and names the last who did it. */
function valuesOf(
  ctx: Context,
  group: readonly NoticeDraft[],
  times: number,
  readAt: Date | null,
  before: readonly Unread[] = [],
): SqlValue[] {
  const last = group.at(-1)!;
  const { userId, kind, threadId = null, postId = null, why, groupKey = "", data } = last;
  const type = TYPE_OF[kind];
  const actorIds = actorsOf(group, before.toReversed());
  const kept = JSON.stringify(actorIds.length > 0 ? { ...data, actorIds } : (data ?? {}));
  const entry = last.isHidden ? HIDDEN_ENTRY : ENTRY_OF[type];
  return [
    ...[userId, type, kind, entry, actorIds[0] ?? null, threadId, postId, why, groupKey, times, kept],
    ...[readAt, ctx.now],
  ];
}

type Undone = Pick<NoticeDraft, "userId" | "byUserId" | "groupKey" | "kind">;

/**
 * Takes an unread notice back because what it tells of was undone: a like that is no longer. One that its receiver has
 * deleted, and may bring back, tells the truth then too.
 */
export async function withdrawNotices(ctx: Context, undone: readonly Undone[]): Promise<void> {
  const others = undone.filter(({ userId, byUserId }) => userId !== byUserId);
  if (others.length === 0) return;
  await lockUnread(
    ctx,
    others.map(({ userId }) => userId),
  );
  const changes: CountChanges = new Map();
  for (const each of others) {
    const kept = await withdrawFrom(ctx, "notifications", each);
    if (kept === "nothing") await withdrawFrom(ctx, "deleted_notices", each);
    if (kept === "counted") note(changes, each.userId, TYPE_OF[each.kind], -1);
  }
  await changeUnread(ctx, changes);
}

/** @returns what is gone: a notice that was counted as unread, something else, or nothing */
async function withdrawFrom(
  ctx: Context,
  table: "notifications" | "deleted_notices",
  { userId, byUserId, groupKey }: Undone,
): Promise<"counted" | "other" | "nothing"> {
  const known = await row<Unread & { readAt: unknown }>(
    ctx,
    `SELECT n.id, n.userId, n.groupKey, n.times, n.data, n.readAt FROM ${table} n
     WHERE n.userId = ? AND n.groupKey = ? AND (n.readAt IS NULL OR n.readAt < n.createdAt)
       AND (n.actorId = ? OR n.times > 1) ORDER BY n.id DESC LIMIT 1`,
    [userId, groupKey!, byUserId],
  );
  if (!known) return "nothing";
  const data = JSON.parse(known.data) as NoticeData;
  // What is no longer named may be of somebody else who was read of before.
  if (!data.actorIds?.includes(byUserId!) && known.times <= ACTORS_MAX) return "nothing";
  if (known.times > 1) {
    const actorIds = (data.actorIds ?? []).filter((id) => id !== byUserId);
    await run(ctx, `UPDATE ${table} SET times = times - 1, actorId = ?, data = ? WHERE id = ?`, [
      actorIds[0] ?? null,
      JSON.stringify({ ...data, actorIds }),
      known.id,
    ]);
    return "other";
  }
  await run(ctx, `DELETE FROM ${table} WHERE id = ?`, [known.id]);
  // What was to count as read from the start was never counted.
  return known.readAt === null ? "counted" : "other";
}
