import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { getSettings } from "../../settings/setting.service.ts";
import { censor } from "../../stop-words/filter/filter.service.ts";
import { CensoredField } from "../../stop-words/stopWord.view.ts";
import { checkName } from "../../users/name.ts";
import { lockMember, refuseIfLastAdmin, setClosing } from "../../users/members/member.service.ts";
import { User } from "../../users/user.entity.ts";
import { getUser, renameUser } from "../../users/user.service.ts";
import { rememberDevice } from "../attempts/knownDevice.ts";
import { hashNewPassword, hasPassword } from "../passwords/password.ts";
import { replacePassword } from "../passwords/passwordChange.service.ts";
import { requireProof } from "../sessions/proof.service.ts";
import { ClientKind, Session } from "../sessions/session.entity.ts";
import { sessionsEnded } from "../sessions/session.events.ts";
import { openSession } from "../sessions/session.service.ts";
import type { SignedIn } from "./enter.service.ts";

/** Time in which a closed account can be opened again by signing in, in milliseconds: 14 days. */
export const CLOSING_GRACE_MS = 14 * 86_400_000;

/** True if a member has a password; lists of members are read without. */
export async function ownsPassword(ctx: Context, userId: number): Promise<boolean> {
  const { passwordHash } = await ctx.db.findOneOrFail(User, {
    select: { passwordHash: true },
    where: { id: userId },
  });
  return hasPassword(passwordHash);
}

/**
 * Changes the viewer's password. All sessions end, and the present browser gets another one.
 * @emits sessionsEnded
 * @throws {DomainError} PROOF_NEEDED; PASSWORD_TOO_SHORT and its like.
 */
export const changePassword = verb({
  name: "changePassword",
  who: "member",
  rate: "session",
  anyStanding: true,
  async run(ctx: Context, password: string): Promise<SignedIn> {
    await requireProof(ctx);
    const user = await getUser(ctx, ctx.viewer.accountId);
    const passwordHash = await hashNewPassword(ctx, password, user, await getSettings(ctx));
    const client = ctx.proof === "token" ? ClientKind.API : ClientKind.BROWSER;
    await inTransaction(ctx, (ctx) => replacePassword(ctx, user, passwordHash));
    if (client === ClientKind.BROWSER) rememberDevice(ctx, { id: user.id, passwordHash });
    return { user, ...(await openSession(ctx, user.id, client)) };
  },
});

/** Counts how often a member may still change their user name (`username_bout`). */
export async function usernameChangesLeft(ctx: Context, user: User): Promise<number> {
  const { username_bout: most } = await getSettings(ctx);
  return Math.max(0, Number(most) - user.usernameChanges);
}

/**
 * Changes the name that the viewer signs in with, as often as the site allows.
 * @throws {DomainError} PROOF_NEEDED; FORBIDDEN once it was changed that often; USERNAME_TAKEN, USERNAME_TOO_LONG,
 *   NICKNAME_NOT_ALLOWED, INVALID_PARAMETER.
 */
export const changeUsername = verb({
  name: "changeUsername",
  who: "member",
  rate: "session",
  async run(ctx: Context, value: string): Promise<User> {
    await requireProof(ctx);
    const username = checkName("username", value);
    await censor(ctx, CensoredField.USERNAME, username.name);
    await inTransaction(ctx, async (ctx) => {
      const user = await lockMember(ctx, ctx.viewer.id);
      if (user.username === username.name) return;
      if ((await usernameChangesLeft(ctx, user)) === 0)
        throw new DomainError("FORBIDDEN", {
          field: "username",
          text: { zh: "用户名的修改次数已用完", en: "The username can no longer be changed." },
        });
      await renameUser(ctx, user.id, username);
    });
    return getUser(ctx, ctx.viewer.id);
  },
});

/**
 * Closes the viewer's account: all sessions end, and after two weeks it is erased, unless its owner signs in before.
 * @emits sessionsEnded
 * @returns the time at which it is erased
 * @throws {DomainError} PROOF_NEEDED; IN_USE for the last administrator.
 */
export const closeAccount = verb({
  name: "closeAccount",
  who: "member",
  rate: "session",
  anyStanding: true,
  async run(ctx: Context, _input: undefined): Promise<Date> {
    await requireProof(ctx);
    const userId = ctx.viewer.accountId;
    const closesAt = new Date(ctx.now.getTime() + CLOSING_GRACE_MS);
    await inTransaction(ctx, async (ctx) => {
      await refuseIfLastAdmin(ctx, await lockMember(ctx, userId));
      await setClosing(ctx, userId, closesAt);
      await ctx.db.delete(Session, { userId });
      ctx.emit(sessionsEnded({ userId, sessionIds: "all" }));
    });
    ctx.setSessionCookie(null, new Date(0));
    return closesAt;
  },
});
