import { ChainCheck, type ChainEnd } from "../../core/auditChain.ts";
import type { Context, SqlValue } from "../../core/context.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "../../core/paging.ts";
import { marks, row, rows, run, select } from "../../core/sql.ts";
import { slices } from "../../core/slices.ts";
import { inTransaction } from "../../core/transaction.ts";
import { allow, mustBeAdmin } from "../../core/viewer.ts";
import { AuditEntry } from "./audit.entity.ts";
import type { AuditEntryView, AuditVerification } from "./audit.view.ts";

const LIST = "auditLog";
/** Entries that are read together while the chain is checked. */
const BATCH = 100;

/** Gives the chain its beginning; does nothing where there is one. */
export async function beginLog(ctx: Context): Promise<void> {
  if (await row(ctx, "SELECT h.id FROM audit_head h WHERE h.id = 1")) return;
  await inTransaction(ctx, (ctx) => run(ctx, "INSERT INTO audit_head (id, entries, hash) VALUES (1, 0, '')"));
}

/** Which entries to list. */
export interface AuditFilter {
  readonly actorId?: number;
  readonly action?: string | null;
  readonly target?: string | null;
}

/** What staff did, newest first. @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators. */
export async function listAuditLog(
  ctx: Context,
  filter: AuditFilter,
  page: PageRequest,
): Promise<Connection<AuditEntryView>> {
  allow(mustBeAdmin(ctx.viewer));
  const first = checkFirst(page.first);
  const below = page.after ? decodeCursor(LIST, page.after, ["number"])[0]! : Number.MAX_SAFE_INTEGER;
  const conditions = ["a.id < ?"];
  const values: SqlValue[] = [below];
  for (const column of ["actorId", "action", "target"] as const) {
    const value = filter[column];
    if (value === undefined || value === null || value === "") continue;
    conditions.push(`a.${column} = ?`);
    values.push(value);
  }
  const found = await select(
    ctx,
    AuditEntry,
    "a",
    `audit_log a WHERE ${conditions.join(" AND ")} ORDER BY a.id DESC LIMIT ?`,
    [...values, first + 1],
  );
  const names = await namesOf(ctx, found);
  const views = found.map((entry) => ({
    ...entry,
    actorId: entry.actorId || null,
    actorName: names.get(entry.actorId) ?? null,
  }));
  return pageOf(views, first, ({ id }) => encodeCursor(LIST, [id]), Boolean(page.after));
}

async function namesOf(ctx: Context, entries: readonly AuditEntry[]): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(entries.map(({ actorId }) => actorId))];
  if (ids.length === 0) return new Map();
  const found = await rows<{ id: number; nickname: string }>(
    ctx,
    `SELECT u.id, u.nickname FROM users u WHERE u.id IN (${marks(ids)})`,
    ids,
  );
  return new Map(found.map(({ id, nickname }) => [id, nickname]));
}

/** Checks every link of the chain. @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators. */
export async function verifyAuditLog(ctx: Context): Promise<AuditVerification> {
  allow(mustBeAdmin(ctx.viewer));
  return checkChain(ctx);
}

/** Reads the log from its beginning and compares each link, in slices that others can work between. */
export async function checkChain(ctx: Context): Promise<AuditVerification> {
  const end = await row<ChainEnd>(ctx, "SELECT h.entries, h.hash FROM audit_head h WHERE h.id = 1");
  const check = new ChainCheck(end);
  const pause = slices(1);
  for (let last = 0; ;) {
    const from = "audit_log a WHERE a.id > ? ORDER BY a.id LIMIT ?";
    const batch = await select(ctx, AuditEntry, "a", from, [last, BATCH]);
    const fits = batch.every((entry) => check.take(entry));
    if (!fits || batch.length < BATCH) break;
    last = batch.at(-1)!.id;
    await pause();
  }
  const { intact, entries, brokenAt, head } = check;
  return { intact, entries, brokenAt, head };
}
