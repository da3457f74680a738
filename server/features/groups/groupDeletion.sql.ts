import type { Context } from "../../core/context.ts";
import { run } from "../../core/sql.ts";

/**
 * One INSERT … SELECT: TypeORM cannot say it, and a group may have every member.
 * Stores who is in a group, and until when, before it is deleted. @returns how many
 */
export async function keepMembers(ctx: Context, deletionId: number, groupId: number): Promise<number> {
  const { affected } = await run(
    ctx,
    `INSERT INTO group_deletion_members (deletionId, groupId, userId, expiresAt)
     SELECT ?, u.groupId, u.id, u.groupExpiresAt FROM users u WHERE u.groupId = ?`,
    [deletionId, groupId],
  );
  return affected;
}
