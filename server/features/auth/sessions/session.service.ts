import { randomBytes } from "node:crypto";
import { In, LessThanOrEqual, MoreThan, Not } from "typeorm";
import type { Context, Proof, Services } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { deleteOldRows } from "../../../core/oldRows.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { allow, mustBeMember } from "../../../core/viewer.ts";
import { insert } from "../../../core/write.ts";
import { markSeen } from "../../users/userCounter.service.ts";
import { digest } from "./digest.ts";
import { recordSeen } from "./seen.service.ts";
import { ClientKind, Session } from "./session.entity.ts";
import { sessionsEnded } from "./session.events.ts";
import { placeOf } from "./place.ts";
import { findSessionRow, type Along, type SessionRow } from "./session.sql.ts";

/** Lifetime of a session, in milliseconds: 30 days (spec §9). */
export const SESSION_LIFETIME_MS = 2_592_000_000;
/** Maximum sessions of one member in a list. */
const SESSIONS_SHOWN_MAX = 100;
const TOKEN_BYTES = 32;
/** Marks stand-alone tokens, so that people and scanners recognise a leaked one. */
export const API_TOKEN_PREFIX = "luntan_";

/** A new session with its secrets, which exist nowhere else. */
export interface OpenedSession {
  readonly id: number;
  readonly accessToken: string;
  readonly expiresAt: Date;
}

/** A session that authenticates a request, with its member. */
export interface ActiveSession extends Pick<
  SessionRow,
  | "id"
  | "userId"
  | "groupId"
  | "groupExpiresAt"
  | "returnGroupId"
  | "returnGroupExpiresAt"
  | "levelGroupId"
  | "status"
  | "bannedUntil"
  | "silencedUntil"
  | "along"
> {
  readonly proof: Proof;
}

/**
 * Opens a session for an authenticated member; browsers get the cookie with the response.
 * @param along what is written in the same transaction, before
 */
export async function openSession(
  ctx: Context,
  userId: number,
  client: ClientKind,
  along: (ctx: Context) => Promise<void> = () => Promise.resolve(),
): Promise<OpenedSession> {
  const browser = client === ClientKind.BROWSER;
  const accessToken = (browser ? "" : API_TOKEN_PREFIX) + randomBytes(TOKEN_BYTES).toString("base64url");
  const cookie = randomBytes(TOKEN_BYTES).toString("base64url");
  const expiresAt = new Date(ctx.now.getTime() + SESSION_LIFETIME_MS);
  const id = await inTransaction(ctx, async (ctx) => {
    await along(ctx);
    const sessionId = await insert(ctx, Session, {
      userId,
      client,
      tokenHash: digest(browser ? cookie : accessToken),
      companionHash: browser ? digest(accessToken) : "",
      userAgent: ctx.userAgent.slice(0, 255),
      place: placeOf(ctx.address),
      provenAt: ctx.now,
      createdAt: ctx.now,
      lastSeenAt: ctx.now,
      expiresAt,
    });
    await markSeen(ctx, [userId], ctx.now);
    return sessionId;
  });
  if (browser) ctx.setSessionCookie(cookie, expiresAt);
  return { id, accessToken, expiresAt };
}

/**
 * Finds the session that authenticates a request: by the browser's cookie (with its companion token as proof of intent),
 * or by a stand-alone bearer token. Null for visitors and for cookies that have ended.
 * @param along row of the member that is read in the same statement
 * @throws {DomainError} INVALID_TOKEN for a bearer token of no session, unless there is a cookie.
 */
export async function findSession(
  services: Services,
  now: Date,
  cookie: string | undefined,
  bearer: string | undefined,
  along: Along,
): Promise<ActiveSession | null> {
  const findOpen = async (secret: string): Promise<SessionRow | null> => {
    const session = await findSessionRow(services, digest(secret), along);
    return session && session.expiresAt > now ? session : null;
  };

  if (bearer?.startsWith(API_TOKEN_PREFIX)) {
    const session = await findOpen(bearer);
    if (session?.client !== ClientKind.API) throw new DomainError("INVALID_TOKEN");
    return activeSession(services, now, session, "token");
  }
  const session = cookie ? await findOpen(cookie) : null;
  if (session?.client !== ClientKind.BROWSER) return null;
  const hasCompanion = bearer !== undefined && digest(bearer) === session.companionHash;
  return activeSession(services, now, session, hasCompanion ? "cookie+companion" : "cookie");
}

