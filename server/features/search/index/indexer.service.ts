import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import { LessThan } from "typeorm";
import { cached } from "../../../core/cached.ts";
import type { Context } from "../../../core/context.ts";
import { isDatabaseAway } from "../../../core/errors.ts";
import {
  DOCUMENTS_PER_BATCH,
  SEARCH_FORMAT,
  SEARCHED_KINDS,
  type SearchedKind,
  type SearchDocument,
  type SearchIndexer,
} from "../../../core/searchIndex.ts";
import { inTransaction } from "../../../core/transaction.ts";
import {
  deleteQueued,
  deleteQueuedUpTo,
  isAnyQueued,
  readDocuments,
  readDocumentsBelow,
  readQueued,
  takeTurn,
} from "./index.sql.ts";
import { SearchState } from "./searchQueue.entity.ts";
import {
  BLOCK_SIZE,
  blockOf,
  coverNextBlock,
  kindsToCover,
  putBlocks,
  putTexts,
  removeTexts,
} from "./postings.sql.ts";

/** Time for which entries are collected, in milliseconds: batches are cheaper, and nobody waits for them. */
const COLLECT_MS = 200;
/** Pause between two batches of a rebuild, which nobody waits for, in milliseconds. */
const PAUSE_MS = 5;
/** Errors in a row are logged at most this often, in milliseconds. */
const ERROR_LOG_EVERY_MS = 10_000;

/** The indexer of one running program: brings the search index up to date with the queue, once started. */
export class SearchIndexWorker implements SearchIndexer {
  private started = false;
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private again = false;
  private errorLoggedAt = -Infinity;

  constructor(private readonly makeContext: () => Context) {}

  /** Begins to index; before that entries wait. */
  start(): void {
    this.started = true;
    this.kick();
  }

  kick(): void {
    if (!this.started) return;
    this.again = true;
    if (this.timer || this.running) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      void this.run();
    }, COLLECT_MS);
    this.timer.unref();
  }

  /** Stops after the running batch; other entries wait for the next start. */
  async stop(): Promise<void> {
    this.started = false;
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    await this.running;
  }

  /** Indexes all that is queued by now, started or not. @throws {Error} if nothing can be indexed at the moment */
  async indexAll(): Promise<void> {
    const { indexFile } = this.makeContext().services.database;
    if (indexFile) return indexFile.catchUp();
    while ((await indexNextBatch(this.makeContext(), { waits: true })) > 0) await nextTurn();
    while (await rebuildNextBatch(this.makeContext(), { waits: true })) await nextTurn();
    await coverBlocks(this.makeContext());
  }

  private run(): Promise<void> {
    this.again = false;
    this.running = this.indexQueued()
      .catch((error: unknown) => this.complain(error))
      .finally(() => {
        this.running = null;
        if (this.again) this.kick();
      });
    return this.running;
  }

  private async indexQueued(): Promise<void> {
    const { indexFile } = this.makeContext().services.database;
    if (indexFile) return indexFile.drain();
    while (this.started && (await indexNextBatch(this.makeContext(), { waits: false })) > 0) await nextTurn();
    if (this.started) await coverBlocks(this.makeContext());
    while (this.started && !this.again && (await rebuildNextBatch(this.makeContext(), { waits: false })))
      await wait(PAUSE_MS);
  }

  /** Entries stay queued; the job of the feature tries again. */
  private complain(error: unknown): void {
    const now = performance.now();
    if (isDatabaseAway(error) || now - this.errorLoggedAt < ERROR_LOG_EVERY_MS) return;
    this.errorLoggedAt = now;
    this.makeContext().services.log.error({ error: String(error) }, "the search index takes nothing");
  }
}

/**
 * Indexes the oldest entries of the queue in one transaction, which holds the turn of all processes.
 * @returns their number; 0 also while another process has the turn
 */
async function indexNextBatch(ctx: Context, turn: { readonly waits: boolean }): Promise<number> {
  if (!(await isAnyQueued(ctx))) return 0;
  return inTransaction(ctx, async (ctx) => {
    if (!(await takeTurn(ctx, turn))) return 0;
    const entries = await readQueued(ctx, DOCUMENTS_PER_BATCH);
    for (const kind of SEARCHED_KINDS) {
      const ids = new Set(entries.filter((entry) => entry.kind === kind).map((entry) => entry.documentId));
      if (ids.size > 0) await refresh(ctx, kind, [...ids]);
    }
    if (entries.length > 0)
      await deleteQueued(
        ctx,
        entries.map(({ id }) => id),
      );
    return entries.length;
  });
}

async function refresh(ctx: Context, kind: SearchedKind, ids: readonly number[]): Promise<void> {
  const documents = await readDocuments(ctx, kind, ids);
  const visible = await putVisible(ctx, kind, documents, putTexts);
  await removeTexts(
    ctx,
    kind,
    ids.filter((id) => !visible.has(id)),
  );
}

/** Stores the documents that can be seen. @returns their ids */
async function putVisible(
  ctx: Context,
  kind: SearchedKind,
  documents: readonly SearchDocument[],
  put: typeof putTexts,
): Promise<Set<number>> {
  const visible = documents.filter((document) => Number(document.visible) !== 0);
  await put(ctx, kind, visible);
  return new Set(visible.map(({ id }) => id));
}

