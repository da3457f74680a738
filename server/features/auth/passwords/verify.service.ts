import type { Context } from "../../../core/context.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { setPasswordHash } from "../../users/members/member.service.ts";
import { FOREIGN_PASSWORD, User } from "../../users/user.entity.ts";
import { ForeignPassword } from "./foreignPassword.entity.ts";
import { matchesHash, rehashForeign } from "./password.ts";

/**
 * Checks the password of a member; without one it takes as long. The hash of another forum ends with the first right
 * password, in a transaction of its own: also where a ban or a missing second factor keeps the member out
 * (docs/decisions/0501).
 * @returns the member as stored now; null if the password is wrong
 * @throws {DomainError} OVERLOADED
 */
export async function verifyPassword(
  ctx: Context,
  user: User | null,
  password: string,
): Promise<User | null> {
  const foreign =
    user?.passwordHash === FOREIGN_PASSWORD
      ? await ctx.db.findOneBy(ForeignPassword, { userId: user.id })
      : null;
  if (!user || !foreign) return (await matchesHash(ctx, user?.passwordHash ?? null, password)) ? user : null;
  const passwordHash = await rehashForeign(ctx, foreign, password);
  if (passwordHash === null) return null;
  const isReplaced = await inTransaction(ctx, async (ctx) => {
    const { affected } = await ctx.db.delete(ForeignPassword, { userId: user.id, hash: foreign.hash });
    if (affected) await setPasswordHash(ctx, user.id, passwordHash);
    return affected === 1;
  });
  const current = await ctx.db.findOneByOrFail(User, { id: user.id });
  if (isReplaced) return current;
  // Another sign-in, or another password, came first.
  return current.passwordHash === FOREIGN_PASSWORD ? null : verifyPassword(ctx, current, password);
}
