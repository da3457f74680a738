import type { Context } from "../../../core/context.ts";
import { documentsBelowSql, documentsSql } from "../../../core/searchDocuments.sql.ts";
import type { SearchDocument, SearchedKind } from "../../../core/searchIndex.ts";
import { marks, row, rows, run } from "../../../core/sql.ts";
import { forUpdate } from "../../../core/write.ts";

/** An entry of the queue. */
export interface QueuedDocument {
  readonly id: number;
  readonly kind: SearchedKind;
  readonly documentId: number;
}

/** Appends to the queue. Raw since every reply does it. */
export async function insertQueued(ctx: Context, kind: SearchedKind, documentId: number): Promise<void> {
  await run(ctx, "INSERT INTO search_queue (kind, documentId) VALUES (?, ?)", [kind, documentId]);
}

/** Tells if anything is queued. Raw since every process asks each second. */
export async function isAnyQueued(ctx: Context): Promise<boolean> {
  return (await row(ctx, "SELECT q.id FROM search_queue q LIMIT 1")) !== null;
}

/**
 * Takes the turn of the indexers until the transaction ends; it passes on when a process dies as well. Raw since it locks.
 * @param options `waits` for the turn of another process, or else gives up. @returns true if the turn is taken
 */
export async function takeTurn(ctx: Context, { waits }: { readonly waits: boolean }): Promise<boolean> {
  const lock = forUpdate(ctx, { skipLocked: !waits });
  return (await row(ctx, `SELECT s.id FROM search_state s WHERE s.id = 1${lock}`)) !== null;
}

/** Reads the oldest entries of the queue. Raw like the rest of the queue. */
export async function readQueued(ctx: Context, limit: number): Promise<QueuedDocument[]> {
  const entries = await rows<QueuedDocument>(
    ctx,
    `SELECT q.id, q.kind, q.documentId FROM search_queue q ORDER BY q.id LIMIT ${limit}`,
  );
  return entries.map(({ id, kind, documentId }) => ({
    id: Number(id),
    kind,
    documentId: Number(documentId),
  }));
}

/** Removes entries of the queue. Raw like the rest of the queue. */
export async function deleteQueued(ctx: Context, ids: readonly number[]): Promise<void> {
  await run(ctx, `DELETE FROM search_queue WHERE id IN (${marks(ids)})`, ids);
}

/** Removes the entries up to one; ids are in the order of commits where there is one writer. Raw, a range. */
export async function deleteQueuedUpTo(ctx: Context, id: number): Promise<void> {
  await run(ctx, "DELETE FROM search_queue WHERE id <= ?", [id]);
}

/** Reads documents as they are now. Raw since each reply is read once more for its words. */
export async function readDocuments(
  ctx: Context,
  kind: SearchedKind,
  ids: readonly number[],
): Promise<SearchDocument[]> {
  return numbered(await rows<SearchDocument>(ctx, documentsSql(kind, marks(ids)), ids));
}

/** Reads the next documents below an id, newest first. Raw since every row of the forum is read. */
export async function readDocumentsBelow(
  ctx: Context,
  kind: SearchedKind,
  id: number,
  limit: number,
): Promise<SearchDocument[]> {
  return numbered(await rows<SearchDocument>(ctx, documentsBelowSql(kind), [id, limit]));
}

function numbered(documents: readonly SearchDocument[]): SearchDocument[] {
  return documents.map((document) => ({ ...document, id: Number(document.id) }));
}
