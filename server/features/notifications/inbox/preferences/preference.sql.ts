import type { Context } from "../../../../core/context.ts";
import { marks, rows } from "../../../../core/sql.ts";
import type { NoticePreference } from "./preference.entity.ts";

/** Reads what recipients have chosen, without hydration: once for every delivery, for hundreds of members. */
export function selectChoices(
  ctx: Context,
  userIds: readonly number[],
): Promise<Pick<NoticePreference, "userId" | "choices">[]> {
  return rows<Pick<NoticePreference, "userId" | "choices">>(
    ctx,
    `SELECT p.userId, p.choices FROM notice_preferences p WHERE p.userId IN (${marks(userIds)})`,
    userIds,
  );
}
