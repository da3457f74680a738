import type { Feature } from "../../core/feature.ts";
import { AdjustmentResolver } from "./adjustments/adjustment.resolver.ts";
import { LedgerCheck } from "./checks/ledgerCheck.entity.ts";
import { FinanceResolver } from "./finance/finance.resolver.ts";
import { financeRest } from "./finance/finance.rest.ts";
import { MoneyAccount } from "./ledger/account.entity.ts";
import { MoneyHold } from "./ledger/hold.entity.ts";
import { MoneyKey } from "./ledger/moneyKey.entity.ts";
import { MoneyEntry, MoneyTransaction } from "./ledger/transaction.entity.ts";
import { eraseRows } from "../../core/erasure.ts";
import { PayPassword } from "./pay-password/payPassword.entity.ts";
import { payPasswordRest } from "./pay-password/payPassword.rest.ts";
import { PayPasswordResolver } from "./pay-password/payPassword.resolver.ts";
import { moneyJobs } from "./money.jobs.ts";
import { FundsResolver, UserWalletResolver } from "./wallets/wallet.resolver.ts";

/** The ledger, wallets, adjustments by administrators, and figures of money. */
export const money: Feature = {
  name: "money",
  entities: [MoneyAccount, MoneyTransaction, MoneyEntry, MoneyHold, MoneyKey, LedgerCheck, PayPassword],
  resolvers: [UserWalletResolver, FundsResolver, FinanceResolver, AdjustmentResolver, PayPasswordResolver],
  rest: { ...financeRest, ...payPasswordRest },
  jobs: moneyJobs,
  erasureHooks: [eraseRows("money", PayPassword)],
};
