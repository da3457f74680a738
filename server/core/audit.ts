import { createHash } from "node:crypto";
import { AUDIT_HEAD_ID, AuditEntry, AuditHead } from "./audit.entity.ts";
import type { Context } from "./context.ts";
import { timeOf } from "./sql.ts";
import { insertAll, lockById } from "./write.ts";

/** Maximum characters stored per value; longer ones are cut. */
const VALUE_MAX = 20_000;
/** Names of parameters that never reach the log, whatever verb has them. */
const PRIVATE = /password|secret|token|captcha|body|^words$/i;

/** One change that a verb makes, as the log tells it. */
export interface AuditChange {
  /** The target of the action: `thread:5`, `setting:default/site_name`. */
  readonly target: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reason?: string;
}

/** Notes of the audited command that runs; each transaction writes those made in it. */
export interface AuditTrail {
  readonly action: string;
  /** Entry that is written if the command itself notes nothing. */
  readonly summary: string;
  changes: AuditChange[];
  /** The verb has said that there is nothing to tell. */
  silent: boolean;
}

/** A row of the log as its hash covers it. */
export interface AuditRow {
  readonly createdAt: string | Date;
  readonly actorId: number;
  readonly action: string;
  readonly target: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly reason: string;
  readonly requestId: string;
  readonly address: string;
  readonly previousHash: string;
}

/** Begins the trail of an audited verb. */
export function newTrail(action: string, input: unknown): AuditTrail {
  return { action, summary: shown(input) ?? "", changes: [], silent: false };
}

/** Notes what changes, inside the transaction that changes it; verbs that are not audited note nothing. */
export function noteChange(ctx: Context, change: AuditChange): void {
  ctx.audit?.changes.push(change);
}

/** Says that this call changes nothing that the log tells, such as members' own doings. */
export function noteNothing(ctx: Context): void {
  if (ctx.audit) ctx.audit.silent = true;
}

/**
 * Lets one transaction after the other write the log. Who asks for it first, before reading what is to be changed, also
 * knows what the one before left.
 * @returns the end of the chain
 */
export async function lockLog(ctx: Context): Promise<AuditHead> {
  return (await lockById(ctx, AuditHead, AUDIT_HEAD_ID))!;
}

/** Writes the noted changes as links of the chain; the last thing that a transaction does, since all wait for its lock. */
export async function writeTrail(ctx: Context): Promise<void> {
  const { audit } = ctx;
  if (!audit) return;
  const { action, summary, silent } = audit;
  const changes: readonly AuditChange[] =
    audit.changes.length > 0 || silent ? audit.changes : [{ target: "", after: summary || undefined }];
  audit.changes = [];
  if (changes.length === 0) return;
  const head = await lockLog(ctx);
  const entries: Omit<AuditEntry, "id">[] = [];
  for (const { target, before, after, reason = "" } of changes) {
    const entry = {
      createdAt: ctx.now,
      actorId: ctx.viewer.accountId,
      action,
      target: cut(target, 100),
      before: shown(before),
      after: shown(after),
      reason: cut(reason, 255),
      requestId: cut(ctx.requestId, 64),
      address: cut(ctx.address, 64),
      previousHash: entries.at(-1)?.hash ?? head.hash,
    };
    entries.push({ ...entry, hash: hashOf(entry) });
  }
  await insertAll(ctx, AuditEntry, entries);
  const { hash } = entries.at(-1)!;
  await ctx.db.update(AuditHead, { id: AUDIT_HEAD_ID }, { entries: head.entries + entries.length, hash });
}

/** The link of a row: SHA-256 over the link before it and everything that the row says. */
export function hashOf(entry: AuditRow): string {
  const said = [
    entry.previousHash,
    timeOf(entry.createdAt).toISOString(),
    entry.actorId,
    entry.action,
    entry.target,
    entry.before,
    entry.after,
    entry.reason,
    entry.requestId,
    entry.address,
  ];
  return createHash("sha256").update(JSON.stringify(said)).digest("hex");
}

/** A value as the log keeps it: JSON without what is private. */
function shown(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return cut(value, VALUE_MAX);
  const text = JSON.stringify(value, (key, inner: unknown) => (PRIVATE.test(key) ? undefined : inner));
  return cut(text ?? "", VALUE_MAX);
}

/** A text as the database gives it back: half a character at the end would come back as another, and break the chain. */
function cut(text: string, most: number): string {
  return text.slice(0, most).toWellFormed();
}
