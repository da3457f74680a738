import { randomUUID } from "node:crypto";
import { noteChange, noteNothing } from "../../../core/audit.ts";
import type { Context } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import { checkAmount } from "../../../core/money.ts";
import { parseId } from "../../../core/ids.ts";
import { checkReason } from "../../../core/reason.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { notificationRaised } from "../../notifications/inbox/notification.events.ts";
import { getUser } from "../../users/user.service.ts";
import { AccountKind } from "../ledger/account.entity.ts";
import { post } from "../ledger/ledger.service.ts";
import { onceByKey } from "../ledger/onceByKey.service.ts";
import { TransactionKind } from "../ledger/transaction.entity.ts";
import { findWallet } from "../wallets/wallet.service.ts";
import type { Wallet } from "../wallets/wallet.view.ts";
import type { AdjustWalletInput } from "./adjustment.input.ts";

/**
 * Changes the balance of a member, with a reason that the member reads.
 * @emits notificationRaised
 * @throws {DomainError} NOT_FOUND for no member; INVALID_PARAMETER for no amount or no reason; BALANCE_TOO_LOW if more
 *   would be taken than is there; CONFLICT if the key came with another request.
 */
export const adjustWallet = verb({
  name: "adjustWallet",
  who: "admin",
  rate: "manage",
  audited: true,
  async run(ctx: Context, input: AdjustWalletInput): Promise<Wallet> {
    const userId = parseId(input.userId, "userId");
    const { amountCents, idempotencyKey: clientKey } = input;
    checkAmount(Math.abs(amountCents), "amountCents");
    const reason = checkReason(input.reason);
    if (reason === "") throw invalid("reason", "请填写理由", "Please give a reason.");
    await getUser(ctx, userId);
    const reference = `adjustment:${randomUUID()}`;
    const body = { userId, amountCents, reason };
    return inTransaction(ctx, async (ctx) => {
      let isNew = false;
      const wallet = await onceByKey(ctx, { operation: "adjustWallet", clientKey, body }, async () => {
        isNew = true;
        await post(ctx, {
          kind: TransactionKind.ADJUSTMENT,
          reference,
          memo: reason,
          legs: [
            { kind: AccountKind.ADJUSTMENTS, amountCents: -amountCents },
            { kind: AccountKind.AVAILABLE, ownerId: userId, amountCents },
          ],
        });
        return (await findWallet(ctx, userId))!;
      });
      if (!isNew) {
        noteNothing(ctx);
        return wallet;
      }
      const balanceCents = wallet.balanceCents - amountCents;
      noteChange(ctx, {
        target: `wallet:${userId}`,
        before: { balanceCents },
        after: { balanceCents: wallet.balanceCents },
        reason,
      });
      const subject = { actorId: null, threadId: null, postId: null };
      ctx.emit(
        notificationRaised({ userId, kind: "wallet.adjusted", ...subject, data: { reason }, amountCents }),
      );
      return wallet;
    });
  },
});
