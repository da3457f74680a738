import { In, LessThan, LessThanOrEqual } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { DomainError, isDatabaseAway, isTransient } from "../../../core/errors.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { actAs } from "../../auth/sessions/acting.service.ts";
import { preloadViewers } from "../../auth/sessions/viewer.service.ts";
import { notificationRaised } from "../../notifications/inbox/notification.events.ts";
import { Post } from "../../posts/post.entity.ts";
import { Thread } from "../../threads/thread.entity.ts";
import { User } from "../../users/user.entity.ts";
import { findNewer, type NewerHits } from "../results/search.service.ts";
import { filterSince } from "./savedFilter.ts";
import { SavedSearch } from "./savedSearch.entity.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Minimum time between two checks of one search, in milliseconds. */
export const CHECK_EVERY_MS = 15 * MINUTE_MS;
/** Members who have not been here for so long have their searches checked once a day. */
export const AWAY_MS = 60 * DAY_MS;
/** Searches that one run checks at most; the rest is for the next. */
const CHECKS_PER_RUN = 100;
/** Time for which new content is checked again, in milliseconds: the index is written a moment later. */
const INDEXING_MS = 2 * MINUTE_MS;
/** Most results that are counted. */
export const COUNTED_MAX = 100;

/**
 * Checks saved searches for new results, each as its member and at most every 15 minutes. Two statements if nothing was
 * published since the last check. Several processes may do so at once: each search is claimed before it is run.
 * @emits notificationRaised
 */
export async function checkSavedSearches(ctx: Context, stopping?: AbortSignal): Promise<void> {
  const newestAt = await readNewestTime(ctx);
  const due = await ctx.db.find(SavedSearch, {
    where: {
      nextCheckAt: LessThanOrEqual(ctx.now),
      checkedAt: LessThan(new Date(newestAt + INDEXING_MS)),
    },
    order: { nextCheckAt: "ASC", id: "ASC" },
    take: CHECKS_PER_RUN,
  });
  if (due.length === 0) return;
  const users = await ctx.db.findBy(User, { id: In([...new Set(due.map(({ userId }) => userId))]) });
  const members = new Map(users.map((user) => [user.id, user]));
  await preloadViewers(
    ctx,
    users.map((user) => ({ ...user, userId: user.id })),
  );
  for (const search of due) {
    if (stopping?.aborted) return;
    try {
      await check(ctx, search, members.get(search.userId)!);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      ctx.services.log.error({ search: search.id, error: String(error) }, "saved search waits");
    }
  }
}

/** Reads when the newest thread or reply was published, in milliseconds; 0 for an empty forum. */
async function readNewestTime(ctx: Context): Promise<number> {
  const newest = { select: { id: true, createdAt: true }, order: { id: "DESC" }, take: 1 } as const;
  const [threads, posts] = [await ctx.db.find(Thread, newest), await ctx.db.find(Post, newest)];
  return Math.max(0, ...[...threads, ...posts].map(({ createdAt }) => createdAt.getTime()));
}

async function check(ctx: Context, search: SavedSearch, member: User): Promise<void> {
  const { id, nextCheckAt } = search;
  const isAway = ctx.now.getTime() - member.lastSeenMinute * MINUTE_MS > AWAY_MS;
  const next = new Date(ctx.now.getTime() + (isAway ? DAY_MS : CHECK_EVERY_MS));
  const claim = await inTransaction(ctx, (ctx) =>
    ctx.db.update(SavedSearch, { id, nextCheckAt }, { nextCheckAt: next }),
  );
  // Another process was quicker.
  if (claim.affected !== 1) return;
  await store(ctx, search, await find(await actAs(ctx, search.userId), search));
}

/** Finds what is new in a search; null if it cannot run any more. @throws what says nothing about the search */
async function find(asMember: Context, search: SavedSearch): Promise<NewerHits | null> {
  const since = new Date(search.seenAt.getTime() + 1);
  const filter = filterSince(search, since, asMember.now);
  try {
    return await findNewer(asMember, search.query, filter, COUNTED_MAX);
  } catch (error) {
    if (!(error instanceof DomainError) || isTransient(error)) throw error;
    return null;
  }
}

/** Stores what a check has found, unless the member has opened the search meanwhile. @emits notificationRaised */
async function store(ctx: Context, search: SavedSearch, hits: NewerHits | null): Promise<void> {
  const { id, userId, seenAt, newestThreadId, newestPostId } = search;
  const { threadIds, postIds } = hits ?? { threadIds: [], postIds: [] };
  const isFresh = (threadIds[0] ?? 0) > (newestThreadId ?? 0) || (postIds[0] ?? 0) > (newestPostId ?? 0);
  const state = {
    checkedAt: ctx.now,
    isBroken: hits === null,
    newThreadCount: threadIds.length,
    newReplyCount: postIds.length,
    newestThreadId: threadIds[0] ?? newestThreadId,
    newestPostId: postIds[0] ?? newestPostId,
  };
  await inTransaction(ctx, async (ctx) => {
    const { affected } = await ctx.db.update(SavedSearch, { id, seenAt }, state);
    const { name, notifies } = (await ctx.db.findOneBy(SavedSearch, { id })) ?? { name: "", notifies: false };
    if (affected !== 1 || !isFresh || !notifies) return;
    const resultCount = Math.min(threadIds.length + postIds.length, COUNTED_MAX);
    const about = { actorId: null, threadId: null, postId: null };
    const data = { savedSearchId: id, searchName: name, resultCount };
    ctx.emit(notificationRaised({ userId, kind: "search.found", ...about, data }));
  });
}
