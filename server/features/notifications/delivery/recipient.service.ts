import type { Context } from "../../../core/context.ts";
import { DEFAULT_LOCALE, type Locale } from "../../../core/locale.ts";
import { marks, rows, timeOf } from "../../../core/sql.ts";
import { MemberStatus, type Viewer } from "../../../core/viewer.ts";
import { NotificationChannel } from "../templates/channel.view.ts";
import { choicesOf } from "../inbox/preferences/preference.service.ts";
import type { NotificationChoices } from "../inbox/preferences/preference.view.ts";
import { viewerFor, type MemberRow } from "../../auth/sessions/viewer.service.ts";
import { DispatchState } from "./queue/dispatch.entity.ts";

const DAY_MS = 86_400_000;

/** Where a member is reached through one channel, as stored. */
export interface StoredAddress {
  readonly address: string;
  readonly isProven: boolean;
  readonly pendingAddress: string;
  /** In milliseconds; 0 if nothing waits. */
  readonly pendingSince: number;
  readonly failures: number;
  readonly isSuppressed: boolean;
}

/** A member as far as letters are concerned, now. */
export interface Recipient {
  readonly id: number;
  readonly nickname: string;
  readonly viewer: Viewer;
  readonly locale: Locale;
  readonly choices: NotificationChoices;
  readonly addresses: ReadonlyMap<NotificationChannel, StoredAddress>;
  /** Mails of the last 24 hours. */
  readonly mailsToday: number;
}

interface MemberFacts extends MemberRow {
  readonly nickname: string;
}

const NO_CHOICES: NotificationChoices = {};

/**
 * What letters to these members look at, in four statements. Members who are banned, refused or still reviewed are
 * absent: nothing is sent to them.
 */
export async function recipientsOf(
  ctx: Context,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, Recipient>> {
  const ids = [...new Set(userIds)];
  if (ids.length === 0) return new Map();
  const [members, choices, addresses, mails] = await Promise.all([
    rows<MemberFacts>(
      ctx,
      `SELECT u.id AS userId, u.nickname, u.groupId, u.groupExpiresAt, u.status FROM users u
       WHERE u.id IN (${marks(ids)}) AND u.status = ?`,
      [...ids, MemberStatus.NORMAL],
    ),
    choicesOf(ctx, ids),
    addressesOf(ctx, ids),
    mailsOfToday(ctx, ids),
  ]);
  const found = new Map<number, Recipient>();
  for (const member of members) {
    const id = member.userId;
    const chosen = choices.get(id) ?? NO_CHOICES;
    found.set(id, {
      id,
      nickname: member.nickname,
      viewer: await viewerFor(ctx, { ...member, status: Number(member.status) }),
      locale: chosen.locale ?? DEFAULT_LOCALE,
      choices: chosen,
      addresses: addresses.get(id) ?? new Map<NotificationChannel, StoredAddress>(),
      mailsToday: mails.get(id) ?? 0,
    });
  }
  return found;
}

async function addressesOf(
  ctx: Context,
  ids: readonly number[],
): Promise<Map<number, Map<NotificationChannel, StoredAddress>>> {
  const stored = await rows<{
    userId: number;
    channel: NotificationChannel;
    address: string;
    verifiedAt: unknown;
    pendingAddress: string;
    pendingSince: string | Date | null;
    failures: number;
    suppressedAt: unknown;
  }>(
    ctx,
    `SELECT a.userId, a.channel, a.address, a.verifiedAt, a.pendingAddress, a.pendingSince, a.failures, a.suppressedAt
     FROM channel_addresses a WHERE a.userId IN (${marks(ids)})`,
    ids,
  );
  const found = new Map<number, Map<NotificationChannel, StoredAddress>>();
  for (const {
    userId,
    channel,
    address,
    verifiedAt,
    pendingAddress,
    pendingSince,
    failures,
    suppressedAt,
  } of stored) {
    const of = found.get(userId) ?? new Map<NotificationChannel, StoredAddress>();
    of.set(channel, {
      address,
      isProven: verifiedAt !== null,
      pendingAddress,
      pendingSince: pendingSince === null ? 0 : timeOf(pendingSince).getTime(),
      failures: Number(failures),
      isSuppressed: suppressedAt !== null,
    });
    found.set(userId, of);
  }
  return found;
}

async function mailsOfToday(ctx: Context, ids: readonly number[]): Promise<Map<number, number>> {
  const found = await rows<{ userId: number; n: number }>(
    ctx,
    `SELECT d.userId, COUNT(DISTINCT d.letterId) AS n FROM notice_dispatches d
     WHERE d.userId IN (${marks(ids)}) AND d.channel = ? AND d.state = ? AND d.doneAt > ? GROUP BY d.userId`,
    [...ids, NotificationChannel.EMAIL, DispatchState.SENT, new Date(ctx.now.getTime() - DAY_MS)],
  );
  return new Map(found.map(({ userId, n }) => [userId, Number(n)]));
}
