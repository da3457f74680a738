import { defineLoader } from "../../../core/loaders.ts";
import { selectBalances, type Balances } from "./wallet.sql.ts";

/** Balances of members, batched; absent for members whose money has never moved. */
export const balancesOf = defineLoader<number, Balances>("balancesOf", async (ctx, userIds) => {
  const balances = await selectBalances(ctx, userIds);
  return new Map(balances.map((each) => [each.userId, each]));
});
