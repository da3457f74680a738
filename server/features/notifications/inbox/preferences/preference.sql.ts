import type { Context } from "../../../../core/context.ts";
import { marks, rows } from "../../../../core/sql.ts";
import type { NotificationPreference } from "./preference.entity.ts";

/** Reads what recipients have chosen, without hydration: once for every delivery, for hundreds of members. */
export function selectChoices(
  ctx: Context,
  userIds: readonly number[],
): Promise<Pick<NotificationPreference, "userId" | "choices">[]> {
  return rows<Pick<NotificationPreference, "userId" | "choices">>(
    ctx,
    `SELECT p.userId, p.choices FROM notice_preferences p WHERE p.userId IN (${marks(userIds)})`,
    userIds,
  );
}
