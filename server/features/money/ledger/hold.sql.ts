import type { Context } from "../../../core/context.ts";
import { run, selectOne } from "../../../core/sql.ts";
import { forUpdate } from "../../../core/write.ts";
import { MoneyHold } from "./hold.entity.ts";

/** Raw since every claim of a red packet runs both. */

/** Finds a hold and locks it until the transaction ends. */
export function lockHold(ctx: Context, reference: string): Promise<MoneyHold | null> {
  return selectOne(ctx, MoneyHold, "h", `money_holds h WHERE h.reference = ?${forUpdate(ctx)}`, [reference]);
}

/** Stores what is left of a hold. */
export async function storeRemaining(ctx: Context, id: number, remainingCents: number): Promise<void> {
  await run(ctx, "UPDATE money_holds SET remainingCents = ? WHERE id = ?", [remainingCents, id]);
}