function activeSession(services: Services, now: Date, session: SessionRow, proof: Proof): ActiveSession {
  const { id, userId, groupId, groupExpiresAt, returnGroupId, returnGroupExpiresAt, levelGroupId } = session;
  const { status, bannedUntil, silencedUntil, along } = session;
  const groups = { groupId, groupExpiresAt, returnGroupId, returnGroupExpiresAt, levelGroupId };
  recordSeen(services, session, session.lastSeenAt, now);
  return { id, userId, ...groups, status, bannedUntil, silencedUntil, proof, along };
}

/** Ends the session of the request; always succeeds. @emits sessionsEnded */
export const logout = verb({
  name: "logout",
  who: "anyone",
  rate: "session",
  idempotent: true,
  withoutCompanion: true,
  whileClosed: true,
  async run(ctx: Context, _input: undefined): Promise<boolean> {
    const id = ctx.sessionId;
    const userId = ctx.viewer.accountId;
    if (id !== null)
      await inTransaction(ctx, async (ctx) => {
        await ctx.db.delete(Session, { id });
        ctx.emit(sessionsEnded({ userId, sessionIds: [id] }));
      });
    ctx.setSessionCookie(null, new Date(0));
    return true;
  },
});

/** Lists the open sessions of the viewer, newest first. @throws {DomainError} LOGIN_REQUIRED for visitors. */
export async function listSessions(ctx: Context): Promise<Session[]> {
  allow(mustBeMember(ctx.viewer));
  return openSessionsOf(ctx, ctx.viewer.id);
}

/** Lists the open sessions of a member, newest first. */
export function openSessionsOf(ctx: Context, userId: number): Promise<Session[]> {
  const where = { userId, expiresAt: MoreThan(ctx.now) };
  return ctx.db.find(Session, { where, order: { id: "DESC" }, take: SESSIONS_SHOWN_MAX });
}

/**
 * Ends one of the viewer's sessions.
 * @emits sessionsEnded
 * @throws {DomainError} NOT_FOUND for sessions of others and unknown ones alike.
 */
export const revokeSession = verb({
  name: "revokeSession",
  who: "member",
  rate: "session",
  beforeJoining: true,
  async run(ctx: Context, id: number): Promise<boolean> {
    const userId = ctx.viewer.id;
    await inTransaction(ctx, async (ctx) => {
      const { affected } = await ctx.db.delete(Session, { id, userId });
      if (affected === 0) throw new DomainError("NOT_FOUND");
      ctx.emit(sessionsEnded({ userId, sessionIds: [id] }));
    });
    return true;
  },
});

/** Ends all of the viewer's sessions but the present one. @emits sessionsEnded @returns how many ended */
export const revokeOtherSessions = verb({
  name: "revokeOtherSessions",
  who: "member",
  rate: "session",
  idempotent: true,
  anyStanding: true,
  async run(ctx: Context, _input: undefined): Promise<number> {
    const userId = ctx.viewer.accountId;
    return inTransaction(ctx, async (ctx) => {
      const others = await ctx.db.find(Session, {
        select: { id: true },
        where: { userId, id: Not(ctx.sessionId ?? 0) },
      });
      const sessionIds = others.map(({ id }) => id);
      if (sessionIds.length === 0) return 0;
      await ctx.db.delete(Session, { id: In(sessionIds) });
      ctx.emit(sessionsEnded({ userId, sessionIds }));
      return sessionIds.length;
    });
  },
});

/** Deletes ended sessions, slice by slice. */
export function removeEndedSessions(ctx: Context, stopping: AbortSignal): Promise<void> {
  const expiresAt = LessThanOrEqual(ctx.now);
  return deleteOldRows(ctx, Session, { where: { expiresAt }, order: { expiresAt: "ASC" } }, stopping);
}
