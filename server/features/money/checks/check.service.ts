import type { Context } from "../../../core/context.ts";
import { slices } from "../../../core/slices.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { tellAdministrators } from "../../users/administrators.service.ts";
import { findViolations, INVARIANTS, newestTransactionId } from "./invariants.sql.ts";
import { LEDGER_CHECK_ID, LedgerCheck } from "./ledgerCheck.entity.ts";
import { findLedgerCheck } from "./stop.service.ts";

/** All entries are looked at so often; in between those since the last check, in milliseconds. */
const WHOLE_EVERY_MS = 86_400_000;
/** Transactions before the newest of the last check that are looked at again: some may have been on their way then. */
const OVERLAP = 1_000;

/**
 * Checks the books. What it finds is logged as an error, told to administrators once, and stops money from leaving the
 * site until a check finds nothing any more; nothing is corrected by itself.
 * @emits notificationRaised for each administrator when it stops
 */
export async function checkLedger(ctx: Context): Promise<void> {
  const last = await findLedgerCheck(ctx);
  const isWhole = !last?.wholeAt || last.violations !== "" || isOld(ctx, last.wholeAt);
  const sinceId = isWhole ? 0 : Math.max(0, last.upToId - OVERLAP);
  const upToId = await newestTransactionId(ctx);
  const violations: string[] = [];
  const pause = slices(1);
  for (const invariant of INVARIANTS) {
    if (invariant.wholeOnly && !isWhole) continue;
    await pause();
    const subjects = await findViolations(ctx, invariant, sinceId);
    if (subjects.length > 0) violations.push(`${invariant.name}: ${subjects.join(", ")}`);
  }
  if (violations.length > 0)
    ctx.services.log.error({ violations }, "the books do not balance; no money leaves the site");
  const wholeAt = isWhole ? ctx.now : (last?.wholeAt ?? null);
  const check = {
    id: LEDGER_CHECK_ID,
    checkedAt: ctx.now,
    wholeAt,
    upToId,
    violations: violations.join("\n"),
  };
  await inTransaction(ctx, async (ctx) => {
    await ctx.db.upsert(LedgerCheck, check, ["id"]);
    if (check.violations !== "" && !last?.violations) await tellAdministrators(ctx, "money.stopped", {});
  });
}

function isOld(ctx: Context, wholeAt: Date): boolean {
  return ctx.now.getTime() - wholeAt.getTime() >= WHOLE_EVERY_MS;
}
