import { randomBytes } from "node:crypto";
import { nameKey } from "../core/text.ts";
import { inTransaction } from "../core/transaction.ts";
import { findAccount } from "../features/auth/accounts/findAccount.service.ts";
import { hashNewPassword } from "../features/auth/passwords/password.ts";
import { replacePassword } from "../features/auth/passwords/passwordChange.service.ts";
import { getSettings } from "../features/settings/setting.service.ts";
import { withProgram } from "./program.ts";

/** Bytes of a password that the program makes up. */
const MADE_UP_BYTES = 12;

/** Options of `password:reset`. */
export interface PasswordOptions {
  /** User name, or proven e-mail address. */
  readonly username: string;
  /** Made up if it is not given. */
  readonly password?: string | undefined;
}

/**
 * Gives a member another password and signs them out everywhere, for an operator whose site sends no mail.
 * @returns the user name and the new password
 * @throws {DomainError} PASSWORD_TOO_SHORT and its like; {Error} if there is no such member.
 */
export function resetPasswordOf(
  options: PasswordOptions,
): Promise<{ readonly username: string; readonly password: string }> {
  return withProgram(async (app) => {
    const ctx = app.context();
    const user = await findAccount(ctx, nameKey(options.username));
    if (!user) throw new Error(`There is no member ${options.username}.`);
    const password = options.password ?? `A1-${randomBytes(MADE_UP_BYTES).toString("base64url")}`;
    const passwordHash = await hashNewPassword(ctx, password, user, await getSettings(ctx));
    await inTransaction(ctx, (ctx) => replacePassword(ctx, user, passwordHash));
    return { username: user.username, password };
  });
}
