import type { Context } from "../../../core/context.ts";
import type { DeletedGroup } from "../../../core/hooks.ts";
import { marks, rows, run } from "../../../core/sql.ts";

/** Raw since TypeORM counts one group at a time. Gives the numbers of members of some groups; those without are left out. */
export async function countMembers(ctx: Context, groupIds: readonly number[]): Promise<Map<number, number>> {
  const counts = await rows<{ groupId: number; count: number }>(
    ctx,
    `SELECT groupId, COUNT(*) AS count FROM users WHERE groupId IN (${marks(groupIds)}) GROUP BY groupId`,
    groupIds,
  );
  return new Map(counts.map(({ groupId, count }) => [groupId, Number(count)]));
}

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
    `UPDATE users SET groupExpiresAt = (SELECT m.expiresAt FROM ${formerly} AND m.userId = users.id), groupId = ?, updatedAt = ?
     WHERE groupId = ? AND groupExpiresAt IS NULL AND id IN (SELECT m.userId FROM ${formerly})`,
    [deletionId, groupId, groupId, new Date(), movedToId, deletionId, groupId],
  );
  return affected;
}
