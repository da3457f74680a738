import { MoreThan } from "typeorm";
import type { Context } from "../../../../core/context.ts";
import { inTransaction } from "../../../../core/transaction.ts";
import type { NotificationChannel } from "../../templates/channel.view.ts";
import { ChannelAddress } from "./address.entity.ts";
import { countFailure, selectReachable } from "./address.sql.ts";

/** Consecutive refusals that suppress an address until its owner proves it again. */
export const FAILURES_MAX = 3;

/** Finds the members who have a proven address that is not suppressed. */
export async function reachableByAddress(
  ctx: Context,
  channel: NotificationChannel,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (userIds.length === 0) return new Set();
  return new Set(await selectReachable(ctx, channel, userIds));
}

/** Records that a provider accepted a message, or refused it for good; consecutive refusals suppress the address. */
export async function recordAcceptance(
  ctx: Context,
  userId: number,
  channel: NotificationChannel,
  isAccepted: boolean,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if (isAccepted)
      await ctx.db.update(ChannelAddress, { userId, channel, failures: MoreThan(0) }, { failures: 0 });
    else await countFailure(ctx, userId, channel, FAILURES_MAX);
  });
}
