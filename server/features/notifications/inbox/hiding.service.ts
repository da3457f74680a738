import { In, IsNull, MoreThan, Not } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { deliver, type Delivery } from "../../../core/outbox.ts";
import type { EventKind } from "../../../core/events.ts";
import { insertAll, lockWhere } from "../../../core/write.ts";
import { Post } from "../../posts/post.entity.ts";
import { postChanged, postDeleted, postRestored } from "../../posts/post.events.ts";
import { Thread } from "../../threads/thread.entity.ts";
import { threadChanged, threadDeleted, threadRestored } from "../../threads/thread.events.ts";
import { addChange, changeUnread, lockUnread, type CountChanges } from "../../unread/unread.service.ts";
import type { NotificationKind } from "../templates/kind.view.ts";
import { HiddenNotification } from "./hiddenNotification.entity.ts";
import { Notification } from "./notification.entity.ts";
import { partsOf } from "./burst.ts";

/**
 * Hides notifications that lead to a text which disappeared, and shows them when it is back, with the same id and unread as
 * before. They are in another table meanwhile, so that no list and no counter has to look at texts.
 */

/** Maximum notifications read per transaction; on SQLite all other writers wait for it. */
export const HIDING_PER_STEP = 250;
/** Delivery that goes on with the remaining notifications of a text. */
const FOLLOW_CONTENT = "followContent";

/** Kinds that are about a text only. Those of staff and money say what happened, which stays true without the text. */
const KINDS_OF_TEXTS: ReadonlySet<NotificationKind> = new Set([
  "post.replied",
  "post.liked",
  "post.reminded",
  "post.published",
  "question.asked",
  "question.answered",
]);

/** A text that appeared or disappeared, and the progress in its notifications; an outbox payload between two steps. */
interface ContentScan {
  readonly threadId: number;
  /** Null for a thread with all of its replies. */
  readonly postId: number | null;
  /** The last notification that was read, by its reply and id; its reply is null among those about the thread's own text. */
  readonly after: { readonly postId: number | null; readonly id: number };
}

interface ContentChange {
  readonly threadId: number;
  readonly postId?: number;
  readonly wasVisible?: boolean;
  readonly isVisible?: boolean;
}

type Row = Pick<Notification, "id" | "userId" | "kind" | "threadId" | "postId" | "data">;
type Table = typeof Notification | typeof HiddenNotification;

const follow = <P extends ContentChange>(kind: EventKind<P>): Delivery =>
  deliver(`${FOLLOW_CONTENT}.${kind.type}`, kind, startFollowing, {
    concerns: ({ wasVisible, isVisible }) => wasVisible !== isVisible,
    orderKey: ({ threadId, postId = 0 }) => `content ${threadId} ${postId}`,
  });

/** Deliveries that hide and show notifications. */
export const hidingDeliveries: readonly Delivery[] = [
  follow(postChanged),
  follow(postDeleted),
  follow(postRestored),
  follow(threadChanged),
  follow(threadDeleted),
  follow(threadRestored),
  deliver(FOLLOW_CONTENT, null, followContent),
];

function startFollowing(ctx: Context, changes: readonly ContentChange[]): Promise<void> {
  return followContent(
    ctx,
    changes.map(({ threadId, postId = null }) => ({ threadId, postId, after: { postId, id: 0 } })),
  );
}

/** Hides or shows the next notifications of each text, as the text is now; the rest is left to further steps. */
async function followContent(ctx: Context, scans: readonly ContentScan[]): Promise<void> {
  const limit = Math.ceil(HIDING_PER_STEP / scans.length);
  const isSeen = await visibilityOf(
    ctx,
    scans.map(({ threadId, postId }) => [threadId, postId]),
  );
  const hideIds = new Map<number, number>();
  const showIds = new Map<number, number>();
  const remaining: ContentScan[] = [];
  for (const scan of scans) {
    const isShown = isSeen(scan.threadId, scan.postId);
    const rows = await nextRows(ctx, isShown ? HiddenNotification : Notification, scan, limit);
    for (const row of rows) if (concerns(scan, row)) (isShown ? showIds : hideIds).set(row.id, row.userId);
    remaining.push(...scanAfter(scan, rows, limit));
  }
  await lockUnread(ctx, [...hideIds.values(), ...showIds.values()]);
  const changes: CountChanges = new Map();
  await move(ctx, { from: Notification, to: HiddenNotification, ids: [...hideIds.keys()] }, changes);
  await move(ctx, { from: HiddenNotification, to: Notification, ids: [...showIds.keys()] }, changes);
  await changeUnread(ctx, changes);
  await ctx.services.outbox.laterEach(ctx, FOLLOW_CONTENT, remaining);
}

