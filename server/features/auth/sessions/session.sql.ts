import type { Services } from "../../../core/context.ts";
import type { MemberStatus } from "../../../core/viewer.ts";
import type { ClientKind } from "./session.entity.ts";

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

/** A session with its member and what was read along. */
export interface SessionRow {
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

/** The row that was read along, under its own names; null if the member has none. */
export function alongIn(
  found: SessionRow,
  { key, columns }: Along,
): Readonly<Record<string, unknown>> | null {
  const given = found as unknown as Readonly<Record<string, unknown>>;
  if (given[`along_${key}`] === null) return null;
  return Object.fromEntries(columns.map((name) => [name, given[`along_${name}`]]));
}

/**
 * Raw since every request runs it: one cached statement finds the session, its member and what is read along.
 * Finds a session by the digest of its secret, ended or not.
 */
export async function findSessionRow(
  services: Services,
  tokenHash: string,
  along: Along,
): Promise<SessionRow | null> {
  const [found] = await services.database.rows<SessionRow>(findStatement(along), [tokenHash]);
  return found ?? null;
}
