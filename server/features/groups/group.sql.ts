import type { Context } from "../../core/context.ts";
import { rows } from "../../core/sql.ts";

/** Raw since every process reads it each second: some hundred rows of two columns. Reads all grants of groups. */
export function readGrants(ctx: Context): Promise<{ groupId: number; permission: string }[]> {
  return rows(ctx, "SELECT p.groupId, p.permission FROM group_permissions p");
}
