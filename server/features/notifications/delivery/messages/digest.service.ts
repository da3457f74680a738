import { IsNull, Not } from "typeorm";
import type { Context } from "../../../../core/context.ts";
import { unhurried } from "../../../../core/slices.ts";
import { marks, rows, rowsEach, timeOf } from "../../../../core/sql.ts";
import { inTransaction } from "../../../../core/transaction.ts";
import { MemberStatus } from "../../../../core/viewer.ts";
import { NotificationChannel } from "../../templates/channel.view.ts";
import { choicesOf } from "../../inbox/preferences/preference.service.ts";
import {
  DigestFrequency,
  isMutedAt,
  type NotificationChoices,
} from "../../inbox/preferences/preference.view.ts";
import { ChannelAddress } from "../addresses/address.entity.ts";
import { claimDueDigests, planDigests, type DueDigest } from "../addresses/address.sql.ts";
import { noteDispatches, type Sendable } from "../queue/dispatch.service.ts";
import { DIGEST_KIND } from "../kinds.ts";
import { mailSettings } from "../senders/mailSettings.ts";

const DAY_MS = 86_400_000;
/** Members that one round looks at. */
const SLICE = 100;
/** Rounds of one run of the job. */
const ROUNDS_MAX = 50;
/** Who was not here for so long has left, and is left alone until they come back (landscape A07.4). */
export const AWAY_MAX_DAYS = 180;

/** How often members who stay away hear of what they missed, in milliseconds; never for those who said so. */
export const DIGEST_EVERY_MS: Readonly<Record<DigestFrequency, number | null>> = {
  [DigestFrequency.OFF]: null,
  [DigestFrequency.DAILY]: DAY_MS,
  [DigestFrequency.WEEKLY]: 7 * DAY_MS,
};

/** What a member chose, or weekly. */
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

/** Notes the digests of who has been away for long enough, slice by slice. */
export async function claimDigests(ctx: Context, stopping: AbortSignal): Promise<void> {
  if ((await mailSettings(ctx)) === null) return;
  const pause = unhurried(stopping);
  for (let round = 0; round < ROUNDS_MAX; round++) {
    if ((await claimSlice(ctx)) < SLICE) return;
    await pause();
  }
}

/** Some members whose time has come; the same number of statements for any of them. @returns how many */
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
      const chosen = choices.get(userId) ?? {};
      const every = DIGEST_EVERY_MS[digestOf(chosen)];
      const lastVisit = Math.max(visits.get(userId) ?? 0, timeOf(member.createdAt).getTime());
      const away = ctx.now.getTime() - lastVisit;
      if (every === null) next.push([userId, null]);
      else if (away < every) next.push([userId, new Date(lastVisit + every)]);
      else {
        next.push([userId, new Date(ctx.now.getTime() + every)]);
        if (away <= AWAY_MAX_DAYS * DAY_MS && mayGetOne(ctx, member, chosen))
          sendables.push(digestFor(ctx, userId));
      }
    }
    await noteDispatches(ctx, sendables);
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
  return takes && Number(status) === MemberStatus.NORMAL && !isMutedAt(choices, ctx.now);
}

function digestFor(ctx: Context, userId: number): Sendable {
  const day = ctx.now.toISOString().slice(0, 10);
  const subject = { type: "digest", userId, day } as const;
  return { userId, subject, kind: DIGEST_KIND, channel: NotificationChannel.EMAIL, delayMs: 0 };
}

/** When members were here last, in milliseconds, as far as sessions and days of activity tell. */
async function lastVisits(ctx: Context, ids: readonly number[]): Promise<Map<number, number>> {
  const sessions = await rows<{ userId: number; at: string | Date }>(
    ctx,
    `SELECT s.userId, MAX(s.lastSeenAt) AS at FROM sessions s WHERE s.userId IN (${marks(ids)}) GROUP BY s.userId`,
    ids,
  );
  // Of years of days the last one alone.
  const days = await rowsEach<{ userId: number; at: string | Date }>(
    ctx,
    "SELECT d.userId, d.seenAt AS at FROM active_days d WHERE d.userId = ? ORDER BY d.day DESC LIMIT 1",
    ids.map((id) => [id]),
  );
  const visits = new Map<number, number>();
  for (const { userId, at } of [...sessions, ...days])
    visits.set(userId, Math.max(visits.get(userId) ?? 0, timeOf(at).getTime()));
  return visits;
}
