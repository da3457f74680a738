import type { Job } from "../../core/feature.ts";
import { checkLedger } from "./checks/check.service.ts";
import { deleteOldKeys } from "./ledger/onceByKey.service.ts";

/** Timed work of the ledger. */
export const moneyJobs: readonly Job[] = [
  { name: "checkLedger", everyMs: 300_000, onStart: true, run: checkLedger },
  { name: "deleteOldMoneyKeys", everyMs: 3_600_000, run: deleteOldKeys },
];
