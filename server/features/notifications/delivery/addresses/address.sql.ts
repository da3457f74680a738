import type { Context } from "../../../../core/context.ts";
import { marks, rows, run } from "../../../../core/sql.ts";
import { forUpdate } from "../../../../core/write.ts";
import { NotificationChannel } from "../../templates/channel.view.ts";

/**
 * Changes addresses in ways that TypeORM cannot say: several rows by CASE, UPDATE IGNORE, locks that others step over,
 * columns set in an order that matters.
 */

/** Counts a refusal; so many in a row suppress the address. MySQL sets columns in the order in which they are named. */
export async function countFailure(
  ctx: Context,
  userId: number,
  channel: NotificationChannel,
  failuresMax: number,
): Promise<void> {
  await run(
    ctx,
    `UPDATE channel_addresses SET
       suppressedAt = CASE WHEN failures + 1 >= ? THEN ? ELSE suppressedAt END,
       failures = failures + 1 WHERE userId = ? AND channel = ?`,
    [failuresMax, ctx.now, userId, channel],
  );
}

/** A member whose digest is due, as the engine gives the row. */
export interface DueDigest {
  readonly userId: number;
  readonly status: number;
  readonly createdAt: string | Date;
  readonly verifiedAt: unknown;
  readonly suppressedAt: unknown;
}

/** Reads members whose digest is due, locked for this process; those that another has locked are left to it. */
export function claimDueDigests(ctx: Context, limit: number): Promise<DueDigest[]> {
  return rows<DueDigest>(
    ctx,
    `SELECT a.userId, a.verifiedAt, a.suppressedAt, u.status, u.createdAt
     FROM channel_addresses a JOIN users u ON u.id = a.userId
     WHERE a.digestDueAt <= ? ORDER BY a.digestDueAt, a.userId LIMIT ${limit}${forUpdate(ctx, { skipLocked: true })}`,
    [ctx.now],
  );
}

/** Sets when the digests of members are due next; null for never. One statement for all. */
export async function planDigests(
  ctx: Context,
  dueAtOf: readonly (readonly [userId: number, dueAt: Date | null])[],
): Promise<void> {
  const ids = dueAtOf.map(([userId]) => userId);
  await run(
    ctx,
    `UPDATE channel_addresses SET digestDueAt = CASE userId ${ids.map(() => "WHEN ? THEN ?").join(" ")} END
     WHERE userId IN (${marks(ids)}) AND channel = ?`,
    [...dueAtOf.flat(), ...ids, NotificationChannel.EMAIL],
  );
}

/** An e-mail address that its member has just proven. */
export interface ProvenEmail {
  readonly userId: number;
  readonly email: string;
  readonly addressKey: string;
  /** When it was given. */
  readonly since: Date;
}

/** Takes a proven address into use. Of two members who prove one address at the same moment the first has it. */
export async function acceptEmail(
  ctx: Context,
  { userId, email, addressKey, since }: ProvenEmail,
): Promise<void> {
  const ignore = ctx.services.database.engine === "mysql" ? "IGNORE" : "OR IGNORE";
  await run(
    ctx,
    `UPDATE ${ignore} channel_addresses SET address = ?, addressKey = ?, verifiedAt = ?, pendingAddress = '',
       pendingSince = NULL, failures = 0, suppressedAt = NULL
     WHERE userId = ? AND channel = ? AND pendingSince = ?`,
    [email, addressKey, ctx.now, userId, NotificationChannel.EMAIL, since],
  );
}
