import { MoreThan } from "typeorm";
import type { Context } from "../../../../core/context.ts";
import { marks, rows } from "../../../../core/sql.ts";
import { inTransaction } from "../../../../core/transaction.ts";
import type { NotificationChannel } from "../../templates/channel.view.ts";
import { ChannelAddress } from "./address.entity.ts";
import { countFailure } from "./address.sql.ts";

/** Refusals in a row after which nothing is sent to an address any more, until its owner proves it again. */
export const FAILURES_MAX = 3;

/** Which of these members have a proven address that takes letters; one statement. */
export async function reachableByAddress(
  ctx: Context,
  channel: NotificationChannel,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (userIds.length === 0) return new Set();
  const found = await rows<{ userId: number }>(
    ctx,
    `SELECT a.userId FROM channel_addresses a WHERE a.userId IN (${marks(userIds)}) AND a.channel = ?
       AND a.verifiedAt IS NOT NULL AND a.suppressedAt IS NULL`,
    [...userIds, channel],
  );
  return new Set(found.map(({ userId }) => userId));
}

/** Notes that the receiving side took a letter, or refused it for good; after some refusals the address is left alone. */
export async function noteTaken(
  ctx: Context,
  userId: number,
  channel: NotificationChannel,
  isTaken: boolean,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if (isTaken)
      await ctx.db.update(ChannelAddress, { userId, channel, failures: MoreThan(0) }, { failures: 0 });
    else await countFailure(ctx, userId, channel, FAILURES_MAX);
  });
}
