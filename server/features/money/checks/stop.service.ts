import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { LEDGER_CHECK_ID, LedgerCheck } from "./ledgerCheck.entity.ts";

/** Reads the last check of the ledger; null before the first one. */
export function findLedgerCheck(ctx: Context): Promise<LedgerCheck | null> {
  return ctx.db.findOneBy(LedgerCheck, { id: LEDGER_CHECK_ID });
}

/**
 * Lets no money leave the site while the last check of the ledger has found violations. `post` asks it; commands that
 * begin a withdrawal ask it early, so that nothing is set aside that cannot be paid out.
 * @throws {DomainError} MONEY_STOPPED.
 */
export async function refuseWhileStopped(ctx: Context): Promise<void> {
  const check = await findLedgerCheck(ctx);
  if (check && check.violations !== "") throw new DomainError("MONEY_STOPPED");
}
