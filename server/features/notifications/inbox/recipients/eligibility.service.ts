import type { Context } from "../../../../core/context.ts";
import { load, preload } from "../../../../core/loaders.ts";
import { marks, rows } from "../../../../core/sql.ts";
import { MemberStatus, type Viewer } from "../../../../core/viewer.ts";
import { categoryTree } from "../../../categories/category.service.ts";
import { postById } from "../../../posts/post.loaders.ts";
import { canSeePost } from "../../../posts/post.policy.ts";
import { viewerFor, type MemberRow } from "../../../auth/sessions/viewer.service.ts";
import type { Thread } from "../../../threads/thread.entity.ts";
import { threadById } from "../../../threads/thread.loaders.ts";
import { canSeeThread } from "../../../threads/thread.policy.ts";
import { type NotificationType, TYPE_OF } from "../../templates/kind.view.ts";
import { NotificationReason } from "../notification.entity.ts";
import { WatchLevel, WatchTarget } from "../../../watches/watch.entity.ts";
import type { NotificationDraft } from "../notification.view.ts";

/** The members of these ids as they would ask now. */
async function viewersOf(ctx: Context, userIds: readonly number[]): Promise<Map<number, Viewer>> {
  const members = await rows<MemberRow>(
    ctx,
    `SELECT u.id AS userId, u.groupId, u.groupExpiresAt, u.status FROM users u WHERE u.id IN (${marks(userIds)})`,
    userIds,
  );
  // Grants are kept for a moment; inside a transaction they would be read for each.
  const reading: Context = { ...ctx, writing: false, db: ctx.services.database.manager };
  const viewers = new Map<number, Viewer>();
  for (const member of members) {
    viewers.set(member.userId, await viewerFor(reading, { ...member, status: Number(member.status) }));
  }
  return viewers;
}

const pairKey = (a: number, b: number): string => `${a} ${b}`;

/** Pairs of members where the first blocks the second, among recipients and doers. */
async function blockedPairs(ctx: Context, drafts: readonly NotificationDraft[]): Promise<Set<string>> {
  const named = drafts.filter(({ byUserId, isAnonymous }) => byUserId !== null && !isAnonymous);
  if (named.length === 0) return new Set();
  const recipients = [...new Set(named.map(({ userId }) => userId))];
  const doers = [...new Set(named.map(({ byUserId }) => byUserId!))];
  const one = (from: readonly number[], to: readonly number[]): string =>
    `SELECT b.userId, b.blockedUserId FROM blocks b WHERE b.userId IN (${marks(from)}) AND b.blockedUserId IN (${marks(to)})`;
  const found = await rows<{ userId: number; blockedUserId: number }>(
    ctx,
    `${one(recipients, doers)} UNION ALL ${one(doers, recipients)}`,
    [...recipients, ...doers, ...doers, ...recipients],
  );
  return new Set(found.map(({ userId, blockedUserId }) => pairKey(userId, blockedUserId)));
}

/** Whoever did it does not reach who blocks them, nor, as somebody watched, whom they block themselves. */
function isBlocked(
  pairs: ReadonlySet<string>,
  { userId, byUserId, isAnonymous, why }: NotificationDraft,
): boolean {
  if (byUserId === null || isAnonymous) return false;
  if (pairs.has(pairKey(userId, byUserId))) return true;
  return WATCHED.has(why) && pairs.has(pairKey(byUserId, userId));
}

const WATCHED: ReadonlySet<NotificationReason> = new Set([
  NotificationReason.WATCHED_THREAD,
  NotificationReason.WATCHED_CATEGORY,
  NotificationReason.WATCHED_MEMBER,
]);

/** What members may have chosen to hear nothing of; what staff and money have to say is heard all the same. */
const QUIET: ReadonlySet<NotificationType> = new Set(["related", "replied", "liked"]);

