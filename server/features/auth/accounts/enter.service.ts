import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { ADMIN_GROUP_ID, UserStatus } from "../../../core/viewer.ts";
import { setClosing } from "../../users/members/member.service.ts";
import type { User } from "../../users/user.entity.ts";
import { standingOf } from "../../users/user.policy.ts";
import type { Attempt } from "../attempts/attempt.service.ts";
import { rememberDevice } from "../attempts/knownDevice.ts";
import { passSecondFactor } from "../second-factor/code.service.ts";
import { ClientKind } from "../sessions/session.entity.ts";
import { openSession, type OpenedSession } from "../sessions/session.service.ts";

/** A successful sign-in: the member, and the session with its access token. */
export interface SignedIn extends OpenedSession {
  readonly user: User;
  /** The account was to be erased; signing in has called that off. */
  readonly isReopened?: boolean;
}

/** A sign-in whose password, mailed code or passkey is right. */
export interface Entry {
  readonly attempt: Attempt;
  readonly client: ClientKind;
  /** Code of the authenticator, or a recovery code. */
  readonly secondFactor?: string | null | undefined;
  /** Two factors in one: a passkey whose user was verified. */
  readonly isBothFactors?: boolean;
  /** Keeps out all but administrators. */
  readonly isForAdmins?: boolean;
  /** Uses up what was mailed; may refuse. */
  readonly consume?: () => Promise<void>;
}

/**
 * Signs a member in whose password, mailed code or passkey is right.
 * @throws {DomainError} SECOND_FACTOR_NEEDED, SECOND_FACTOR_WRONG; ACCOUNT_BANNED; LOGIN_FAILED for accounts that are
 *   about to be erased; FORBIDDEN for whom `isForAdmins` keeps out.
 */
export async function enter(ctx: Context, user: User, entry: Entry): Promise<SignedIn> {
  const { attempt, client, secondFactor, isBothFactors, isForAdmins, consume } = entry;
  if (!isBothFactors) await passSecondFactor(ctx, user.id, secondFactor);
  await consume?.();
  const refusal = refusalOf(ctx, user, isForAdmins);
  if (refusal) {
    await attempt.succeeded(ctx);
    throw refusal;
  }
  const session = await openSession(ctx, user.id, client, async (ctx) => {
    await attempt.succeeded(ctx);
    // Whoever comes back within the time of grace stays.
    if (user.closesAt) await setClosing(ctx, user.id, null);
  });
  if (client === ClientKind.BROWSER) rememberDevice(ctx, user);
  return { user, ...session, isReopened: user.closesAt !== null };
}

/** The refusal of somebody who has proven who they are; null for whoever may enter. */
function refusalOf(ctx: Context, user: User, isForAdmins = false): DomainError | null {
  if (standingOf(user, ctx.now) === UserStatus.BANNED) return banned(user);
  if (isForAdmins && user.groupId !== ADMIN_GROUP_ID) return new DomainError("FORBIDDEN");
  return user.closesAt && user.closesAt <= ctx.now ? new DomainError("LOGIN_FAILED") : null;
}

/** Gives the error that tells a banned member why, and until when. */
function banned({ statusReason: reason, bannedUntil }: User): DomainError {
  const until = bannedUntil?.toISOString().slice(0, 16).replace("T", " ");
  const zh = [reason, until && `至 ${until}（UTC）`].filter(Boolean).join("，");
  const en = [reason, until && `until ${until} UTC`].filter(Boolean).join(", ");
  const data = { banReason: reason, bannedUntil: bannedUntil?.toISOString() ?? null };
  if (!zh) return new DomainError("ACCOUNT_BANNED", { data });
  const text = { zh: `账号已被封禁：${zh}`, en: `This account is banned: ${en}` };
  return new DomainError("ACCOUNT_BANNED", { data, text });
}
