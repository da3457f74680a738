import type { Context } from "../../../core/context.ts";
import type { UserStatus } from "../../../core/viewer.ts";
import { User } from "../user.entity.ts";

/** A change of a member's status. */
export interface StatusChange {
  readonly from: UserStatus;
  readonly to: UserStatus;
}

/**
 * Changes the status of a member in the caller's transaction, unless it is a third one by now. Rules, events and log
 * entries are up to the caller.
 * @returns true if it was changed
 */
export async function changeStatus(
  ctx: Context,
  userId: number,
  { from, to }: StatusChange,
): Promise<boolean> {
  const changed = { status: to, updatedAt: new Date() };
  const { affected } = await ctx.db.update(User, { id: userId, status: from }, changed);
  return (affected ?? 0) > 0;
}

/** Lists members of a status by id. */
export function listByStatus(ctx: Context, status: UserStatus, first: number): Promise<Pick<User, "id">[]> {
  return ctx.db.find(User, { select: { id: true }, where: { status }, order: { id: "ASC" }, take: first });
}
