import type { Context } from "../../core/context.ts";
import { rows } from "../../core/sql.ts";

/** Read again each second by every process that answers, some hundred rows of two columns: not worth hydrating. */
export function readGrants(ctx: Context): Promise<{ groupId: number; permission: string }[]> {
  return rows(ctx, "SELECT p.groupId, p.permission FROM group_permissions p");
}
