import type { Context } from "../../../core/context.ts";
import { marks, rows, timeOf } from "../../../core/sql.ts";
import { UserStatus } from "../../../core/viewer.ts";
import { NotificationChannel } from "../templates/channel.view.ts";
import { DispatchState } from "./queue/dispatch.entity.ts";

/** Reads the recipients of a batch of messages; raw since hydrating hundreds of rows would hold up everybody else on SQLite. */

/** A member who may be sent messages, as the engine gives the row. */
export interface RecipientRow {
  readonly userId: number;
  readonly groupId: number;
  readonly groupExpiresAt: string | Date | null;
  readonly returnGroupId: number | null;
  readonly returnGroupExpiresAt: string | Date | null;
  /** Group of the level that the member has reached; null for none. */
  readonly levelGroupId: number | null;
  readonly status: number;
  readonly bannedUntil: string | Date | null;
  readonly silencedUntil: string | Date | null;
  readonly nickname: string;
}

/** Reads those of some members who are in good standing, or all of them. */
export function selectRecipients(
  ctx: Context,
  userIds: readonly number[],
  anyStanding: boolean,
): Promise<RecipientRow[]> {
  return rows<RecipientRow>(
    ctx,
    `SELECT u.id AS userId, u.nickname, u.groupId, u.groupExpiresAt, u.returnGroupId, u.returnGroupExpiresAt, u.levelGroupId, u.status, u.bannedUntil, u.silencedUntil
     FROM users u
     WHERE u.id IN (${marks(userIds)})${anyStanding ? "" : " AND u.status = ?"}`,
    anyStanding ? userIds : [...userIds, UserStatus.NORMAL],
  );
}

/** An address of a member, as the engine gives the row. */
export interface AddressRow {
  readonly userId: number;
  readonly channel: NotificationChannel;
  readonly address: string;
  readonly verifiedAt: unknown;
  readonly pendingAddress: string;
  readonly pendingSince: Date | null;
  readonly failures: number;
  readonly suppressedAt: unknown;
}

/** Reads the addresses of members in all channels. */
export async function selectAddresses(ctx: Context, userIds: readonly number[]): Promise<AddressRow[]> {
  const addresses = await rows<AddressRow>(
    ctx,
    `SELECT a.userId, a.channel, a.address, a.verifiedAt, a.pendingAddress, a.pendingSince, a.failures, a.suppressedAt
     FROM channel_addresses a WHERE a.userId IN (${marks(userIds)})`,
    userIds,
  );
  return addresses.map((each) => ({ ...each, pendingSince: each.pendingSince && timeOf(each.pendingSince) }));
}

/** Counts the mails that members were sent after a time; those without any are absent. */
export function countMailsSince(
  ctx: Context,
  userIds: readonly number[],
  since: Date,
): Promise<{ userId: number; n: number }[]> {
  return rows<{ userId: number; n: number }>(
    ctx,
    `SELECT d.userId, COUNT(DISTINCT d.letterId) AS n FROM notice_dispatches d
     WHERE d.userId IN (${marks(userIds)}) AND d.channel = ? AND d.state = ? AND d.doneAt > ? GROUP BY d.userId`,
    [...userIds, NotificationChannel.EMAIL, DispatchState.SENT, since],
  );
}
