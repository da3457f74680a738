import { LessThanOrEqual } from "typeorm";
import type { Context } from "../../core/context.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { insertIgnore } from "../../core/write.ts";
import { dayBefore, siteDays } from "../settings/siteDay.service.ts";
import { noteDeed } from "../users/deeds.ts";
import { lockUser } from "../users/userCounter.service.ts";
import { CheckIn } from "./checkIn.entity.ts";
import type { CheckInState } from "./checkIn.view.ts";

/**
 * Reads the last check-in of a member up to a day. Later ones come from a clock that was ahead, or from a zone that was;
 * they count when their day has come.
 */
function findLast(ctx: Context, userId: number, today: string): Promise<CheckIn | null> {
  return ctx.db.findOne(CheckIn, { where: { userId, day: LessThanOrEqual(today) }, order: { day: "DESC" } });
}

/** The viewer's check-ins; null for visitors. */
export async function readCheckIns(ctx: Context): Promise<CheckInState | null> {
  if (!ctx.viewer.isMember) return null;
  const { today } = await siteDays(ctx);
  const last = await findLast(ctx, ctx.viewer.id, today);
  const isUnbroken = last !== null && (last.day === today || last.day === dayBefore(today));
  return {
    checkedIn: last?.day === today,
    streak: isUnbroken ? last.streak : 0,
    longest: last?.longest ?? 0,
    total: last?.total ?? 0,
  };
}

/** Checks the viewer in for today, which a second call leaves as it is. */
export const checkIn = verb({
  name: "checkIn",
  who: "member",
  rate: "edit",
  idempotent: true,
  async run(ctx: Context, _input: undefined): Promise<CheckInState> {
    const userId = ctx.viewer.id;
    const { today } = await siteDays(ctx);
    await inTransaction(ctx, async (ctx) => {
      await lockUser(ctx, userId);
      const last = await findLast(ctx, userId, today);
      if (last?.day === today) return;
      const streak = last?.day === dayBefore(today) ? last.streak + 1 : 1;
      const longest = Math.max(streak, last?.longest ?? 0);
      const total = (last?.total ?? 0) + 1;
      await insertIgnore(ctx, CheckIn, [{ userId, day: today, streak, longest, total, createdAt: ctx.now }]);
      noteDeed(ctx, userId);
    });
    return (await readCheckIns(ctx))!;
  },
});
