import type { Context } from "../../../core/context.ts";
import { run } from "../../../core/sql.ts";
import type { MoneyKey } from "./moneyKey.entity.ts";

/** Raw since every payment runs both. */

/** Inserts a key; its answer is empty until it is known. @returns false if it is there */
export async function insertKey(
  ctx: Context,
  { actorId, operation, clientKey, digest, answer }: Omit<MoneyKey, "createdAt">,
): Promise<boolean> {
  const insert = ctx.services.database.engine === "sqlite" ? "INSERT OR IGNORE" : "INSERT IGNORE";
  const sql = `${insert} INTO money_keys (actorId, operation, clientKey, digest, answer, createdAt) VALUES (?, ?, ?, ?, ?, ?)`;
  return (await run(ctx, sql, [actorId, operation, clientKey, digest, answer, ctx.now])).affected === 1;
}

/** Stores the answer that a key gives from now on. */
export async function storeAnswer(
  ctx: Context,
  { actorId, operation, clientKey }: Pick<MoneyKey, "actorId" | "operation" | "clientKey">,
  answer: string,
): Promise<void> {
  const sql = "UPDATE money_keys SET answer = ? WHERE actorId = ? AND operation = ? AND clientKey = ?";
  await run(ctx, sql, [answer, actorId, operation, clientKey]);
}