/** Reads notifications of the thread after a place: first those about its own text, by id; then by reply and id. */
function nextRows(ctx: Context, table: Table, scan: ContentScan, limit: number): Promise<Row[]> {
  const { threadId, after } = scan;
  const places =
    after.postId === null
      ? [{ postId: IsNull(), id: MoreThan(after.id) }]
      : [{ postId: after.postId, id: MoreThan(after.id) }, { postId: MoreThan(after.postId) }];
  return ctx.db.find<Notification | HiddenNotification>(table, {
    select: { id: true, userId: true, kind: true, threadId: true, postId: true, data: true },
    where: places.map((place) => ({ threadId, ...place })),
    order: { postId: "ASC", id: "ASC" },
    take: limit,
  });
}

/** True for a notification that the text may decide about: it is about the thread, leads to the reply, or its burst names it. */
function concerns({ postId }: ContentScan, row: Row): boolean {
  if (!KINDS_OF_TEXTS.has(row.kind)) return false;
  return postId === null || partsOf(row).some((part) => part[1] === postId);
}

/** Makes the next step of a scan, if there is one. A burst leads to its newest reply, so older ones are not looked at. */
function scanAfter(scan: ContentScan, rows: readonly Row[], limit: number): ContentScan[] {
  const last = rows.at(-1);
  if (last && rows.length === limit) return [{ ...scan, after: { postId: last.postId, id: last.id } }];
  return scan.after.postId === null ? [{ ...scan, after: { postId: 0, id: 0 } }] : [];
}

/** Moves those notifications that belong into the other table now; the unread counters of their recipients must be locked. */
async function move(
  ctx: Context,
  { from, to, ids }: { readonly from: Table; readonly to: Table; readonly ids: readonly number[] },
  changes: CountChanges,
): Promise<void> {
  if (ids.length === 0) return;
  const rows = await lockWhere<Notification | HiddenNotification>(ctx, from, { id: In([...ids]) });
  const isLeading = await leadingRule(ctx, rows);
  const moving = rows.filter((row) => isLeading(row) === (to === Notification));
  await insertAll<Notification | HiddenNotification>(ctx, to, moving);
  await ctx.db.delete<Notification | HiddenNotification>(from, { id: In(moving.map(({ id }) => id)) });
  const by = to === Notification ? 1 : -1;
  for (const { userId, type, readAt } of moving) if (readAt === null) addChange(changes, userId, type, by);
}

/** Makes a function that tells whether a notification leads to a text that can be seen; one without a text always does. */
export async function leadingRule(
  ctx: Context,
  rows: readonly Pick<Row, "kind" | "threadId" | "postId" | "data">[],
): Promise<(row: Pick<Row, "kind" | "threadId" | "postId" | "data">) => boolean> {
  const ofTexts = rows.filter(({ kind }) => KINDS_OF_TEXTS.has(kind));
  const isSeen = await visibilityOf(
    ctx,
    ofTexts.flatMap((row) => partsOf(row).map(([threadId, postId]) => [threadId, postId] as const)),
  );
  return (row) =>
    !KINDS_OF_TEXTS.has(row.kind) || partsOf(row).some(([threadId, postId]) => isSeen(threadId, postId));
}

/** Reads which of some texts can be seen: a thread, or a reply in the thread where it is now. */
async function visibilityOf(
  ctx: Context,
  texts: readonly (readonly [threadId: number, postId: number | null])[],
): Promise<(threadId: number, postId: number | null) => boolean> {
  const postIds = [...new Set(texts.flatMap(([, postId]) => postId ?? []))];
  // A reply with neither number nor parent has become the text of a thread.
  const seen = { visible: true, id: In(postIds) };
  const posts = await ctx.db.find(Post, {
    select: { id: true, threadId: true },
    where: [
      { ...seen, number: Not(IsNull()) },
      { ...seen, parentId: Not(IsNull()) },
    ],
  });
  const threadOf = new Map(posts.map(({ id, threadId }) => [id, threadId]));
  const threadIds = [...texts.map(([threadId]) => threadId), ...threadOf.values()];
  const threads = await ctx.db.find(Thread, {
    select: { id: true },
    where: { id: In([...new Set(threadIds)]), visible: true },
  });
  const visibleThreadIds = new Set(threads.map(({ id }) => id));
  return (threadId, postId) => visibleThreadIds.has(postId === null ? threadId : (threadOf.get(postId) ?? 0));
}
