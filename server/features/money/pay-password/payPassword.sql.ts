import type { Context } from "../../../core/context.ts";
import { row } from "../../../core/sql.ts";
import type { PayPassword } from "./payPassword.entity.ts";

/** Reads the pay password of a member. Raw since every payment runs it. */
export function findPayPassword(
  ctx: Context,
  userId: number,
): Promise<Pick<PayPassword, "salt" | "digest"> | null> {
  return row(ctx, "SELECT p.salt, p.digest FROM pay_passwords p WHERE p.userId = ?", [userId]);
}
