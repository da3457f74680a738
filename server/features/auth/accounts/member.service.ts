import { noteChange } from "../../../core/audit.ts";
import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { cleanText, lengthOf } from "../../../core/text.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { allow, UserStatus, mustBeAdmin } from "../../../core/viewer.ts";
import { getSettings } from "../../settings/setting.service.ts";
import {
  refuseIfLastAdmin,
  lockMember,
  setStanding,
  type Standing,
} from "../../users/members/member.service.ts";
import type { User } from "../../users/user.entity.ts";
import { profileChanged, userStatusChanged } from "../../users/user.events.ts";
import { standingOf } from "../../users/user.policy.ts";
import { getUser } from "../../users/user.service.ts";
import { hashNewPassword } from "../passwords/password.ts";
import { replacePassword } from "../passwords/passwordChange.service.ts";
import { Session } from "../sessions/session.entity.ts";
import { sessionsEnded } from "../sessions/session.events.ts";
import { openSessionsOf } from "../sessions/session.service.ts";

/** Longest reason for a ban or refusal, in characters (legacy-facts 4.1). */
export const STATUS_REASON_MAX = 100;

/** Input of `setUserStatus`. */
export interface MemberStatusInput {
  readonly userId: number;
  readonly status: UserStatus;
  /** Shown to the member. */
  readonly reason?: string | null;
}

/**
 * Bans or unbans a member, or decides about their registration. Their permissions change at once; they stay signed in,
 * so that they see the reason.
 * @emits profileChanged, userStatusChanged
 * @throws {DomainError} NOT_FOUND; IN_USE for the last administrator; INVALID_PARAMETER for the reason.
 */
export const setUserStatus = verb({
  name: "setUserStatus",
  who: "admin",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, { userId, status, reason }: MemberStatusInput): Promise<User> {
    const statusReason = checkStatusReason(status === UserStatus.NORMAL ? "" : reason);
    await inTransaction(ctx, async (ctx) => {
      const user = await lockMember(ctx, userId);
      await changeStanding(ctx, user, { status, statusReason, bannedUntil: null });
    });
    return getUser(ctx, userId);
  },
});

/** Checks the reason of a ban or refusal. @throws {DomainError} INVALID_PARAMETER if it is too long. */
export function checkStatusReason(given: string | null | undefined): string {
  const reason = cleanText(given ?? "").trim();
  if (lengthOf(reason) <= STATUS_REASON_MAX) return reason;
  throw invalid(
    "reason",
    `原因不能超过 ${STATUS_REASON_MAX} 个字符`,
    `The reason has at most ${STATUS_REASON_MAX} characters.`,
  );
}

/**
 * Changes how a locked member stands, with log and events, for commands that have checked that the viewer may.
 * @emits profileChanged, userStatusChanged
 * @throws {DomainError} IN_USE for the last administrator.
 */
export async function changeStanding(ctx: Context, user: User, standing: Standing): Promise<void> {
  const { id: userId } = user;
  const { status, statusReason: reason, bannedUntil } = standing;
  const from = standingOf(user, ctx.now);
  if (status !== UserStatus.NORMAL) await refuseIfLastAdmin(ctx, user);
  await setStanding(ctx, userId, standing);
  noteChange(ctx, {
    target: `user:${userId}`,
    before: { status: UserStatus[from] },
    after: { status: UserStatus[status], ...(bannedUntil && { until: bannedUntil }) },
    reason,
  });
  ctx.emit(profileChanged({ userId }));
  if (from !== status) ctx.emit(userStatusChanged({ userId, from, to: status, reason }));
}

/** Input of `resetUserPassword`. */
export interface PasswordReset {
  readonly userId: number;
  readonly password: string;
}

/**
 * Gives a member another password and ends all their sessions.
 * @emits sessionsEnded
 * @throws {DomainError} NOT_FOUND; PASSWORD_TOO_SHORT and its like for a password that the rules refuse.
 */
export const resetUserPassword = verb({
  name: "resetUserPassword",
  who: "admin",
  rate: "manage",
  audited: true,
  async run(ctx: Context, { userId, password }: PasswordReset): Promise<boolean> {
    const user = await getUser(ctx, userId);
    const passwordHash = await hashNewPassword(ctx, password, user, await getSettings(ctx));
    await inTransaction(ctx, async (ctx) => {
      const endedSessions = await replacePassword(ctx, user, passwordHash);
      noteChange(ctx, { target: `user:${userId}`, after: { changed: "credentials", endedSessions } });
    });
    return true;
  },
});

/** Signs a member out everywhere. @returns how many sessions ended @throws {DomainError} NOT_FOUND. */
export const endUserSessions = verb({
  name: "endUserSessions",
  who: "admin",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, userId: number): Promise<number> {
    await getUser(ctx, userId);
    return inTransaction(ctx, async (ctx) => {
      const endedSessions = (await ctx.db.delete(Session, { userId })).affected ?? 0;
      ctx.emit(sessionsEnded({ userId, sessionIds: "all" }));
      noteChange(ctx, { target: `user:${userId}`, after: { endedSessions } });
      return endedSessions;
    });
  },
});

/**
 * Lists the open sessions of a member, newest first; for administrators.
 * @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators; NOT_FOUND.
 */
export async function listUserSessions(ctx: Context, userId: number): Promise<Session[]> {
  allow(mustBeAdmin(ctx.viewer));
  await getUser(ctx, userId);
  return openSessionsOf(ctx, userId);
}

/** Input of `endUserSession`. */
export interface MemberSession {
  readonly userId: number;
  readonly sessionId: number;
}

/** Signs a member out on one device. @throws {DomainError} NOT_FOUND for sessions of others and unknown ones alike. */
export const endUserSession = verb({
  name: "endUserSession",
  who: "admin",
  rate: "manage",
  audited: true,
  async run(ctx: Context, { userId, sessionId }: MemberSession): Promise<boolean> {
    await inTransaction(ctx, async (ctx) => {
      const { affected } = await ctx.db.delete(Session, { id: sessionId, userId });
      if (affected === 0) throw new DomainError("NOT_FOUND");
      ctx.emit(sessionsEnded({ userId, sessionIds: [sessionId] }));
      noteChange(ctx, { target: `user:${userId}`, after: { endedSessions: 1 } });
    });
    return true;
  },
});
