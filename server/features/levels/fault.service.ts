import type { Context } from "../../core/context.ts";
import { Report } from "../moderation/reports/report.entity.ts";
import type { reportsHandled, reportsReopened } from "../moderation/reports/report.events.ts";
import { Post } from "../posts/post.entity.ts";
import { Thread } from "../threads/thread.entity.ts";
import type { userStatusChanged } from "../users/user.events.ts";
import { UserLevel } from "./level.entity.ts";

type Payload<E extends (payload: never) => unknown> = Parameters<E>[0];
type Target = Pick<Report, "threadId" | "postId" | "userId">;

/** Finds the member whose content was reported, or who was. */
async function ownerOf(ctx: Context, { threadId, postId, userId }: Target): Promise<number | null> {
  if (userId !== null) return userId;
  if (postId !== null) return (await ctx.db.findOneBy(Post, { id: postId }))?.authorId ?? null;
  return (await ctx.db.findOneBy(Thread, { id: threadId! }))?.authorId ?? null;
}

/** Notes the times of upheld reports. */
export async function noteUpheldReports(
  ctx: Context,
  events: readonly Payload<typeof reportsHandled>[],
): Promise<void> {
  for (const event of events) {
    const userId = await ownerOf(ctx, event);
    if (userId === null) continue;
    await ctx.db.upsert(UserLevel, { userId, lastFaultAt: new Date(event.handledAt) }, ["userId"]);
  }
}

/** Forgets the times of upheld reports whose decision was undone. */
export async function forgetReports(
  ctx: Context,
  events: readonly Payload<typeof reportsReopened>[],
): Promise<void> {
  for (const { targetKey, handledAt } of events) {
    const report = await ctx.db.findOneBy(Report, { targetKey });
    const userId = report && (await ownerOf(ctx, report));
    if (!userId) continue;
    const lastFaultAt = new Date(handledAt);
    await ctx.db.update(UserLevel, { userId, lastFaultAt }, { lastFaultAt: null });
  }
}

/** Notes the times of bans. */
export async function noteBans(
  ctx: Context,
  events: readonly Payload<typeof userStatusChanged>[],
): Promise<void> {
  for (const { userId } of events)
    await ctx.db.upsert(UserLevel, { userId, lastFaultAt: ctx.now }, ["userId"]);
}
