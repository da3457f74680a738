import { hash, randomBytes } from "node:crypto";
import { In, LessThanOrEqual, MoreThan } from "typeorm";
import type { Context, Proof, Services } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { unhurried } from "../../../core/slices.ts";
import { timeOf } from "../../../core/sql.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import type { MemberStatus } from "../../../core/viewer.ts";
import { allow, mustBeMember } from "../../../core/viewer.ts";
import { insert } from "../../../core/write.ts";
import { markSeen } from "../../users/userCounter.service.ts";
import { noteSeen } from "./seen.service.ts";
import { ClientKind, Session } from "./session.entity.ts";
import { sessionsEnded } from "./session.events.ts";
import { alongIn, findSessionRow, type Along, type SessionRow } from "./session.sql.ts";

/** How long a session lasts, in milliseconds: 30 days (spec §9). */
export const SESSION_LIFETIME_MS = 2_592_000_000;
/** Sessions of one member that a list shows. */
const SESSIONS_SHOWN_MAX = 100;
/** Ended sessions that one statement removes: on SQLite everybody waits for it. */
const ENDED_SLICE = 200;
const TOKEN_BYTES = 32;
/** Marks stand-alone tokens, so that people and scanners recognise a leaked one. */
export const API_TOKEN_PREFIX = "luntan_";

/** A new session with its secrets, which exist nowhere else. */
export interface OpenedSession {
  readonly id: number;
  readonly accessToken: string;
  readonly expiresAt: Date;
}

/** A session row with what makes its member a viewer. */
export interface KnownSession {
  readonly id: number;
  readonly userId: number;
  readonly groupId: number;
  readonly groupExpiresAt: string | Date | null;
  readonly status: MemberStatus;
  readonly proof: Proof;
  /** What was to be read along with it; null if the member has no such row. */
  readonly along: Readonly<Record<string, unknown>> | null;
}

/** SHA-256 as hex: how secrets are stored and looked up. */
export function digest(secret: string): string {
  return hash("sha256", secret, "hex");
}

/** Opens a session for a member who has proved who they are; browsers get the cookie on the answer. */
export async function openSession(ctx: Context, userId: number, client: ClientKind): Promise<OpenedSession> {
  const browser = client === ClientKind.BROWSER;
  const accessToken = (browser ? "" : API_TOKEN_PREFIX) + randomBytes(TOKEN_BYTES).toString("base64url");
  const cookie = randomBytes(TOKEN_BYTES).toString("base64url");
  const expiresAt = new Date(ctx.now.getTime() + SESSION_LIFETIME_MS);
  const id = await inTransaction(ctx, async (ctx) => {
    const sessionId = await insert(ctx, Session, {
      userId,
      client,
      tokenHash: digest(browser ? cookie : accessToken),
      companionHash: browser ? digest(accessToken) : "",
      userAgent: ctx.userAgent.slice(0, 255),
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
 * Finds out who sends a request: by the browser's cookie (with its companion token as proof of intent), or by a
 * stand-alone bearer token. Null for visitors and for cookies that have ended.
 * @param along what is read of the member in the same statement
 * @throws {DomainError} INVALID_TOKEN for a bearer token that no session knows, unless a cookie came along.
 */
export async function findSession(
  services: Services,
  now: Date,
  cookie: string | undefined,
  bearer: string | undefined,
  along: Along,
): Promise<KnownSession | null> {
  const lookUp = async (secret: string): Promise<SessionRow | null> => {
    const found = await findSessionRow(services, digest(secret), along);
    return found && timeOf(found.expiresAt) > now ? found : null;
  };

  if (bearer?.startsWith(API_TOKEN_PREFIX)) {
    const found = await lookUp(bearer);
    if (found?.client !== ClientKind.API) throw new DomainError("INVALID_TOKEN");
    return known(services, now, found, "token", along);
  }
  const found = cookie ? await lookUp(cookie) : null;
  if (found?.client === ClientKind.BROWSER) {
    const companion = bearer !== undefined && digest(bearer) === found.companionHash;
    return known(services, now, found, companion ? "cookie+companion" : "cookie", along);
  }
  return null;
}

function known(services: Services, now: Date, found: SessionRow, proof: Proof, along: Along): KnownSession {
  const { id, userId, groupId, groupExpiresAt, status } = found;
  noteSeen(services, found, timeOf(found.lastSeenAt), now);
  return { id, userId, groupId, groupExpiresAt, status, proof, along: alongIn(found, along) };
}

/** Ends the session that asks; leaving always works. @emits sessionsEnded */
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

/** The sessions of the viewer that have not ended, newest first. */
export async function listSessions(ctx: Context): Promise<Session[]> {
  allow(mustBeMember(ctx.viewer));
  return openSessionsOf(ctx, ctx.viewer.id);
}

/** The sessions of a member that have not ended, newest first. */
export function openSessionsOf(ctx: Context, userId: number): Promise<Session[]> {
  const where = { userId, expiresAt: MoreThan(ctx.now) };
  return ctx.db.find(Session, { where, order: { id: "DESC" }, take: SESSIONS_SHOWN_MAX });
}

/**
 * Ends one of the viewer's sessions at once.
 * @emits sessionsEnded
 * @throws {DomainError} NOT_FOUND for sessions of others and unknown ones alike.
 */
export const revokeSession = verb({
  name: "revokeSession",
  who: "member",
  rate: "session",
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

/** Removes sessions that have ended, slice by slice. */
export async function removeEndedSessions(ctx: Context, stopping: AbortSignal): Promise<void> {
  const pause = unhurried(stopping);
  for (;;) {
    const ended = await ctx.db.find(Session, {
      select: { id: true },
      where: { expiresAt: LessThanOrEqual(ctx.now) },
      order: { expiresAt: "ASC" },
      take: ENDED_SLICE,
    });
    if (ended.length === 0) return;
    const ids = ended.map(({ id }) => id);
    await inTransaction(ctx, (ctx) => ctx.db.delete(Session, { id: In(ids) }));
    await pause();
  }
}
