import type { Context } from "../../core/context.ts";
import { invalid } from "../../core/errors.ts";
import { load, preload } from "../../core/loaders.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "../../core/paging.ts";
import { sqlTime, timeOf } from "../../core/sql.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { allow, mustBeMember } from "../../core/viewer.ts";
import { insertIgnore } from "../../core/write.ts";
import { viewCategory } from "../categories/category.service.ts";
import { threadById } from "../threads/thread.loaders.ts";
import { topicById } from "../topics/topic.loaders.ts";
import { getTopic } from "../topics/topic.list.service.ts";
import { getThread } from "../threads/thread.service.ts";
import { blocks } from "../users/relations/relation.service.ts";
import type { User } from "../users/user.entity.ts";
import { userById } from "../users/user.loaders.ts";
import { getUser, viewUser } from "../users/user.service.ts";
import { Watch, WatchChoice, WatchLevel, WatchTarget } from "./watch.entity.ts";
import { watchKey, watchLevelOf } from "./watch.loaders.ts";
import { readWatches } from "./watch.sql.ts";
import type { Watched } from "./watched.view.ts";
import { canWatchMember } from "./watch.policy.ts";

/** Input of `setWatchLevel`. */
export interface WatchChange {
  readonly target: WatchTarget;
  readonly targetId: number;
  readonly level: WatchLevel;
}

/**
 * Refuses targets that the viewer cannot see. A target that has disappeared since can still be set back to normal by
 * its watchers, and does not exist for everybody else.
 */
async function mustSee(ctx: Context, { target, targetId, level }: WatchChange): Promise<void> {
  if (level === WatchLevel.NORMAL && (await load(ctx, watchLevelOf, watchKey(target, targetId)))) return;
  if (target === WatchTarget.THREAD) await getThread(ctx, targetId);
  else if (target === WatchTarget.CATEGORY) await viewCategory(ctx, targetId);
  else if (target === WatchTarget.TOPIC) await mustWatchTopic(ctx, targetId, level);
  else {
    await viewUser(ctx, targetId);
    const me = ctx.viewer.id;
    const watches = level === WatchLevel.WATCHING;
    const blocksMember = watches && (await blocks(ctx, me, targetId));
    const isBlocked = watches && (await blocks(ctx, targetId, me));
    allow(canWatchMember({ level, isSelf: targetId === me, blocksMember, isBlocked }));
  }
}

/** Topics are followed or not: what names one also has a category and an author, which can be muted. */
async function mustWatchTopic(ctx: Context, topicId: number, level: WatchLevel): Promise<void> {
  if (level === WatchLevel.MUTED) throw invalid("level", "话题不能设为免打扰", "Topics cannot be muted.");
  await getTopic(ctx, topicId);
}

/**
 * Chooses how closely the viewer watches a thread, a category, a member or a topic.
 * @throws {DomainError} NOT_FOUND for what is missing and what the viewer does not see alike; FORBIDDEN without
 *   `thread.viewPosts` or `user.view`; BLOCKED_BY_YOU, BLOCKED_YOU; INVALID_PARAMETER for oneself and for muting a topic.
 */
export const setWatchLevel = verb({
  name: "setWatchLevel",
  who: "member",
  rate: "follow",
  idempotent: true,
  async run(ctx: Context, change: WatchChange): Promise<Watched> {
    await mustSee(ctx, change);
    const { target, targetId, level } = change;
    // The normal level of a thread is stored: its author and those who reply would watch it otherwise.
    const isDefault = level === WatchLevel.NORMAL && target !== WatchTarget.THREAD;
    const key = { userId: ctx.viewer.id, target, targetId };
    await inTransaction(ctx, async (ctx) => {
      if (isDefault) await ctx.db.delete(Watch, key);
      else
        await ctx.db.upsert(Watch, { ...key, level, changedAt: ctx.now }, ["userId", "target", "targetId"]);
    });
    return { target, targetId, level, changedAt: isDefault ? null : ctx.now };
  },
});

