import type { Context } from "../../../core/context.ts";
import type { DeletedGroup } from "../../../core/hooks.ts";
import { run } from "../../../core/sql.ts";

/**
 * Raw since it is one UPDATE whose values come from another table, which TypeORM cannot say, and every member may be in
 * the group. Moves members back to a restored group, unless they have been given another group since.
 * @returns how many
 */
export async function returnMembers(
  ctx: Context,
  { deletionId, groupId, movedToId }: DeletedGroup,
): Promise<number> {
  const formerly = "group_deletion_members m WHERE m.deletionId = ? AND m.groupId = ?";
  const { affected } = await run(
    ctx,
    `UPDATE users SET groupExpiresAt = (SELECT m.expiresAt FROM ${formerly} AND m.userId = users.id), groupId = ?
     WHERE groupId = ? AND groupExpiresAt IS NULL AND id IN (SELECT m.userId FROM ${formerly})`,
    [deletionId, groupId, groupId, movedToId, deletionId, groupId],
  );
  return affected;
}
