import type { Context } from "../../../core/context.ts";
import { DEFAULT_LOCALE, type Locale } from "../../../core/locale.ts";
import type { Viewer } from "../../../core/viewer.ts";
import type { NotificationChannel } from "../templates/channel.view.ts";
import { choicesOf } from "../inbox/preferences/preference.service.ts";
import type { NotificationChoices } from "../inbox/preferences/preference.view.ts";
import { preloadViewers, viewerFor } from "../../auth/sessions/viewer.service.ts";
import { countMailsSince, selectAddresses, selectRecipients, type AddressRow } from "./recipient.sql.ts";

const DAY_MS = 86_400_000;

/** The address of a member in one channel, as stored. */
export interface StoredAddress {
  readonly address: string;
  readonly isProven: boolean;
  readonly pendingAddress: string;
  /** In milliseconds; 0 if nothing waits. */
  readonly pendingSince: number;
  readonly failures: number;
  readonly isSuppressed: boolean;
}

/** A member with what messages to them depend on now. */
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

const NO_CHOICES: NotificationChoices = {};

/**
 * Reads what messages to these members depend on, in four statements. Members who are banned, refused or still reviewed
 * are absent: nothing is sent to them, unless it concerns their account.
 */
export async function recipientsOf(
  ctx: Context,
  userIds: readonly number[],
  { anyStanding = false } = {},
): Promise<ReadonlyMap<number, Recipient>> {
  const ids = [...new Set(userIds)];
  if (ids.length === 0) return new Map();
  const [members, choices, addresses, mailsToday] = await Promise.all([
    selectRecipients(ctx, ids, anyStanding),
    choicesOf(ctx, ids),
    addressesOf(ctx, ids),
    mailsOfToday(ctx, ids),
  ]);
  const recipients = new Map<number, Recipient>();
  await preloadViewers(ctx, members);
  for (const member of members) {
    const id = member.userId;
    const choicesOfThis = choices.get(id) ?? NO_CHOICES;
    recipients.set(id, {
      id,
      nickname: member.nickname,
      viewer: await viewerFor(ctx, { ...member, status: Number(member.status) }),
      locale: choicesOfThis.locale ?? DEFAULT_LOCALE,
      choices: choicesOfThis,
      addresses: addresses.get(id) ?? new Map<NotificationChannel, StoredAddress>(),
      mailsToday: mailsToday.get(id) ?? 0,
    });
  }
  return recipients;
}

async function addressesOf(
  ctx: Context,
  ids: readonly number[],
): Promise<Map<number, Map<NotificationChannel, StoredAddress>>> {
  const addresses = new Map<number, Map<NotificationChannel, StoredAddress>>();
  for (const row of await selectAddresses(ctx, ids)) {
    const byChannel = addresses.get(row.userId) ?? new Map<NotificationChannel, StoredAddress>();
    byChannel.set(row.channel, storedAddress(row));
    addresses.set(row.userId, byChannel);
  }
  return addresses;
}

function storedAddress(row: AddressRow): StoredAddress {
  return {
    address: row.address,
    isProven: row.verifiedAt !== null,
    pendingAddress: row.pendingAddress,
    pendingSince: row.pendingSince?.getTime() ?? 0,
    failures: Number(row.failures),
    isSuppressed: row.suppressedAt !== null,
  };
}

async function mailsOfToday(ctx: Context, ids: readonly number[]): Promise<Map<number, number>> {
  const counts = await countMailsSince(ctx, ids, new Date(ctx.now.getTime() - DAY_MS));
  return new Map(counts.map(({ userId, n }) => [userId, Number(n)]));
}
