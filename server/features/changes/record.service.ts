import { In } from "typeorm";
import type { Context } from "../../core/context.ts";
import { insertAll, lockById } from "../../core/write.ts";
import { Post } from "../posts/post.entity.ts";
import { Thread } from "../threads/thread.entity.ts";
import { Change, ChangeHead, ChangeKind } from "./change.entity.ts";
import { changeRecorded } from "./change.events.ts";
import { readLatest } from "./change.sql.ts";

/** The one row of the head. */
export const CHANGE_HEAD_ID = 1;

/** Threads and replies that are looked at together. */
const SLICE = 200;

/** A thread or reply to which something happened. */
export interface Happening {
  readonly threadId: number;
  readonly postId?: number | null;
  /** True if it could be seen before: tells what becomes of what was written in bulk and never told. */
  readonly wasVisible?: boolean;
  /** Notes it only if it went elsewhere. */
  readonly movesOnly?: boolean;
}

const thingOf = ({ threadId, postId }: Happening): string => (postId ? `p${postId}` : `t${threadId}`);

/** A thread or reply as it is now. */
interface State {
  readonly threadId: number;
  readonly postId: number | null;
  readonly categoryId: number;
  readonly visible: boolean;
  readonly isDeleted: boolean;
}

/**
 * Writes what happened to threads and replies, judged by what they are now and what was written last: a delivery that
 * comes twice or late writes nothing twice. The head is locked until the transaction ends, so numbers are committed in
 * their order, whichever process writes.
 *
 * @emits changeRecorded for each
 */
export async function recordChanges(ctx: Context, happenings: readonly Happening[]): Promise<void> {
  for (const { thing: _thing, at, ...change } of await writeChanges(ctx, happenings))
    ctx.emit(changeRecorded({ ...change, at: at.toISOString() }));
}

/** Writes threads and replies that came in bulk to the feed. Webhooks are not called for what others wrote elsewhere. */
export async function recordBulk(ctx: Context, happenings: readonly Happening[]): Promise<void> {
  for (let start = 0; start < happenings.length; start += SLICE)
    await writeChanges(ctx, happenings.slice(start, start + SLICE));
}

async function writeChanges(ctx: Context, happenings: readonly Happening[]): Promise<Change[]> {
  const byThing = new Map<string, Happening>();
  for (const each of happenings) {
    const wasVisible = each.wasVisible || byThing.get(thingOf(each))?.wasVisible;
    byThing.set(thingOf(each), { ...each, wasVisible: wasVisible === true });
  }
  const things = [...byThing.values()];
  const head = (await lockById(ctx, ChangeHead, CHANGE_HEAD_ID))!;
  const states = await readStates(ctx, things);
  const latest = new Map(
    (await readLatest(ctx, things.map(thingOf))).map((change) => [change.thing, change] as const),
  );
  let id = head.lastId;
  const changes: Change[] = [];
  for (const each of things) {
    const thing = thingOf(each);
    const state = states.get(thing);
    const last = latest.get(thing);
    const kind = state && kindOf(state, last, each.wasVisible === true);
    if (!state || !kind || (each.movesOnly && kind !== ChangeKind.MOVED)) continue;
    const { threadId, postId, categoryId } = state;
    const fromCategoryId = kind === ChangeKind.MOVED ? last!.categoryId : null;
    changes.push({ id: ++id, thing, kind, threadId, postId, categoryId, fromCategoryId, at: ctx.now });
  }
  if (changes.length === 0) return changes;
  await insertAll(ctx, Change, changes);
  await ctx.db.update(ChangeHead, { id: CHANGE_HEAD_ID }, { lastId: id });
  return changes;
}

const GONE: ReadonlySet<ChangeKind> = new Set([ChangeKind.HIDDEN, ChangeKind.DELETED]);

/** Judges the kind of a change, as its readers see it; null if they see none. */
function kindOf(state: State, last: Change | undefined, wasVisible: boolean): ChangeKind | null {
  const wasSeen = last ? !GONE.has(last.kind) : wasVisible;
  if (!state.visible) {
    const kind = state.isDeleted ? ChangeKind.DELETED : ChangeKind.HIDDEN;
    return wasSeen || (last?.kind === ChangeKind.HIDDEN && state.isDeleted) ? kind : null;
  }
  if (last === undefined) return ChangeKind.CREATED;
  if (!wasSeen) return ChangeKind.RESTORED;
  const isMoved = last.categoryId !== state.categoryId || last.threadId !== state.threadId;
  return isMoved ? ChangeKind.MOVED : ChangeKind.EDITED;
}

async function readStates(ctx: Context, things: readonly Happening[]): Promise<Map<string, State>> {
  const postIds = things.flatMap(({ postId }) => postId ?? []);
  const posts = await ctx.db.find(Post, {
    select: { id: true, threadId: true, visible: true, deletedAt: true },
    where: { id: In(postIds) },
  });
  const threadIds = [...things.map(({ threadId }) => threadId), ...posts.map(({ threadId }) => threadId)];
  const threads = await ctx.db.find(Thread, {
    select: { id: true, categoryId: true, visible: true, deletedAt: true, mergedIntoId: true },
    where: { id: In(threadIds) },
  });
  const byId = new Map(threads.map((thread) => [thread.id, thread]));
  const states = new Map<string, State>();
  for (const { id, categoryId, visible, deletedAt, mergedIntoId } of threads) {
    const isDeleted = deletedAt !== null || mergedIntoId !== null;
    states.set(`t${id}`, { threadId: id, postId: null, categoryId, visible, isDeleted });
  }
  for (const { id, threadId, visible, deletedAt } of posts) {
    const { categoryId } = byId.get(threadId)!;
    states.set(`p${id}`, { threadId, postId: id, categoryId, visible, isDeleted: deletedAt !== null });
  }
  return states;
}

/** Notes the replies that went to another thread. */
export async function recordMoves(ctx: Context, moves: readonly { toThreadId: number }[]): Promise<void> {
  for (const threadId of new Set(moves.map(({ toThreadId }) => toThreadId))) {
    const posts = await ctx.db.find(Post, {
      select: { id: true },
      where: { threadId },
      order: { id: "ASC" },
    });
    for (let start = 0; start < posts.length; start += SLICE) {
      const part = posts.slice(start, start + SLICE);
      await recordChanges(
        ctx,
        part.map(({ id: postId }) => ({ threadId, postId, movesOnly: true })),
      );
    }
  }
}
