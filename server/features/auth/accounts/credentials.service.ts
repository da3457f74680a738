import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { nameKey } from "../../../core/text.ts";
import type { User } from "../../users/user.entity.ts";
import type { Attempt } from "../attempts/attempt.service.ts";
import { findKnownDevice } from "../attempts/knownDevice.ts";
import { verifyPassword } from "../passwords/verify.service.ts";
import { findAccount } from "./findAccount.service.ts";

/** A name with its password. */
export interface Credentials {
  /** User name or proven e-mail address. */
  readonly username: string;
  readonly password: string;
}

/**
 * Checks a name with its password. Answer and time are the same for wrong passwords and unknown names.
 * @param begin counts the attempt: for the account, by whichever of its names it was tried
 * @throws {DomainError} LOGIN_FAILED; those of `begin`; OVERLOADED.
 */
export async function checkCredentials(
  ctx: Context,
  { username, password }: Credentials,
  begin: (account: string, device: string | null) => Promise<Attempt>,
): Promise<{ readonly user: User; readonly attempt: Attempt }> {
  const accountKey = nameKey(username);
  const account = await findAccount(ctx, accountKey);
  const attempt = await begin(account?.usernameKey ?? accountKey, account && findKnownDevice(ctx, account));
  const user = await verifyPassword(ctx, account, password);
  if (!user) throw new DomainError("LOGIN_FAILED");
  return { user, attempt };
}