/** Gives full blocks of the tables their postings, one in each transaction. */
export async function coverBlocks(ctx: Context): Promise<void> {
  if (ctx.services.database.indexFile) return;
  for (const kind of await kindsToCover(ctx)) {
    const cover = (): Promise<boolean> =>
      inTransaction(ctx, async (ctx) => (await takeTurn(ctx, { waits: false })) && coverNextBlock(ctx, kind));
    while (await cover()) await nextTurn();
  }
}

/** Removes entries that the index file has taken to the disk; elsewhere they go with the batch that indexes them. */
export async function deleteIndexed(ctx: Context): Promise<void> {
  const { indexFile } = ctx.services.database;
  if (!indexFile || !(await isAnyQueued(ctx))) return;
  const settled = await indexFile.settle();
  if (settled > 0) await inTransaction(ctx, (ctx) => deleteQueuedUpTo(ctx, settled));
}

/** Indexes what was left by a process that died, or after an error, and goes on with a rebuild. */
export async function indexLeftovers(ctx: Context): Promise<void> {
  if ((await isAnyQueued(ctx)) || (!ctx.services.database.indexFile && (await isOutdated.get(ctx))))
    ctx.services.searchIndexer.kick();
}

/** Tells if the tables of the index hold words of an older version; no running program makes them older. */
export const isOutdated = cached((ctx) =>
  ctx.db.existsBy(SearchState, { id: 1, format: LessThan(SEARCH_FORMAT) }),
);

/**
 * Writes the next documents of an index of an older version again, newest first, in one transaction with its place.
 * @returns false if nothing is left, or another process has the turn
 */
async function rebuildNextBatch(ctx: Context, turn: { readonly waits: boolean }): Promise<boolean> {
  if (!(await isOutdated.get(ctx))) return false;
  return inTransaction(ctx, async (ctx) => {
    if (!(await takeTurn(ctx, turn))) return false;
    const state = await ctx.db.findOneByOrFail(SearchState, { id: 1 });
    if (state.format >= SEARCH_FORMAT) {
      isOutdated.invalidate(ctx.services);
      return false;
    }
    const kind = state.rebuildKind ?? SEARCHED_KINDS[0]!;
    const { isLast, below } = await reindexBlocks(ctx, kind, state.rebuildBelow ?? Infinity);
    const next = SEARCHED_KINDS[SEARCHED_KINDS.indexOf(kind) + 1];
    await ctx.db.update(
      SearchState,
      { id: 1 },
      !isLast
        ? { rebuildKind: kind, rebuildBelow: below }
        : { rebuildKind: next ?? null, rebuildBelow: null, ...(next ? {} : { format: SEARCH_FORMAT }) },
    );
    return true;
  });
}

/**
 * Writes the whole index again, newest first, while the forum runs.
 * @param report called with a line of progress
 * @returns the number of documents read
 */
export async function reindexAll(
  ctx: Context,
  report: (line: string) => void = () => undefined,
): Promise<number> {
  const { indexFile } = ctx.services.database;
  let documents = 0;
  if (indexFile) documents = await indexFile.rebuild();
  else for (const kind of SEARCHED_KINDS) documents += await reindexKind(ctx, kind);
  await coverBlocks(ctx);
  report(`${documents} threads, replies, members and topics`);
  return documents;
}

async function reindexKind(ctx: Context, kind: SearchedKind): Promise<number> {
  let count = 0;
  for (let below = Infinity; ;) {
    const batch = await inTransaction(ctx, async (ctx) => {
      // Whoever has the turn reads what is committed; a later change is queued, and indexed after this.
      await takeTurn(ctx, { waits: true });
      return reindexBlocks(ctx, kind, below);
    });
    count += batch.count;
    if (batch.isLast) return count;
    below = batch.below;
  }
}

/**
 * Writes the next whole blocks below an id again.
 * @returns the number of their documents, and the id at which the lowest block begins
 */
async function reindexBlocks(
  ctx: Context,
  kind: SearchedKind,
  below: number,
): Promise<{ count: number; below: number; isLast: boolean }> {
  const from = Math.min(Number.MAX_SAFE_INTEGER, Math.ceil(below / BLOCK_SIZE) * BLOCK_SIZE);
  const batch = await readDocumentsBelow(ctx, kind, from, BLOCK_SIZE);
  const isLast = batch.length < BLOCK_SIZE;
  const lowest = blockOf(batch.at(-1)?.id ?? 0);
  // The lowest of several blocks may go on below the batch.
  const isWhole = isLast || blockOf(batch[0]!.id) === lowest;
  const documents = isWhole ? batch : batch.filter(({ id }) => blockOf(id) !== lowest);
  const visible = await putVisible(ctx, kind, documents, putBlocks);
  await removeTexts(
    ctx,
    kind,
    documents.map(({ id }) => id).filter((id) => !visible.has(id)),
  );
  return { count: documents.length, below: blockOf(documents.at(-1)?.id ?? 0) * BLOCK_SIZE, isLast };
}
