import type { Context } from "../../core/context.ts";
import { run } from "../../core/sql.ts";

/**
 * Raw since it is one INSERT … SELECT, which TypeORM cannot say, and every member may be in the group.
 * Stores the members of a group before it is deleted. @returns how many
 */
export async function storeGroupMembers(ctx: Context, deletionId: number, groupId: number): Promise<number> {
  const { affected } = await run(
    ctx,
    `INSERT INTO group_deletion_members (deletionId, groupId, userId, expiresAt)
     SELECT ?, u.groupId, u.id, u.groupExpiresAt FROM users u WHERE u.groupId = ?`,
    [deletionId, groupId],
  );
  return affected;
}
