import { noteChange } from "../../core/audit.ts";
import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import { checkAmount } from "../../core/money.ts";
import { checkReason } from "../../core/reason.ts";
import { cleanText, lengthOf } from "../../core/text.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { insert, lockById } from "../../core/write.ts";
import { refuseWhileStopped } from "../money/checks/stop.service.ts";
import { AccountKind } from "../money/ledger/account.entity.ts";
import { payFromHold, placeHold, releaseHold } from "../money/ledger/hold.service.ts";
import { onceByKey } from "../money/ledger/onceByKey.service.ts";
import { TransactionKind } from "../money/ledger/transaction.entity.ts";
import { admitPayment, checkPayPassword } from "../money/pay-password/payPassword.service.ts";
import { notificationRaised } from "../notifications/inbox/notification.events.ts";
import { refuseIfOffHere } from "../settings/catalogue/deviceSwitches.ts";
import { User } from "../users/user.entity.ts";
import { RECEIVE_ACCOUNT_MAX, Withdrawal, WithdrawalState } from "./withdrawal.entity.ts";
import {
  WithdrawalDecision,
  type DecideWithdrawalInput,
  type RequestWithdrawalInput,
} from "./withdrawal.input.ts";
import { checkTerms, readTerms } from "./withdrawal.terms.service.ts";

/** States from which a decision leads, and to which. */
const STEPS: Readonly<Record<WithdrawalDecision, readonly [from: WithdrawalState, to: WithdrawalState]>> = {
  [WithdrawalDecision.APPROVE]: [WithdrawalState.PENDING, WithdrawalState.APPROVED],
  [WithdrawalDecision.REFUSE]: [WithdrawalState.PENDING, WithdrawalState.REFUSED],
  [WithdrawalDecision.PAID]: [WithdrawalState.APPROVED, WithdrawalState.PAID],
  [WithdrawalDecision.FAILED]: [WithdrawalState.APPROVED, WithdrawalState.FAILED],
};

/** Names the hold of a withdrawal in the books. */
function withdrawalReference(id: number): string {
  return `withdrawal:${id}`;
}

/**
 * Asks for money to be paid out. All of it, the fee included, is set aside at once.
 * @throws {DomainError} INVALID_PARAMETER for no amount, one beyond the limits, or no account; WITHDRAWAL_LIMIT;
 *   PAY_PASSWORD_MISSING, PAY_PASSWORD_WRONG; BALANCE_TOO_LOW; MONEY_STOPPED; CONFLICT if the key came with another request.
 */
export const requestWithdrawal = verb({
  name: "requestWithdrawal",
  who: { permission: "cash.create" },
  rate: "pay",
  beforeJoining: true,
  async run(ctx: Context, input: RequestWithdrawalInput): Promise<Withdrawal> {
    const amountCents = checkAmount(input.amountCents, "amountCents");
    const receiveAccount = checkAccount(input.receiveAccount);
    await refuseIfOffHere(ctx, "site_withdrawal");
    await refuseWhileStopped(ctx);
    await checkPayPassword(ctx, input.payPassword);
    const body = { amountCents, receiveAccount };
    const keyed = { operation: "requestWithdrawal", clientKey: input.idempotencyKey, body };
    return inTransaction(ctx, async (ctx) => {
      await admitPayment(ctx);
      const { id } = await onceByKey(ctx, keyed, () => place(ctx, body));
      return ctx.db.findOneByOrFail(Withdrawal, { id });
    });
  },
});

async function place(
  ctx: Context,
  { amountCents, receiveAccount }: Pick<Withdrawal, "amountCents" | "receiveAccount">,
): Promise<{ id: number }> {
  const userId = ctx.viewer.id;
  // The limits look at the member's other withdrawals, so those made together go one after the other.
  await lockById(ctx, User, userId);
  const feeCents = checkTerms(await readTerms(ctx), amountCents);
  const id = await insert(ctx, Withdrawal, {
    userId,
    amountCents,
    feeCents,
    receiveAccount,
    state: WithdrawalState.PENDING,
    note: "",
    createdAt: ctx.now,
    decidedAt: null,
  });
  await placeHold(ctx, { userId, amountCents, reference: withdrawalReference(id) });
  return { id };
}

function checkAccount(given: string): string {
  const account = cleanText(given).trim();
  if (account === "") throw invalid("receiveAccount", "收款账号必填", "Please say where the money goes.");
  if (lengthOf(account) <= RECEIVE_ACCOUNT_MAX) return account;
  throw invalid(
    "receiveAccount",
    `收款账号不能超过 ${RECEIVE_ACCOUNT_MAX} 个字符`,
    `The account has at most ${RECEIVE_ACCOUNT_MAX} characters.`,
  );
}

/**
 * Decides about a withdrawal. Of several decisions at once one counts; the others are refused. What is refused or fails
 * comes back whole, the fee included.
 * @emits notificationRaised
 * @throws {DomainError} NOT_FOUND; WITHDRAWAL_DECIDED; INVALID_PARAMETER without a reason or reference; MONEY_STOPPED for
 *   what lets money leave while the books do not balance.
 */
export const decideWithdrawal = verb({
  name: "decideWithdrawal",
  who: "admin",
  rate: "manage",
  audited: true,
  async run(ctx: Context, input: DecideWithdrawalInput): Promise<Withdrawal> {
    const id = parseId(input.id, "id");
    const { decision } = input;
    const note = checkReason(input.note);
    const isApproval = decision === WithdrawalDecision.APPROVE;
    if (note === "" && !isApproval)
      throw invalid(
        "note",
        "请填写理由或付款凭证号",
        "Please give a reason, or the reference of the payment.",
      );
    return inTransaction(ctx, async (ctx) => {
      const before = await lockById(ctx, Withdrawal, id);
      if (!before) throw new DomainError("NOT_FOUND", { field: "id" });
      const [from, state] = STEPS[decision];
      if (before.state !== from) throw new DomainError("WITHDRAWAL_DECIDED");
      if (isApproval) await refuseWhileStopped(ctx);
      if (decision === WithdrawalDecision.PAID) await payOut(ctx, before);
      else if (!isApproval) await releaseHold(ctx, withdrawalReference(id));
      const change = { state, note, decidedAt: ctx.now };
      await ctx.db.update(Withdrawal, { id }, change);
      const [target, { amountCents, userId }] = [`withdrawal:${id}`, before];
      noteChange(ctx, { target, before: { state: from, amountCents }, after: { state }, reason: note });
      if (!isApproval) tell(ctx, { userId, amountCents, note }, decision);
      return { ...before, ...change };
    });
  },
});

async function payOut(ctx: Context, { id, amountCents, feeCents }: Withdrawal): Promise<void> {
  const paid = { kind: AccountKind.PAID_OUT, amountCents: amountCents - feeCents };
  const fee = { kind: AccountKind.FEES, amountCents: feeCents };
  const legs = feeCents > 0 ? [paid, fee] : [paid];
  await payFromHold(ctx, withdrawalReference(id), "paid", legs, { kind: TransactionKind.WITHDRAWAL });
}

function tell(
  ctx: Context,
  { userId, amountCents, note }: Pick<Withdrawal, "userId" | "amountCents" | "note">,
  decision: WithdrawalDecision,
): void {
  const isPaid = decision === WithdrawalDecision.PAID;
  const about = { actorId: null, threadId: null, postId: null, data: isPaid ? {} : { reason: note } };
  const kind = isPaid ? "withdraw.noticed" : "withdraw.withdraw";
  ctx.emit(notificationRaised({ userId, kind, ...about, amountCents }));
}
