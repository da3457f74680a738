import { In } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { setPasswordHash } from "../../users/members/member.service.ts";
import { FOREIGN_PASSWORD, NO_PASSWORD, User } from "../../users/user.entity.ts";
import type { SealedPassword } from "./foreignCheck.ts";
import { ForeignPassword } from "./foreignPassword.entity.ts";

/** The hash of a member's password that another forum has made, sealed by `sealForeignPassword`. */
export interface ImportedPassword extends SealedPassword {
  readonly userId: number;
}

/**
 * Stores hashes of another forum in the caller's transaction: their members sign in with the passwords that they had
 * there. Whoever has a password of ours already keeps it, so that an import may run twice. Some thousands at once
 * at most.
 * @returns how many were stored
 */
export async function storeForeignPasswords(
  ctx: Context,
  passwords: readonly ImportedPassword[],
): Promise<number> {
  const members = await ctx.db.find(User, {
    select: { id: true },
    where: {
      id: In(passwords.map(({ userId }) => userId)),
      passwordHash: In([NO_PASSWORD, FOREIGN_PASSWORD]),
    },
  });
  const open = new Set(members.map(({ id }) => id));
  const due = passwords.filter(({ userId }) => open.has(userId));
  if (due.length === 0) return 0;
  await ctx.db.upsert(ForeignPassword, due, ["userId"]);
  for (const { userId } of due) await setPasswordHash(ctx, userId, FOREIGN_PASSWORD);
  return due.length;
}
