import type { Feature } from "../../core/feature.ts";
import { inTransaction } from "../../core/transaction.ts";
import { Withdrawal } from "./withdrawal.entity.ts";
import { WithdrawalResolver } from "./withdrawal.resolver.ts";
import { withdrawalsRest } from "./withdrawals.rest.ts";

/** Paying out money of wallets, reviewed and carried out by administrators. */
export const withdrawals: Feature = {
  name: "withdrawals",
  entities: [Withdrawal],
  resolvers: [WithdrawalResolver],
  rest: withdrawalsRest,
  erasureHooks: [
    {
      name: "withdrawals",
      erase: (ctx, userId) =>
        inTransaction(ctx, async (ctx) => {
          await ctx.db.update(Withdrawal, { userId }, { receiveAccount: "" });
        }),
    },
  ],
};