/** The levels that recipients have chosen for what these notifications tell of: by `<userId> <target> <id>`. */
async function levelsOf(
  ctx: Context,
  drafts: readonly NotificationDraft[],
  categoriesOf: (draft: NotificationDraft) => readonly number[],
): Promise<ReadonlyMap<string, WatchLevel>> {
  const quiet = drafts.filter(({ kind }) => QUIET.has(TYPE_OF[kind]));
  const idsOf: Readonly<Record<WatchTarget, readonly number[]>> = {
    [WatchTarget.THREAD]: quiet.flatMap(({ threadId }) => threadId ?? []),
    [WatchTarget.CATEGORY]: quiet.flatMap(categoriesOf),
    [WatchTarget.MEMBER]: quiet.flatMap(({ byUserId, isAnonymous }) => (isAnonymous ? [] : (byUserId ?? []))),
  };
  const userIds = [...new Set(quiet.map(({ userId }) => userId))];
  const parts = Object.values(WatchTarget)
    .map((target) => ({ target, ids: [...new Set(idsOf[target])] }))
    .filter(({ ids }) => ids.length > 0);
  if (parts.length === 0) return new Map();
  const found = await rows<{ userId: number; target: WatchTarget; targetId: number; level: WatchLevel }>(
    ctx,
    parts
      .map(
        ({ ids }) => `SELECT w.userId, w.target, w.targetId, w.level FROM watches w
          WHERE w.userId IN (${marks(userIds)}) AND w.target = ? AND w.targetId IN (${marks(ids)})`,
      )
      .join(" UNION ALL "),
    parts.flatMap(({ target, ids }) => [...userIds, target, ...ids]),
  );
  return new Map(
    found.map(({ userId, target, targetId, level }) => [`${userId} ${target} ${targetId}`, level]),
  );
}

/**
 * Leaves those notifications that their recipients may get now: nobody hears of their own doing, of what they may not see, from
 * whom they block, or of what they muted. Who wrote without a name is not found out by blocking or muting them.
 */
export async function receivable(
  ctx: Context,
  drafts: readonly NotificationDraft[],
): Promise<NotificationDraft[]> {
  const others = drafts.filter(({ userId, byUserId }) => userId !== byUserId);
  if (others.length === 0) return [];
  const userIds = [...new Set(others.map(({ userId }) => userId))];
  const viewers = await viewersOf(ctx, userIds);
  const blocked = await blockedPairs(ctx, others);
  await preload(
    ctx,
    threadById,
    others.flatMap(({ threadId }) => threadId ?? []),
  );
  await preload(
    ctx,
    postById,
    others.flatMap(({ postId }) => postId ?? []),
  );
  const categoriesOf = await categoryFinder(ctx);
  const levels = await levelsOf(ctx, others, categoriesOf);
  const left: NotificationDraft[] = [];
  for (const draft of others) {
    const viewer = viewers.get(draft.userId);
    // Who is banned hears what staff has to say, and nothing else.
    if (!viewer || (viewer.status === MemberStatus.BANNED && TYPE_OF[draft.kind] !== "system")) continue;
    if (isBlocked(blocked, draft)) continue;
    if (!(await isSeen(ctx, viewer, draft))) continue;
    if (isMuted(levels, draft, categoriesOf)) continue;
    left.push(draft);
  }
  return left;
}

/** Authors hear of what was deleted although they no longer see it. */
async function isSeen(ctx: Context, viewer: Viewer, draft: NotificationDraft): Promise<boolean> {
  if (!draft.threadId) return true;
  const thread = await load(ctx, threadById, draft.threadId);
  if (!thread) return false;
  if (draft.why === NotificationReason.AUTHOR && TYPE_OF[draft.kind] === "system") return true;
  if (!canSeeThread(viewer, thread).allowed) return false;
  if (!draft.postId) return true;
  const post = await load(ctx, postById, draft.postId);
  return post !== null && canSeePost(viewer, thread, post).allowed;
}

/** Gives the category of a notification's thread and the one above it; the threads have been read. */
async function categoryFinder(ctx: Context): Promise<(draft: NotificationDraft) => readonly number[]> {
  const { byId } = await categoryTree({ ...ctx, writing: false, db: ctx.services.database.manager });
  return ({ threadId }) => {
    const thread = threadId ? (load(ctx, threadById, threadId) as Thread | null) : null;
    if (!thread) return [];
    const parentId = byId.get(thread.categoryId)?.parentId ?? null;
    return parentId === null ? [thread.categoryId] : [thread.categoryId, parentId];
  };
}

/** What is nearer decides: a level for the thread over one for its category, that over one for the category above. */
function isMuted(
  levels: ReadonlyMap<string, WatchLevel>,
  draft: NotificationDraft,
  categoriesOf: (draft: NotificationDraft) => readonly number[],
): boolean {
  if (levels.size === 0 || !QUIET.has(TYPE_OF[draft.kind])) return false;
  const { userId, byUserId, isAnonymous, threadId } = draft;
  const levelFor = (target: WatchTarget, id: number): WatchLevel | undefined =>
    levels.get(`${userId} ${target} ${id}`);
  if (byUserId !== null && !isAnonymous && levelFor(WatchTarget.MEMBER, byUserId) === WatchLevel.MUTED)
    return true;
  const nearest = [
    ...(threadId ? [levelFor(WatchTarget.THREAD, threadId)] : []),
    ...categoriesOf(draft).map((id) => levelFor(WatchTarget.CATEGORY, id)),
  ].find((level) => level !== undefined);
  return nearest === WatchLevel.MUTED;
}
