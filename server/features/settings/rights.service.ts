import { noteChange } from "../../core/audit.ts";
import type { Context } from "../../core/context.ts";
import { marks, rows, run } from "../../core/sql.ts";

/** Under this tag the history of settings keeps who had a right that a save took; no setting has it. */
const RIGHTS_TAG = "group_permissions";

/** Takes rights from every group that has them; told in the log, group by group, and kept for undoing the save. */
export async function revokeRights(ctx: Context, saveId: number, rights: readonly string[]): Promise<void> {
  if (rights.length === 0) return;
  const condition = `permission IN (${marks(rights)})`;
  const held = await rows<{ groupId: number; permission: string }>(
    ctx,
    `SELECT groupId, permission FROM group_permissions WHERE ${condition} ORDER BY groupId, permission`,
    rights,
  );
  if (held.length === 0) return;
  await run(ctx, `DELETE FROM group_permissions WHERE ${condition}`, rights);
  for (const right of new Set(held.map(({ permission }) => permission))) {
    const groupIds = held.filter(({ permission }) => permission === right).map(({ groupId }) => groupId);
    await run(
      ctx,
      "INSERT INTO setting_changes (saveId, tag, `key`, `before`, `after`) VALUES (?, ?, ?, ?, '[]')",
      [saveId, RIGHTS_TAG, right, JSON.stringify(groupIds.map(Number))],
    );
  }
  for (const groupId of new Set(held.map((each) => each.groupId))) {
    const before = held.filter((each) => each.groupId === groupId).map(({ permission }) => permission);
    noteChange(ctx, { target: `group:${groupId}`, before, after: [] });
  }
}

/** Gives back what a save took from groups that there still are, in the transaction that undoes it. */
export async function restoreRights(
  ctx: Context,
  changes: readonly { readonly tag: string; readonly key: string; readonly before: string | null }[],
): Promise<void> {
  const ignore = ctx.services.database.engine === "mysql" ? "IGNORE" : "OR IGNORE";
  for (const { tag, key: right, before } of changes) {
    if (tag !== RIGHTS_TAG) continue;
    const groupIds = JSON.parse(before ?? "[]") as number[];
    const known = await rows<{ id: number }>(
      ctx,
      `SELECT g.id FROM \`groups\` g WHERE g.id IN (${marks(groupIds)}) ORDER BY g.id`,
      groupIds,
    );
    for (const { id } of known) {
      await run(ctx, `INSERT ${ignore} INTO group_permissions (groupId, permission) VALUES (?, ?)`, [
        id,
        right,
      ]);
      noteChange(ctx, { target: `group:${id}`, before: [], after: [right] });
    }
  }
}
