import { defineLoader } from "../../../core/loaders.ts";
import { marks, rows } from "../../../core/sql.ts";

/** How the viewer follows others: 0 not, 1 follows, 2 both follow each other (spec §4). */
export const followStateOf = defineLoader<number, 0 | 1 | 2>("followStateOf", async (ctx, userIds) => {
  if (!ctx.viewer.isMember) return new Map();
  const found = await rows<{ toUserId: number; isMutual: number }>(
    ctx,
    `SELECT f.toUserId, f.isMutual FROM follows f WHERE f.fromUserId = ? AND f.toUserId IN (${marks(userIds)})`,
    [ctx.viewer.id, ...userIds],
  );
  return new Map(found.map(({ toUserId, isMutual }) => [toUserId, isMutual ? 2 : 1]));
});

/** Whom of others the viewer blocks. */
export const blockedByViewer = defineLoader<number, boolean>("blockedByViewer", async (ctx, userIds) => {
  if (!ctx.viewer.isMember) return new Map();
  const found = await rows<{ blockedUserId: number }>(
    ctx,
    `SELECT b.blockedUserId FROM blocks b WHERE b.userId = ? AND b.blockedUserId IN (${marks(userIds)})`,
    [ctx.viewer.id, ...userIds],
  );
  return new Map(found.map(({ blockedUserId }) => [blockedUserId, true]));
});
