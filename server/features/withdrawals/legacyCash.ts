import { Between, In, LessThan, MoreThanOrEqual, type FindOptionsWhere } from "typeorm";
import type { Context } from "../../core/context.ts";
import { invalid } from "../../core/errors.ts";
import { legacySpan } from "../../core/legacySpan.ts";
import { amountText, parseAmount } from "../../core/money.ts";
import {
  LegacyPage,
  legacyPage,
  LegacySaid,
  legacyTime,
  legacyFilter,
  legacyStamp,
} from "../../core/rest.ts";
import { allow, mustBeMember } from "../../core/viewer.ts";
import type { LegacyCashList, LegacyNewCash } from "./legacy.input.ts";
import { Withdrawal, WithdrawalState } from "./withdrawal.entity.ts";
import { RequestWithdrawalInput } from "./withdrawal.input.ts";
import { requestWithdrawal } from "./withdrawal.service.ts";

/** Numbers of the predecessor for the states (legacy-facts 4.10). */
const STATES: Readonly<Record<WithdrawalState, number>> = {
  [WithdrawalState.PENDING]: 1,
  [WithdrawalState.APPROVED]: 2,
  [WithdrawalState.REFUSED]: 3,
  [WithdrawalState.PAID]: 5,
  [WithdrawalState.FAILED]: 6,
};
/** Digits of the id in a number: behind those of the time there are twenty. */
const ID_DIGITS = 6;

/** Lists the viewer's withdrawals, newest first (legacy-facts 3.7). @throws {DomainError} LOGIN_REQUIRED; INVALID_PARAMETER. */
export async function listCashForLegacy(ctx: Context, input: LegacyCashList): Promise<LegacyPage> {
  allow(mustBeMember(ctx.viewer));
  const filter = legacyFilter(input.filter);
  const request = legacyPage(input);
  const { from, to } = legacySpan(filter);
  const states = statesIn(filter["cashStatus"]);
  const where: FindOptionsWhere<Withdrawal> = {
    userId: ctx.viewer.id,
    ...(states && { state: In(states) }),
    ...(from && { createdAt: MoreThanOrEqual(from) }),
    ...(to && { createdAt: LessThan(to) }),
    ...(from && to && { createdAt: Between(from, new Date(to.getTime() - 1)) }),
  };
  const totalCount = await ctx.db.countBy(Withdrawal, where);
  const { page, perPage: take } = request;
  const found = await ctx.db.find(Withdrawal, {
    where,
    order: { id: "DESC" },
    take,
    skip: (page - 1) * take,
  });
  return new LegacyPage(found.map(legacyCash), request, found.length, totalCount);
}

function statesIn(given: unknown): WithdrawalState[] | null {
  if (given === undefined || given === null || given === "") return null;
  const numbers = (Array.isArray(given) ? given : String(given).split(",")).map(Number);
  const states = Object.values(WithdrawalState).filter((state) => numbers.includes(STATES[state]));
  if (states.length === new Set(numbers).size) return states;
  throw invalid("filter.cashStatus", "cashStatus 须为 1、2、3、5 或 6", "cashStatus is 1, 2, 3, 5 or 6.");
}

function legacyCash({ id, state, amountCents, feeCents, note, createdAt, ...cash }: Withdrawal): object {
  const isPaid = state === WithdrawalState.PAID;
  return {
    id,
    cashSn: legacyStamp(createdAt) + String(id).padStart(ID_DIGITS, "0"),
    cashApplyAmount: amountText(amountCents),
    cashActualAmount: amountText(amountCents - feeCents),
    cashCharge: amountText(feeCents),
    cashStatus: STATES[state],
    remark: isPaid ? "" : note,
    tradeNo: isPaid ? note : "",
    receiveAccount: cash.receiveAccount,
    createdAt: legacyTime(createdAt),
    updatedAt: legacyTime(cash.decidedAt ?? createdAt),
  };
}

/**
 * Asks for money to be paid out (legacy-facts 5.4). The pay password comes with it: a token alone moves no money.
 * @throws {DomainError} as `requestWithdrawal`; INVALID_PARAMETER without an account or the pay password
 */
export async function requestCashForLegacy(ctx: Context, input: LegacyNewCash): Promise<LegacySaid> {
  const { cashApplyAmount, receiveAccount = "", payPassword } = input;
  const amountCents = parseAmount(cashApplyAmount, "cashApplyAmount");
  if (receiveAccount.trim() === "")
    throw invalid("receiveAccount", "收款账号必填", "Please say where the money goes.");
  if (typeof payPassword !== "string" || payPassword === "")
    throw invalid(
      "payPassword",
      "提现需要同时提交支付密码 payPassword",
      "A withdrawal needs payPassword, the six digits of the member.",
    );
  const request = { amountCents, receiveAccount, payPassword };
  await requestWithdrawal(ctx, Object.assign(new RequestWithdrawalInput(), request));
  return new LegacySaid([], "申请提现成功");
}
