import { nameKey } from "../core/text.ts";
import { inTransaction } from "../core/transaction.ts";
import { findAccount } from "../features/auth/accounts/findAccount.service.ts";
import { takeSecondFactor } from "../features/auth/second-factor/memberFactor.service.ts";
import { withProgram } from "./program.ts";

/**
 * Removes the second factor of a member and signs them out everywhere, for an operator whose only administrator has lost
 * theirs.
 * @param name user name, or proven e-mail address
 * @throws {DomainError} NOT_FOUND if they have none; {Error} if there is no such member.
 */
export function removeSecondFactorOf(
  name: string,
): Promise<{ readonly username: string; readonly endedSessions: number }> {
  return withProgram(async (app) => {
    const ctx = app.context();
    const user = await findAccount(ctx, nameKey(name));
    if (!user) throw new Error(`There is no member ${name}.`);
    const endedSessions = await inTransaction(ctx, (ctx) => takeSecondFactor(ctx, user.id));
    return { username: user.username, endedSessions };
  });
}
