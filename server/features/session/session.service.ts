import { hash, randomBytes } from "node:crypto";
import type { Context, Proof, Services } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { unhurried } from "../../core/slices.ts";
import { marks, rows, run, select, timeOf } from "../../core/sql.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import type { MemberStatus } from "../../core/viewer.ts";
import { allow, mustBeMember } from "../../core/viewer.ts";
import { markSeen, noteSeen } from "./seen.service.ts";
import { ClientKind, Session } from "./session.entity.ts";
import { sessionsEnded } from "./session.events.ts";

/** How long a session lasts, in milliseconds: 30 days (spec §9). */
export const SESSION_LIFETIME_MS = 2_592_000_000;
/** Sessions of one member that a list shows. */
export const SESSIONS_SHOWN_MAX = 100;
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

/**
 * A row of another table that is read in the statement that finds a session, because every open window asks for it: one
 * question to the database instead of two.
 */
export interface Along {
  readonly table: string;
  /** The column that holds the member's id; unique in the table. */
  readonly key: string;
  readonly columns: readonly string[];
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
    const { insertId } = await run(
      ctx,
      `INSERT INTO sessions (userId, client, tokenHash, companionHash, userAgent, createdAt, lastSeenAt, expiresAt)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        userId,
        client,
        digest(browser ? cookie : accessToken),
        browser ? digest(accessToken) : "",
        ctx.userAgent.slice(0, 255),
        ctx.now,
        ctx.now,
        expiresAt,
      ],
    );
    await markSeen(ctx, [userId], ctx.now);
    return insertId;
  });
  if (browser) ctx.setSessionCookie(cookie, expiresAt);
  return { id, accessToken, expiresAt };
}

interface SessionRow {
  readonly id: number;
  readonly userId: number;
  readonly client: ClientKind;
  readonly companionHash: string;
  readonly lastSeenAt: string | Date;
  readonly expiresAt: string | Date;
  readonly groupId: number;
  readonly groupExpiresAt: string | Date | null;
  readonly status: MemberStatus;
}

const statements = new WeakMap<Along, string>();

function findStatement(along: Along): string {
  let sql = statements.get(along);
  if (sql === undefined) {
    const columns = [along.key, ...along.columns].map((name) => `a.${name} AS along_${name}`).join(", ");
    sql = `SELECT s.id, s.userId, s.client, s.companionHash, s.lastSeenAt, s.expiresAt,
      u.groupId, u.groupExpiresAt, u.status, ${columns}
      FROM sessions s JOIN users u ON u.id = s.userId
      LEFT JOIN ${along.table} a ON a.${along.key} = s.userId
      WHERE s.tokenHash = ?`;
    statements.set(along, sql);
  }
  return sql;
}

/** The row that was read along, under its own names. */
function alongIn(found: SessionRow, { key, columns }: Along): KnownSession["along"] {
  const given = found as unknown as Readonly<Record<string, unknown>>;
  if (given[`along_${key}`] === null) return null;
  return Object.fromEntries(columns.map((name) => [name, given[`along_${name}`]]));
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
  const sql = findStatement(along);
  const lookUp = async (secret: string): Promise<SessionRow | null> => {
    const [found] = await services.database.rows<SessionRow>(sql, [digest(secret)]);
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
        await run(ctx, "DELETE FROM sessions WHERE id = ?", [id]);
        ctx.emit(sessionsEnded({ userId, sessionIds: [id] }));
      });
    ctx.setSessionCookie(null, new Date(0));
    return true;
  },
});

/** The sessions of the viewer that have not ended, newest first. */
export async function listSessions(ctx: Context): Promise<Session[]> {
  allow(mustBeMember(ctx.viewer));
  return select(
    ctx,
    Session,
    "s",
    "sessions s WHERE s.userId = ? AND s.expiresAt > ? ORDER BY s.id DESC LIMIT ?",
    [ctx.viewer.id, ctx.now, SESSIONS_SHOWN_MAX],
  );
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
      const { affected } = await run(ctx, "DELETE FROM sessions WHERE id = ? AND userId = ?", [id, userId]);
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
    const ended = await rows<{ id: number }>(
      ctx,
      `SELECT s.id FROM sessions s WHERE s.expiresAt <= ? ORDER BY s.expiresAt LIMIT ${ENDED_SLICE}`,
      [ctx.now],
    );
    if (ended.length === 0) return;
    const ids = ended.map(({ id }) => id);
    await inTransaction(ctx, (ctx) => run(ctx, `DELETE FROM sessions WHERE id IN (${marks(ids)})`, ids));
    await pause();
  }
}
