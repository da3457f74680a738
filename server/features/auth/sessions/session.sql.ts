import type { Services } from "../../../core/context.ts";
import { timeOf } from "../../../core/sql.ts";
import type { UserStatus } from "../../../core/viewer.ts";
import type { ClientKind } from "./session.entity.ts";

/**
 * A row of another table that is read in the statement that finds a session, because every open window asks for it: one
 * statement instead of two.
 */
export interface Along {
  readonly table: string;
  /** The column that holds the member's id; unique in the table. */
  readonly key: string;
  readonly columns: readonly string[];
}

/** A session with its member and the row that was read along. */
export interface SessionRow {
  readonly id: number;
  readonly userId: number;
  readonly client: ClientKind;
  readonly companionHash: string;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly groupId: number;
  readonly groupExpiresAt: string | Date | null;
  readonly returnGroupId: number | null;
  readonly returnGroupExpiresAt: string | Date | null;
  /** Group of the level that the member has reached; null for none. */
  readonly levelGroupId: number | null;
  readonly status: UserStatus;
  readonly bannedUntil: string | Date | null;
  readonly silencedUntil: string | Date | null;
  /** The row that was read along, under its own names; null if the member has none. */
  readonly along: Readonly<Record<string, unknown>> | null;
}

const statements = new WeakMap<Along, string>();

function findStatement(along: Along): string {
  let sql = statements.get(along);
  if (sql === undefined) {
    const columns = [along.key, ...along.columns].map((name) => `a.${name} AS along_${name}`).join(", ");
    sql = `SELECT s.id, s.userId, s.client, s.companionHash, s.lastSeenAt, s.expiresAt,
      u.groupId, u.groupExpiresAt, u.returnGroupId, u.returnGroupExpiresAt, u.levelGroupId, u.status, u.bannedUntil, u.silencedUntil, ${columns}
      FROM sessions s JOIN users u ON u.id = s.userId
      LEFT JOIN ${along.table} a ON a.${along.key} = s.userId
      WHERE s.tokenHash = ?`;
    statements.set(along, sql);
  }
  return sql;
}

/**
 * Raw since every request runs it: one cached statement finds the session, its member and the row that is read along.
 * Finds a session by the digest of its secret, ended or not.
 */
export async function findSessionRow(
  services: Services,
  tokenHash: string,
  along: Along,
): Promise<SessionRow | null> {
  const [row] = await services.database.rows<Record<string, unknown>>(findStatement(along), [tokenHash]);
  if (!row) return null;
  const hasAlong = row[`along_${along.key}`] !== null;
  return {
    ...(row as unknown as SessionRow),
    lastSeenAt: timeOf(row["lastSeenAt"] as string | Date),
    expiresAt: timeOf(row["expiresAt"] as string | Date),
    along: hasAlong ? Object.fromEntries(along.columns.map((name) => [name, row[`along_${name}`]])) : null,
  };
}
