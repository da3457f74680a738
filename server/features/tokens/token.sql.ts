import type { Services } from "../../core/context.ts";
import { timeOf } from "../../core/sql.ts";
import type { UserStatus } from "../../core/viewer.ts";
import type { Along } from "../auth/sessions/session.sql.ts";

/** A token as a request needs it, with its member and the row that was read along. */
export interface TokenRow {
  readonly id: number;
  readonly userId: number;
  readonly mayWrite: boolean;
  readonly areas: string;
  readonly permissions: string | null;
  readonly categoryIds: string | null;
  readonly addressRanges: string;
  readonly expiresAt: Date | null;
  readonly endsAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly groupId: number;
  readonly groupExpiresAt: string | Date | null;
  readonly returnGroupId: number | null;
  readonly returnGroupExpiresAt: string | Date | null;
  /** Group of the level that the member has reached; null for none. */
  readonly levelGroupId: number | null;
  readonly status: UserStatus;
  readonly bannedUntil: string | Date | null;
  readonly silencedUntil: string | Date | null;
  readonly along: Readonly<Record<string, unknown>> | null;
}

/** Raw since every request of a program runs it: one cached statement finds token, member and what is read along. */
export async function findTokenRow(
  { database }: Services,
  hash: string,
  along: Along,
): Promise<TokenRow | null> {
  const columns = [along.key, ...along.columns].map((name) => `a.${name} AS along_${name}`).join(", ");
  const [row] = await database.rows<Record<string, unknown>>(
    `SELECT t.id, t.userId, t.mayWrite, t.areas, t.permissions, t.categoryIds, t.addressRanges, t.expiresAt,
      t.lastUsedAt, s.endsAt, u.groupId, u.groupExpiresAt, u.returnGroupId, u.returnGroupExpiresAt, u.levelGroupId,
      u.status, u.bannedUntil, u.silencedUntil, ${columns}
      FROM access_token_secrets s JOIN access_tokens t ON t.id = s.tokenId JOIN users u ON u.id = t.userId
      LEFT JOIN ${along.table} a ON a.${along.key} = t.userId
      WHERE s.hash = ?`,
    [hash],
  );
  if (!row) return null;
  const hasAlong = row[`along_${along.key}`] !== null;
  return {
    ...(row as unknown as TokenRow),
    mayWrite: Boolean(row["mayWrite"]),
    expiresAt: timeOrNull(row["expiresAt"]),
    endsAt: timeOrNull(row["endsAt"]),
    lastUsedAt: timeOrNull(row["lastUsedAt"]),
    along: hasAlong ? Object.fromEntries(along.columns.map((name) => [name, row[`along_${name}`]])) : null,
  };
}

function timeOrNull(value: unknown): Date | null {
  return value === null || value === undefined ? null : timeOf(value as string | Date);
}
