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

/** Statement that names the things of one kind, by id. */
const NAMES_OF: Readonly<Record<string, (ids: readonly number[]) => string>> = {
  user: (ids) => `SELECT u.id, u.nickname AS name FROM users u WHERE u.id IN (${marks(ids)})`,
  thread: (ids) => `SELECT t.id, t.title AS name FROM threads t WHERE t.id IN (${marks(ids)})`,
  post: (ids) =>
    `SELECT p.id, t.title AS name FROM posts p JOIN threads t ON t.id = p.threadId WHERE p.id IN (${marks(ids)})`,
  category: (ids) => `SELECT c.id, c.name FROM categories c WHERE c.id IN (${marks(ids)})`,
  group: (ids) => `SELECT g.id, g.name FROM \`groups\` g WHERE g.id IN (${marks(ids)})`,
  badge: (ids) => `SELECT b.id, b.nameZh AS name FROM badges b WHERE b.id IN (${marks(ids)})`,
  level: (ids) =>
    `SELECT l.id, g.name FROM levels l JOIN \`groups\` g ON g.id = l.groupId WHERE l.id IN (${marks(ids)})`,
  identityProvider: (ids) =>
    `SELECT p.id, p.label AS name FROM identity_providers p WHERE p.id IN (${marks(ids)})`,
  topic: (ids) => `SELECT t.id, t.name FROM topics t WHERE t.id IN (${marks(ids)})`,
  stopWord: (ids) => `SELECT s.id, s.find AS name FROM stop_words s WHERE s.id IN (${marks(ids)})`,
};
const TARGET = /^([A-Za-z]+):([1-9]\d{0,14})$/;

/** Reads the names of targets such as `thread:5`, one statement for each kind; a reply has the title of its thread. */
export async function namesOfTargets(
  ctx: Context,
  targets: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const byKind = new Map<string, number[]>();
  for (const target of targets) {
    const [, kind, id] = TARGET.exec(target) ?? [];
    if (kind && id && kind in NAMES_OF) byKind.set(kind, [...(byKind.get(kind) ?? []), Number(id)]);
  }
  const names = new Map<string, string>();
  for (const [kind, ids] of byKind) {
    const named = await rows<{ id: number; name: string }>(ctx, NAMES_OF[kind]!(ids), ids);
    for (const { id, name } of named) names.set(`${kind}:${id}`, name);
  }
  return names;
}
