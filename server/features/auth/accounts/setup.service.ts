import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { ADMIN_GROUP_ID } from "../../../core/viewer.ts";
import { getSettings } from "../../settings/setting.service.ts";
import { findSetupToken, storeSetupToken, deleteSetupToken } from "../../settings/setupToken.service.ts";
import { checkName } from "../../users/name.ts";
import { countAdmins } from "../../users/members/member.service.ts";
import { createUser } from "../../users/user.service.ts";
import type { ClaimAdminInput } from "./account.input.ts";
import type { SignedIn } from "./enter.service.ts";
import { rememberDevice } from "../attempts/knownDevice.ts";
import { hashNewPassword } from "../passwords/password.ts";
import { digest } from "../sessions/digest.ts";
import { openSession } from "../sessions/session.service.ts";

/**
 * Makes the token with which the operator becomes the first administrator; earlier tokens expire.
 * Null if there is an administrator already.
 */
export async function offerSetup(ctx: Context): Promise<string | null> {
  if ((await countAdmins(ctx)) > 0) return null;
  const token = randomBytes(24).toString("base64url");
  await inTransaction(ctx, (ctx) => storeSetupToken(ctx, digest(token)));
  return token;
}

/**
 * Creates the first administrator, with the token that the server printed. The token works once.
 * @emits userRegistered
 * @throws {DomainError} FORBIDDEN for a wrong, used or missing token alike; the errors of registering.
 */
export const claimAdmin = verb({
  name: "claimAdmin",
  who: "anyone",
  rate: "setup",
  audited: true,
  withoutCompanion: true,
  whileClosed: true,
  async run(ctx: Context, input: ClaimAdminInput): Promise<SignedIn> {
    await checkToken(ctx, input.token);
    const username = checkName("username", input.username);
    const nickname = checkName("nickname", input.nickname);
    const owner = { username: username.name, nickname: nickname.name };
    const passwordHash = await hashNewPassword(ctx, input.password, owner, await getSettings(ctx));
    const user = await inTransaction(ctx, async (ctx) => {
      if (!(await deleteSetupToken(ctx)) || (await countAdmins(ctx)) > 0) throw new DomainError("FORBIDDEN");
      return createUser(ctx, { username, nickname, passwordHash, groupId: ADMIN_GROUP_ID });
    });
    rememberDevice(ctx, { id: user.id, passwordHash });
    return { user, ...(await openSession(ctx, user.id, input.client)) };
  },
});

/**
 * Creates the first administrator from the configuration; does nothing if there is one.
 * @throws {Error} naming the variable at fault.
 */
export async function ensureFirstAdmin(ctx: Context, username: string, password: string): Promise<boolean> {
  if ((await countAdmins(ctx)) > 0) {
    ctx.services.log.info(
      {},
      "ADMIN_USERNAME and ADMIN_PASSWORD do nothing: there is an administrator already",
    );
    return false;
  }
  try {
    const name = checkName("username", username);
    const nickname = checkName("nickname", username);
    const owner = { username: name.name, nickname: nickname.name };
    const passwordHash = await hashNewPassword(ctx, password, owner, await getSettings(ctx));
    await createUser(ctx, { username: name, nickname, passwordHash, groupId: ADMIN_GROUP_ID });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const variable = error.details.field === "password" ? "ADMIN_PASSWORD" : "ADMIN_USERNAME";
    throw new Error(`The configuration has problems:\n  ${variable}: ${error.message}`, { cause: error });
  }
  return true;
}

async function checkToken(ctx: Context, token: string): Promise<void> {
  const stored = await findSetupToken(ctx);
  const candidate = Buffer.from(digest(token));
  if (!stored || !timingSafeEqual(Buffer.from(stored), candidate)) {
    throw new DomainError("FORBIDDEN", {
      text: { zh: "设置链接无效或已使用", en: "This setup link is not valid or was used already." },
    });
  }
}