/** Lists what the viewer watches or has muted of one kind, changed last first. @throws {DomainError} LOGIN_REQUIRED. */
export async function listWatched(
  ctx: Context,
  target: WatchTarget,
  { first, after }: PageRequest,
): Promise<Connection<Watched>> {
  allow(mustBeMember(ctx.viewer));
  checkFirst(first);
  const list = `watches.${target}`;
  const key = after ? decodeCursor(list, after, ["string", "number"]) : null;
  const watches = await readWatches(ctx, { target, after: key, limit: first + 1 });
  const watched = watches.map(({ targetId, level, changedAt }) => ({
    target,
    targetId: Number(targetId),
    level,
    changedAt: timeOf(changedAt),
  }));
  const cursorOf = ({ changedAt, targetId }: (typeof watched)[number]): string =>
    encodeCursor(list, [sqlTime(changedAt), targetId]);
  return pageOf(watched, first, cursorOf, key !== null);
}

/** Preloads the targets of a list of watches, one statement per kind. */
export async function preloadWatched(ctx: Context, watched: readonly Watched[]): Promise<void> {
  const idsOf = (wanted: WatchTarget): number[] =>
    watched.filter(({ target }) => target === wanted).map(({ targetId }) => targetId);
  await Promise.all([
    preload(ctx, threadById, idsOf(WatchTarget.THREAD)),
    preload(ctx, userById, idsOf(WatchTarget.MEMBER)),
    preload(ctx, topicById, idsOf(WatchTarget.TOPIC)),
    preload(
      ctx,
      watchLevelOf,
      watched.map(({ target, targetId }) => watchKey(target, targetId)),
    ),
  ]);
}

/** True if the viewer watches the threads that they reply to from then on. */
export async function watchesReplied(ctx: Context): Promise<boolean> {
  const choice = await ctx.db.findOneBy(WatchChoice, { userId: ctx.viewer.id });
  return choice?.watchReplied ?? false;
}

/** Sets if threads that the viewer replies to are watched from then on. */
export const setWatchReplied = verb({
  name: "setWatchReplied",
  who: "member",
  rate: "edit",
  idempotent: true,
  async run(ctx: Context, watchReplied: boolean): Promise<User> {
    const choice = { userId: ctx.viewer.id, watchReplied, changedAt: ctx.now };
    await inTransaction(ctx, (ctx) => ctx.db.upsert(WatchChoice, choice, ["userId"]));
    return getUser(ctx, ctx.viewer.id);
  },
});

/** Gives the viewer's level for a target: as chosen; authors watch their own threads unless they choose otherwise. */
export async function viewerLevelOf(ctx: Context, target: WatchTarget, id: number): Promise<WatchLevel> {
  const choice = await load(ctx, watchLevelOf, watchKey(target, id));
  if (choice || target !== WatchTarget.THREAD) return choice ?? WatchLevel.NORMAL;
  const thread = await load(ctx, threadById, id);
  return thread && ctx.viewer.owns(thread) ? WatchLevel.WATCHING : WatchLevel.NORMAL;
}

/** Lets who watches a thread watch another as well, unless they chose a level for it; in the caller's transaction. */
export async function copyThreadWatches(
  ctx: Context,
  fromThreadId: number,
  toThreadId: number,
  authorId: number | null,
): Promise<void> {
  const target = WatchTarget.THREAD;
  const chosen = await ctx.db.findBy(Watch, { target, targetId: fromThreadId });
  const userIds = chosen.filter(({ level }) => level === WatchLevel.WATCHING).map(({ userId }) => userId);
  // Authors watch what they began, without a row.
  if (authorId !== null && !chosen.some(({ userId }) => userId === authorId)) userIds.push(authorId);
  const level = WatchLevel.WATCHING;
  const watches = userIds.map((userId) => ({
    userId,
    target,
    targetId: toThreadId,
    level,
    changedAt: ctx.now,
  }));
  await insertIgnore(ctx, Watch, watches);
}
