import type { Context } from "../../../core/context.ts";
import type { DeletedGroup } from "../../../core/hooks.ts";
import { run } from "../../../core/sql.ts";

/**
 * One UPDATE whose values come from another table: TypeORM cannot say it, and a group may have every member.
 * Moves members back to a group that is brought back, unless they have been given another group since.
 * @returns how many
 */
export async function returnMembers(
  ctx: Context,
  { deletionId, groupId, movedToId }: DeletedGroup,
): Promise<number> {
  const kept = "group_deletion_members m WHERE m.deletionId = ? AND m.groupId = ?";
  const { affected } = await run(
    ctx,
    `UPDATE users SET groupExpiresAt = (SELECT m.expiresAt FROM ${kept} AND m.userId = users.id), groupId = ?
     WHERE groupId = ? AND groupExpiresAt IS NULL AND id IN (SELECT m.userId FROM ${kept})`,
    [deletionId, groupId, groupId, movedToId, deletionId, groupId],
  );
  return affected;
}
