import { ADMIN_GROUP_ID } from "../core/viewer.ts";
import { hashNewPassword } from "../features/auth/passwords/password.ts";
import { getSettings } from "../features/settings/setting.service.ts";
import { checkName } from "../features/users/name.ts";
import { createUser } from "../features/users/user.service.ts";
import { withProgram } from "./program.ts";

/** Options of `admin:create`. */
export interface AdminOptions {
  readonly username: string;
  readonly password: string;
  /** The user name, if it is not given. */
  readonly nickname?: string | undefined;
}

/**
 * Creates an administrator by the same rules as registering.
 * @returns the id of the new member
 * @throws {DomainError} USERNAME_TAKEN, NICKNAME_TAKEN, PASSWORD_TOO_SHORT and its like, INVALID_PARAMETER.
 */
export function createAdmin({ username, password, nickname = username }: AdminOptions): Promise<number> {
  return withProgram(async (app) => {
    const ctx = app.context();
    const name = checkName("username", username);
    const shown = checkName("nickname", nickname);
    const owner = { username: name.name, nickname: shown.name };
    const passwordHash = await hashNewPassword(ctx, password, owner, await getSettings(ctx));
    const user = await createUser(ctx, {
      username: name,
      nickname: shown,
      passwordHash,
      groupId: ADMIN_GROUP_ID,
    });
    return user.id;
  });
}
