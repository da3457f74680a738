import { IsNull, Not } from "typeorm";
import type { Context } from "../../../../core/context.ts";
import { unhurried } from "../../../../core/slices.ts";
import { inTransaction } from "../../../../core/transaction.ts";
import { UserStatus } from "../../../../core/viewer.ts";
import { NotificationChannel } from "../../templates/channel.view.ts";
import { choicesOf } from "../../inbox/preferences/preference.service.ts";
import {
  DigestFrequency,
  isMutedAt,
  type NotificationChoices,
} from "../../inbox/preferences/preference.view.ts";
import { ChannelAddress } from "../addresses/address.entity.ts";
import { claimDueDigests, planDigests, type DueDigest } from "../addresses/address.sql.ts";
import { enqueueDispatches, type Sendable } from "../queue/dispatch.service.ts";
import { DIGEST_KIND } from "../kinds.ts";
import { mailSettings } from "../../../settings/mail/mailSettings.ts";
import { selectLastActiveDays, selectLastSeen } from "./digest.sql.ts";

const DAY_MS = 86_400_000;
/** Members per batch. */
const SLICE = 100;
/** Maximum batches per run of the job. */
const BATCHES_MAX = 50;
/** Days of absence after which a member gets no more digests until they come back (landscape A07.4). */
export const AWAY_MAX_DAYS = 180;

/** Intervals of digests for absent members, in milliseconds; null for never. */
export const DIGEST_EVERY_MS: Readonly<Record<DigestFrequency, number | null>> = {
  [DigestFrequency.OFF]: null,
  [DigestFrequency.DAILY]: DAY_MS,
  [DigestFrequency.WEEKLY]: 7 * DAY_MS,
};

/** Gives the chosen frequency of digests; weekly by default. */
export function digestOf({ digest }: NotificationChoices): DigestFrequency {
  return digest ?? DigestFrequency.WEEKLY;
}

/** Plans the next digest of a member whose address is proven; inside a transaction. */
export async function planDigest(ctx: Context, userId: number, choices: NotificationChoices): Promise<void> {
  const every = DIGEST_EVERY_MS[digestOf(choices)];
  const digestDueAt = every === null ? null : new Date(ctx.now.getTime() + every);
  const proven = { userId, channel: NotificationChannel.EMAIL, verifiedAt: Not(IsNull()) };
  await ctx.db.update(ChannelAddress, proven, { digestDueAt });
}

/** Enqueues the digests of members who have been away for long enough, batch by batch. */
export async function claimDigests(ctx: Context, stopping: AbortSignal): Promise<void> {
  if ((await mailSettings(ctx)) === null) return;
  const pause = unhurried(stopping);
  for (let batch = 0; batch < BATCHES_MAX; batch++) {
    if ((await claimSlice(ctx)) < SLICE) return;
    await pause();
  }
}

/** Claims one batch of due digests, in a fixed number of statements. @returns its size */
function claimSlice(ctx: Context): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    const due = await claimDueDigests(ctx, SLICE);
    if (due.length === 0) return 0;
    const ids = due.map(({ userId }) => userId);
    const choices = await choicesOf(ctx, ids);
    const visits = await lastVisits(ctx, ids);
    const sendables: Sendable[] = [];
    const next: [number, Date | null][] = [];
    for (const member of due) {
      const { userId } = member;
      const choicesOfUser = choices.get(userId) ?? {};
      const every = DIGEST_EVERY_MS[digestOf(choicesOfUser)];
      const lastVisit = Math.max(visits.get(userId) ?? 0, member.createdAt.getTime());
      const away = ctx.now.getTime() - lastVisit;
      if (every === null) next.push([userId, null]);
      else if (away < every) next.push([userId, new Date(lastVisit + every)]);
      else {
        next.push([userId, new Date(ctx.now.getTime() + every)]);
        if (away <= AWAY_MAX_DAYS * DAY_MS && mayGetOne(ctx, member, choicesOfUser))
          sendables.push(digestFor(ctx, userId));
      }
    }
    await enqueueDispatches(ctx, sendables);
    await planDigests(ctx, next);
    return due.length;
  });
}

function mayGetOne(
  ctx: Context,
  { status, verifiedAt, suppressedAt }: DueDigest,
  choices: NotificationChoices,
): boolean {
  const takes = verifiedAt !== null && suppressedAt === null;
  return takes && Number(status) === UserStatus.NORMAL && !isMutedAt(choices, ctx.now);
}

function digestFor(ctx: Context, userId: number): Sendable {
  const day = ctx.now.toISOString().slice(0, 10);
  const subject = { type: "digest", userId, day } as const;
  return { userId, subject, kind: DIGEST_KIND, channel: NotificationChannel.EMAIL, delayMs: 0 };
}

/** Reads when members were here last, in milliseconds, as far as sessions and days of activity show. */
async function lastVisits(ctx: Context, ids: readonly number[]): Promise<Map<number, number>> {
  const sessions = await selectLastSeen(ctx, ids);
  const days = await selectLastActiveDays(ctx, ids);
  const visits = new Map<number, number>();
  for (const { userId, at } of [...sessions, ...days])
    visits.set(userId, Math.max(visits.get(userId) ?? 0, at.getTime()));
  return visits;
}
