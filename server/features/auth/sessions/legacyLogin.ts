import type { Context } from "../../../core/context.ts";
import { legacyAddress } from "../../../core/rest.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { checkInput } from "../../../core/validation.ts";
import { answerOfLegacy } from "../../captcha/captchaAnswer.ts";
import { login, register } from "../accounts/account.service.ts";
import { censor } from "../../stop-words/filter/filter.service.ts";
import { CensoredField } from "../../stop-words/stopWord.view.ts";
import { checkName } from "../../users/name.ts";
import { User } from "../../users/user.entity.ts";
import {
  type LegacyLogin,
  type LegacyNames,
  type LegacyRegistration,
  RegisterInput,
} from "../accounts/account.input.ts";
import type { SignedIn } from "../accounts/enter.service.ts";
import { standingOf } from "../../users/user.policy.ts";
import { ClientKind } from "./session.entity.ts";
import { SESSION_LIFETIME_MS } from "./session.service.ts";

/** Signs in with a stand-alone token, for legacy clients (legacy-facts 3.1). */
export async function loginForLegacy(ctx: Context, { username, password }: LegacyLogin): Promise<object> {
  return legacyToken(ctx, await login(ctx, { username, password, client: ClientKind.API }));
}

/** Signs in to the administration of the predecessor. @throws {DomainError} FORBIDDEN for all but administrators. */
export async function loginAdminForLegacy(ctx: Context, input: LegacyLogin): Promise<object> {
  const signedIn = await login(ctx, { ...input, client: ClientKind.API, isForAdmins: true });
  return { ...legacyToken(ctx, signedIn), id: signedIn.user.id };
}

/**
 * Registers a member (legacy-facts 3.1). The form of old clients says above its button that whoever registers agrees to
 * the terms.
 * @throws {DomainError} as `register`; INVALID_PARAMETER if the two passwords differ.
 */
export async function registerForLegacy(ctx: Context, input: LegacyRegistration): Promise<object> {
  const { username, password, passwordConfirmation, nickname, code } = input;
  if (password !== passwordConfirmation)
    throw invalid("passwordConfirmation", "两次输入的密码不一致", "The two passwords differ.");
  const given = Object.assign(new RegisterInput(), {
    username,
    password,
    nickname: nickname || username,
    agreed: true,
    captcha: answerOfLegacy(input),
    client: ClientKind.API,
    inviteCode: code,
  });
  return legacyToken(ctx, await register(ctx, checkInput(given)));
}

/**
 * Checks names before somebody registers with them.
 * @throws {DomainError} INVALID_PARAMETER, USERNAME_TOO_LONG, NAME_BANNED; USERNAME_TAKEN, NICKNAME_TAKEN
 */
export async function checkNamesForLegacy(ctx: Context, { username, nickname }: LegacyNames): Promise<[]> {
  if (username) {
    const { name, key } = checkName("username", username);
    await censor(ctx, CensoredField.USERNAME, name);
    if (await ctx.db.existsBy(User, { usernameKey: key })) throw new DomainError("USERNAME_TAKEN");
  }
  if (nickname) {
    const { name, key } = checkName("nickname", nickname);
    await censor(ctx, CensoredField.NICKNAME, name);
    if (await ctx.db.existsBy(User, { nicknameKey: key })) throw new DomainError("NICKNAME_TAKEN");
  }
  return [];
}

/** Says a new session as legacy clients read it (legacy-facts 3.1). */
export function legacyToken(ctx: Context, { user, accessToken }: Pick<SignedIn, "user" | "accessToken">) {
  return {
    tokenType: "Bearer",
    expiresIn: SESSION_LIFETIME_MS / 1000,
    accessToken,
    refreshToken: "",
    isMissNickname: false,
    avatarUrl: legacyAddress(ctx, user.avatarUrl),
    userStatus: standingOf(user, ctx.now),
    uid: user.id,
    userId: user.id,
  };
}
