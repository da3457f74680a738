import type { Context } from "../../../core/context.ts";
import { Thread } from "../thread.entity.ts";

/** A reply that answers its thread. */
interface Solution {
  readonly id: number;
  /** Null while readers do not see it: the mark is gone until it is back. */
  readonly number: number | null;
}

/** Stores which reply of a locked thread is its answer, or that none is, in the caller's transaction. */
export async function storeSolution(
  ctx: Context,
  { id }: Pick<Thread, "id">,
  solution: Solution | null,
): Promise<void> {
  const answer = { solutionId: solution?.id ?? null, solutionNumber: solution?.number ?? null };
  await ctx.db.update(Thread, { id }, answer);
}

/** Forgets the answer of a locked thread that is among replies which leave it, in the caller's transaction. */
export async function dropSolutionAmong(
  ctx: Context,
  thread: Pick<Thread, "id" | "solutionId">,
  postIds: ReadonlySet<number>,
): Promise<void> {
  if (thread.solutionId !== null && postIds.has(thread.solutionId)) await storeSolution(ctx, thread, null);
}
