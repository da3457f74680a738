import type { Context } from "../../../core/context.ts";
import { setPasswordHash } from "../../users/members/member.service.ts";
import { clearFailures } from "../attempts/attempt.service.ts";
import { Session } from "../sessions/session.entity.ts";
import { sessionsEnded } from "../sessions/session.events.ts";
import { ForeignPassword } from "./foreignPassword.entity.ts";

/** The member whose password is replaced. */
export interface PasswordHolder {
  readonly id: number;
  readonly username: string;
}

/**
 * Gives a member another password in the caller's transaction: all their sessions end, and the failures that were
 * counted for the one before are cleared.
 * @emits sessionsEnded
 * @returns how many sessions ended
 */
export async function replacePassword(
  ctx: Context,
  { id: userId, username }: PasswordHolder,
  passwordHash: string,
): Promise<number> {
  await ctx.db.delete(ForeignPassword, { userId });
  await setPasswordHash(ctx, userId, passwordHash);
  const { affected } = await ctx.db.delete(Session, { userId });
  await clearFailures(ctx, username);
  ctx.emit(sessionsEnded({ userId, sessionIds: "all" }));
  return affected ?? 0;
}
