import { AuditEntry } from "../../core/audit.entity.ts";
import type { Context, SqlValue } from "../../core/context.ts";
import { marks, rows, select } from "../../core/sql.ts";

/**
 * Reads the log without hydration, since the check of the chain reads all of it, and names of members by table, since
 * this feature stands below theirs.
 */

/** Filter of a list of entries. */
export interface AuditFilter {
  readonly actorId?: number;
  readonly action?: string | null;
  readonly target?: string | null;
}

/** Reads the newest entries below an id. */
export function newestEntries(
  ctx: Context,
  filter: AuditFilter,
  below: number,
  limit: number,
): Promise<AuditEntry[]> {
  const conditions = ["a.id < ?"];
  const values: SqlValue[] = [below];
  for (const column of ["actorId", "action", "target"] as const) {
    const value = filter[column];
    if (value === undefined || value === null || value === "") continue;
    conditions.push(`a.${column} = ?`);
    values.push(value);
  }
  const from = `audit_log a WHERE ${conditions.join(" AND ")} ORDER BY a.id DESC LIMIT ?`;
  return select(ctx, AuditEntry, "a", from, [...values, limit]);
}

/** Reads the entries after an id, oldest first. */
export function entriesAfter(ctx: Context, id: number, limit: number): Promise<AuditEntry[]> {
  return select(ctx, AuditEntry, "a", "audit_log a WHERE a.id > ? ORDER BY a.id LIMIT ?", [id, limit]);
}

/** Reads nicknames by id. */
export async function nicknamesOf(
  ctx: Context,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const users = await rows<{ id: number; nickname: string }>(
    ctx,
    `SELECT u.id, u.nickname FROM users u WHERE u.id IN (${marks(ids)})`,
    ids,
  );
  return new Map(users.map(({ id, nickname }) => [id, nickname]));
}
