import { AUDIT_HEAD_ID, AuditHead } from "../../core/audit.entity.ts";
import { ChainCheck } from "../../core/auditChain.ts";
import type { Context } from "../../core/context.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "../../core/paging.ts";
import { slices } from "../../core/slices.ts";
import { inTransaction } from "../../core/transaction.ts";
import { allow, mustBeAdmin } from "../../core/viewer.ts";
import { insert } from "../../core/write.ts";
import { entriesAfter, namesOfTargets, newestEntries, nicknamesOf, type AuditFilter } from "./audit.sql.ts";
import type { AuditEntryView, AuditVerification } from "./audit.view.ts";

const LIST = "auditLog";
/** Entries that one statement reads while the chain is checked. */
const BATCH = 100;

/** Inserts the head of the chain unless it exists. */
export async function beginLog(ctx: Context): Promise<void> {
  const id = AUDIT_HEAD_ID;
  if (await ctx.db.existsBy(AuditHead, { id })) return;
  await inTransaction(ctx, (ctx) => insert(ctx, AuditHead, { id, entries: 0, hash: "" }));
}

/** Lists the changes of staff, newest first. @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators. */
export async function listAuditLog(
  ctx: Context,
  filter: AuditFilter,
  page: PageRequest,
): Promise<Connection<AuditEntryView>> {
  allow(mustBeAdmin(ctx.viewer));
  const first = checkFirst(page.first);
  const below = page.after
    ? (decodeCursor(LIST, page.after, ["number"])[0] as number)
    : Number.MAX_SAFE_INTEGER;
  const entries = await newestEntries(ctx, filter, below, first + 1);
  const names = await nicknamesOf(ctx, [...new Set(entries.map(({ actorId }) => actorId))]);
  const targetNames = await namesOfTargets(ctx, [...new Set(entries.map(({ target }) => target))]);
  const views = entries.map((entry) => ({
    ...entry,
    actorId: entry.actorId || null,
    actorName: names.get(entry.actorId) ?? null,
    targetName: targetNames.get(entry.target) ?? null,
  }));
  return pageOf(views, first, ({ id }) => encodeCursor(LIST, [id]), Boolean(page.after));
}

/** Checks every link of the chain. @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators. */
export async function verifyAuditLog(ctx: Context): Promise<AuditVerification> {
  allow(mustBeAdmin(ctx.viewer));
  return checkChain(ctx);
}

/** Reads the log from its beginning and checks each link, in slices between which other work runs. */
export async function checkChain(ctx: Context): Promise<AuditVerification> {
  const end = await ctx.db.findOneBy(AuditHead, { id: AUDIT_HEAD_ID });
  const check = new ChainCheck(end);
  const pause = slices(1);
  for (let last = 0; ;) {
    const batch = await entriesAfter(ctx, last, BATCH);
    const fits = batch.every((entry) => check.take(entry));
    if (!fits || batch.length < BATCH) break;
    last = batch.at(-1)!.id;
    await pause();
  }
  const { intact, entries, brokenAt, head } = check;
  return { intact, entries, brokenAt, head };
}
