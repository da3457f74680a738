import { In, MoreThanOrEqual, Not } from "typeorm";
import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { AMOUNT_MAX_CENTS, amountText, feeOf, WHOLE_BPS } from "../../core/money.ts";
import { isOffHere } from "../settings/catalogue/deviceSwitches.ts";
import { getSettings } from "../settings/setting.service.ts";
import { Withdrawal, WithdrawalState } from "./withdrawal.entity.ts";
import type { WithdrawalTerms } from "./withdrawal.view.ts";

const DAY_MS = 86_400_000;
/** Limits of one withdrawal and of a day where the settings say nothing: 5,000.00 (legacy-facts 5.4). */
const DEFAULT_MOST_CENTS = 500_000;

/** Reads limits and fee of the viewer's next withdrawal, from the settings and from those before it. */
export async function readTerms(ctx: Context): Promise<WithdrawalTerms> {
  const settings = await getSettings(ctx);
  const cents = (value: string, initial: number): number =>
    value === "" ? initial : Math.min(AMOUNT_MAX_CENTS, Math.round(Number(value) * 100));
  const mostCents = cents(settings["cash.cash_max_sum"], DEFAULT_MOST_CENTS);
  const perDayCents = cents(settings["cash.cash_sum_limit"], DEFAULT_MOST_CENTS);
  const { viewer, now } = ctx;
  const today = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
  const asked =
    (await ctx.db.sum(Withdrawal, "amountCents", {
      userId: viewer.id,
      createdAt: MoreThanOrEqual(today),
      state: Not(In([WithdrawalState.REFUSED, WithdrawalState.FAILED])),
    })) ?? 0;
  return {
    viewerCanWithdraw: viewer.may("cash.create") && !(await isOffHere(ctx, "site_withdrawal")),
    feeBps: Math.round(Number(settings["cash.cash_rate"]) * WHOLE_BPS),
    leastCents: Math.max(1, cents(settings["cash.cash_min_sum"], 1)),
    mostCents,
    leftTodayCents: Math.max(0, perDayCents - Number(asked)),
    nextAt: await nextTime(ctx, Number(settings["cash.cash_interval_time"])),
  };
}

async function nextTime(ctx: Context, days: number): Promise<Date | null> {
  if (days <= 0) return null;
  const where = { userId: ctx.viewer.id };
  const last = await ctx.db.findOne(Withdrawal, { where, order: { id: "DESC" } });
  if (!last) return null;
  const nextAt = new Date(last.createdAt.getTime() + days * DAY_MS);
  return nextAt > ctx.now ? nextAt : null;
}

/**
 * Checks an amount against the terms, in the order of the predecessor (legacy-facts 5.4).
 * @returns the fee
 * @throws {DomainError} INVALID_PARAMETER beyond the limits of one withdrawal; WITHDRAWAL_LIMIT beyond those of time.
 */
export function checkTerms(terms: WithdrawalTerms, amountCents: number): number {
  const { leastCents, mostCents, nextAt, leftTodayCents } = terms;
  if (amountCents < leastCents)
    throw invalid(
      "amountCents",
      `单次提现金额不得少于${amountText(leastCents)}元`,
      `A withdrawal is ${amountText(leastCents)} at least.`,
    );
  if (amountCents > mostCents)
    throw invalid(
      "amountCents",
      `单次提现金额不得多于${amountText(mostCents)}元`,
      `A withdrawal is ${amountText(mostCents)} at most.`,
    );
  if (nextAt !== null)
    throw new DomainError("WITHDRAWAL_LIMIT", {
      text: {
        zh: "距离上次提现时间太短，请稍后再试",
        en: "Too soon after the last withdrawal. Please try again later.",
      },
    });
  if (amountCents > leftTodayCents)
    throw new DomainError("WITHDRAWAL_LIMIT", {
      text: {
        zh: `超出每日提现总金额上限，今天还可提现${amountText(leftTodayCents)}元`,
        en: `Beyond the limit of a day: ${amountText(leftTodayCents)} is left today.`,
      },
    });
  const feeCents = feeOf(amountCents, terms.feeBps);
  if (feeCents >= amountCents)
    throw invalid("amountCents", "扣除手续费后没有余额", "Nothing is left after the fee.");
  return feeCents;
}
