import type { Context } from "../../../../core/context.ts";
import { load, preload } from "../../../../core/loaders.ts";
import { UserStatus, type Viewer } from "../../../../core/viewer.ts";
import { categoryTree } from "../../../categories/category.service.ts";
import { postById } from "../../../posts/post.loaders.ts";
import { canSeePost } from "../../../posts/post.policy.ts";
import { preloadViewers, viewerFor } from "../../../auth/sessions/viewer.service.ts";
import type { Thread } from "../../../threads/thread.entity.ts";
import { threadById } from "../../../threads/thread.loaders.ts";
import { canSeeThread } from "../../../threads/thread.policy.ts";
import { type NotificationType, TYPE_OF } from "../../templates/kind.view.ts";
import { NotificationReason } from "../notification.entity.ts";
import { WatchLevel, WatchTarget } from "../../../watches/watch.entity.ts";
import type { NotificationDraft } from "../notification.view.ts";
import { selectBlocks, selectLevels, selectViewers } from "./recipient.sql.ts";

/** Makes viewers of members, with the permissions that they have now. */
async function viewersOf(ctx: Context, userIds: readonly number[]): Promise<Map<number, Viewer>> {
  const members = await selectViewers(ctx, userIds);
  // Grants are cached; inside a transaction they would be read for each member.
  const reading: Context = { ...ctx, writing: false, db: ctx.services.database.manager };
  const viewers = new Map<number, Viewer>();
  await preloadViewers(reading, members);
  for (const member of members) {
    viewers.set(member.userId, await viewerFor(reading, { ...member, status: Number(member.status) }));
  }
  return viewers;
}

const pairKey = (a: number, b: number): string => `${a} ${b}`;

/** Finds the pairs of recipients and actors where the first member blocks the second. */
async function blockedPairs(ctx: Context, drafts: readonly NotificationDraft[]): Promise<Set<string>> {
  const withActor = drafts.filter(({ byUserId, isAnonymous }) => byUserId !== null && !isAnonymous);
  if (withActor.length === 0) return new Set();
  const recipientIds = [...new Set(withActor.map(({ userId }) => userId))];
  const actorIds = [...new Set(withActor.map(({ byUserId }) => byUserId!))];
  const blocks = await selectBlocks(ctx, recipientIds, actorIds);
  return new Set(blocks.map(({ userId, blockedUserId }) => pairKey(userId, blockedUserId)));
}

/** True if the recipient blocks the actor or, for watch notifications, the actor blocks the recipient. */
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
  NotificationReason.WATCHED_TOPIC,
]);

/** Types that members may mute; those of staff and money always arrive. */
const MUTABLE: ReadonlySet<NotificationType> = new Set(["related", "replied", "liked"]);

/** Reads the levels that recipients have chosen for the subjects of drafts, by `<userId> <target> <id>`. */
async function levelsOf(
  ctx: Context,
  drafts: readonly NotificationDraft[],
  categoriesOf: (draft: NotificationDraft) => readonly number[],
): Promise<ReadonlyMap<string, WatchLevel>> {
  const mutable = drafts.filter(({ kind }) => MUTABLE.has(TYPE_OF[kind]));
  const userIds = [...new Set(mutable.map(({ userId }) => userId))];
  const levels = await selectLevels(ctx, userIds, {
    [WatchTarget.THREAD]: mutable.flatMap(({ threadId }) => threadId ?? []),
    [WatchTarget.CATEGORY]: mutable.flatMap(categoriesOf),
    // Topics cannot be muted.
    [WatchTarget.TOPIC]: [],
    [WatchTarget.MEMBER]: mutable.flatMap(({ byUserId, isAnonymous }) =>
      isAnonymous ? [] : (byUserId ?? []),
    ),
  });
  return new Map(
    levels.map(({ userId, target, targetId, level }) => [`${userId} ${target} ${targetId}`, level]),
  );
}

/**
 * Filters out notifications whose recipient may not get them: their own actions, content they cannot see, people they
 * blocked, things they muted. Blocking or muting reveals nothing about anonymous actors, whose drafts it does not filter.
 */
export async function eligibleDrafts(
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
  const eligible: NotificationDraft[] = [];
  for (const draft of others) {
    const viewer = viewers.get(draft.userId);
    // Banned members get notifications of staff decisions only.
    if (!viewer || (viewer.status === UserStatus.BANNED && TYPE_OF[draft.kind] !== "system")) continue;
    if (isBlocked(blocked, draft)) continue;
    if (!(await canSeeContent(ctx, viewer, draft))) continue;
    if (isMuted(levels, draft, categoriesOf)) continue;
    eligible.push(draft);
  }
  return eligible;
}

/**
 * True if the viewer may see the content of a draft; authors are notified of a deletion although they no longer see it, and
 * so are reporters of the outcome.
 */
async function canSeeContent(ctx: Context, viewer: Viewer, draft: NotificationDraft): Promise<boolean> {
  if (!draft.threadId || draft.why === NotificationReason.REPORTED) return true;
  const thread = await load(ctx, threadById, draft.threadId);
  if (!thread) return false;
  if (draft.why === NotificationReason.AUTHOR && TYPE_OF[draft.kind] === "system") return true;
  if (!canSeeThread(viewer, thread).allowed) return false;
  if (!draft.postId) return true;
  const post = await load(ctx, postById, draft.postId);
  return post !== null && canSeePost(viewer, thread, post).allowed;
}

/** Makes a function from a draft to its thread's category and that one's parent; the threads must be preloaded. */
async function categoryFinder(ctx: Context): Promise<(draft: NotificationDraft) => readonly number[]> {
  const { byId } = await categoryTree({ ...ctx, writing: false, db: ctx.services.database.manager });
  return ({ threadId }) => {
    const thread = threadId ? (load(ctx, threadById, threadId) as Thread | null) : null;
    if (!thread) return [];
    const parentId = byId.get(thread.categoryId)?.parentId ?? null;
    return parentId === null ? [thread.categoryId] : [thread.categoryId, parentId];
  };
}

/** True if the recipient muted the actor, or the nearest of thread, category and parent category that has a level. */
function isMuted(
  levels: ReadonlyMap<string, WatchLevel>,
  draft: NotificationDraft,
  categoriesOf: (draft: NotificationDraft) => readonly number[],
): boolean {
  if (levels.size === 0 || !MUTABLE.has(TYPE_OF[draft.kind])) return false;
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
