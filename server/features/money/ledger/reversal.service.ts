import { In } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { MoneyAccount } from "./account.entity.ts";
import { post } from "./ledger.service.ts";
import { MoneyEntry, MoneyTransaction, TransactionKind } from "./transaction.entity.ts";

/**
 * Moves all money of a movement back, by a movement of its own; the same again moves nothing.
 * @throws {DomainError} NOT_FOUND without such a movement; BALANCE_TOO_LOW if who got the money has spent it.
 */
export async function reverse(ctx: Context, reference: string): Promise<void> {
  const transaction = await ctx.db.findOneBy(MoneyTransaction, { reference });
  if (!transaction) throw new DomainError("NOT_FOUND");
  const entries = await ctx.db.findBy(MoneyEntry, { transactionId: transaction.id });
  const accounts = await ctx.db.findBy(MoneyAccount, { id: In(entries.map(({ accountId }) => accountId)) });
  await post(ctx, {
    kind: TransactionKind.REFUND,
    reference: `${reference}:refund`,
    memo: transaction.memo,
    legs: entries.map(({ accountId, amountCents }) => {
      const { kind, ownerId } = accounts.find(({ id }) => id === accountId)!;
      return { kind, ...(ownerId > 0 && { ownerId }), amountCents: -amountCents };
    }),
  });
}
