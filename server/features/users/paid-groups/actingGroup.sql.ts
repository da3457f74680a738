import type { Context } from "../../../core/context.ts";
import { marks, rows } from "../../../core/sql.ts";
import { EntitledObject } from "../../entitlements/entitlement.entity.ts";

/** A member whose group has ended: a period that runs now, if there is one, and the group that returns. */
export interface NextGroupRow {
  readonly userId: number;
  readonly returnGroupId: number | null;
  readonly returnGroupExpiresAt: string | Date | null;
  readonly groupId: number | null;
}

/** Raw since it is one statement over two tables, asked by requests. Reads what follows for members whose group has ended. */
export function selectNextGroups(ctx: Context, userIds: readonly number[]): Promise<NextGroupRow[]> {
  return rows<NextGroupRow>(
    ctx,
    `SELECT u.id AS userId, u.returnGroupId, u.returnGroupExpiresAt, e.groupId FROM users u
     LEFT JOIN entitlements e ON e.userId = u.id AND e.objectKind = ? AND e.startsAt <= ? AND e.endsAt > ?
     WHERE u.id IN (${marks(userIds)})`,
    [EntitledObject.GROUP, ctx.now, ctx.now, ...userIds],
  );
}
