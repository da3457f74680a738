import type { Context } from "../../core/context.ts";
import { load, preload } from "../../core/loaders.ts";
import { marks, rows } from "../../core/sql.ts";
import { MemberStatus, type Viewer } from "../../core/viewer.ts";
import { postById } from "../posts/post.loaders.ts";
import { canSeePost } from "../posts/post.policy.ts";
import { viewerFor, type MemberRow } from "../session/viewer.service.ts";
import { threadById } from "../threads/thread.loaders.ts";
import { canSeeThread } from "../threads/thread.policy.ts";
import { TYPE_OF } from "../notification-templates/kind.view.ts";
import { NoticeReason } from "./notice.entity.ts";
import type { NoticeDraft } from "./notice.view.ts";
import { WatchLevel, WatchTarget } from "./watch.entity.ts";

/** The members of these ids as they would ask now; those who may not use their account are left out. */
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
    if (member.status !== MemberStatus.BANNED)
      viewers.set(member.userId, await viewerFor(reading, { ...member, status: Number(member.status) }));
  }
  return viewers;
}

const pairKey = (a: number, b: number): string => `${a} ${b}`;

/** Pairs of receiver and doer where the receiver blocks the doer. */
async function blockedPairs(ctx: Context, drafts: readonly NoticeDraft[]): Promise<Set<string>> {
  const named = drafts.filter(({ byUserId, isAnonymous }) => byUserId !== null && !isAnonymous);
  if (named.length === 0) return new Set();
  const receivers = [...new Set(named.map(({ userId }) => userId))];
  const doers = [...new Set(named.map(({ byUserId }) => byUserId!))];
  const found = await rows<{ userId: number; blockedUserId: number }>(
    ctx,
    `SELECT b.userId, b.blockedUserId FROM blocks b
     WHERE b.userId IN (${marks(receivers)}) AND b.blockedUserId IN (${marks(doers)})`,
    [...receivers, ...doers],
  );
  return new Set(found.map(({ userId, blockedUserId }) => pairKey(userId, blockedUserId)));
}

/** What the receivers do not want to hear of: `<userId> <target> <id>`. */
async function mutedBy(ctx: Context, userIds: readonly number[]): Promise<Set<string>> {
  const found = await rows<{ userId: number; target: WatchTarget; targetId: number }>(
    ctx,
    `SELECT w.userId, w.target, w.targetId FROM watches w WHERE w.userId IN (${marks(userIds)}) AND w.level = ?`,
    [...userIds, WatchLevel.MUTED],
  );
  return new Set(found.map(({ userId, target, targetId }) => `${userId} ${target} ${targetId}`));
}

/**
 * Leaves those notices that their receivers may get now: nobody hears of their own doing, of what they may not see, from
 * whom they block, or of what they muted. Who wrote without a name is not found out by blocking or muting them.
 */
export async function receivable(ctx: Context, drafts: readonly NoticeDraft[]): Promise<NoticeDraft[]> {
  const others = drafts.filter(({ userId, byUserId }) => userId !== byUserId);
  if (others.length === 0) return [];
  const userIds = [...new Set(others.map(({ userId }) => userId))];
  const viewers = await viewersOf(ctx, userIds);
  const blocked = await blockedPairs(ctx, others);
  const muted = await mutedBy(ctx, userIds);
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
  const left: NoticeDraft[] = [];
  for (const draft of others) {
    const viewer = viewers.get(draft.userId);
    if (!viewer) continue;
    const { byUserId, isAnonymous } = draft;
    if (byUserId !== null && !isAnonymous && blocked.has(pairKey(draft.userId, byUserId))) continue;
    if (!(await isSeen(ctx, viewer, draft))) continue;
    if (await isMuted(ctx, muted, draft)) continue;
    left.push(draft);
  }
  return left;
}

/** Authors hear of what was deleted although they no longer see it. */
async function isSeen(ctx: Context, viewer: Viewer, draft: NoticeDraft): Promise<boolean> {
  if (!draft.threadId) return true;
  const thread = await load(ctx, threadById, draft.threadId);
  if (!thread) return false;
  if (draft.why === NoticeReason.AUTHOR && TYPE_OF[draft.kind] === "system") return true;
  if (!canSeeThread(viewer, thread).allowed) return false;
  if (!draft.postId) return true;
  const post = await load(ctx, postById, draft.postId);
  return post !== null && canSeePost(viewer, thread, post).allowed;
}

async function isMuted(ctx: Context, muted: ReadonlySet<string>, draft: NoticeDraft): Promise<boolean> {
  const type = TYPE_OF[draft.kind];
  if (muted.size === 0 || !(type === "related" || type === "replied" || type === "liked")) return false;
  const { userId, byUserId, isAnonymous, threadId } = draft;
  if (byUserId !== null && !isAnonymous && muted.has(`${userId} ${WatchTarget.MEMBER} ${byUserId}`))
    return true;
  if (!threadId) return false;
  const thread = await load(ctx, threadById, threadId);
  return (
    muted.has(`${userId} ${WatchTarget.THREAD} ${threadId}`) ||
    (thread !== null && muted.has(`${userId} ${WatchTarget.CATEGORY} ${thread.categoryId}`))
  );
}
