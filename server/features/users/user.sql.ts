import type { Context } from "../../core/context.ts";
import { marks, select } from "../../core/sql.ts";
import { User } from "./user.entity.ts";

/**
 * Raw since every page reads members by id.
 * Reads members by id, in any order.
 * @param without properties that stay undefined
 */
export function readUsers(
  ctx: Context,
  ids: readonly number[],
  without: readonly (keyof User & string)[] = [],
): Promise<User[]> {
  return select(ctx, User, "u", `users u WHERE u.id IN (${marks(ids)})`, ids, without);
}
