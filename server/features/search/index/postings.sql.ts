import { setImmediate as nextTurn } from "node:timers/promises";
import { cached } from "../../../core/cached.ts";
import type { Context, SqlValue } from "../../../core/context.ts";
import {
  DOCUMENTS_PER_BATCH,
  SEARCH_TABLES,
  SEARCHED_KINDS,
  textsOf,
  type SearchDocument,
  type SearchedKind,
} from "../../../core/searchIndex.ts";
import { foldedText, keysOf } from "../../../core/searchTokens.ts";
import { marks, row, rows, run } from "../../../core/sql.ts";

/**
 * The search index of MySQL and MariaDB, made of two tables for each kind. The folded texts are what counts: every match is
 * proven by one. The postings say for each key which documents of a block of ids have it, so that few texts are read for
 * what is rare. A block gets its postings when it is full; the texts behind the last of them are read without. Postings
 * may name too many documents (what was changed or removed stays), never too few. Raw since no entity describes them.
 */

/** Documents of one block, neighbours by id. */
export const BLOCK_SIZE = 1_024;
/** Rows of one statement that inserts postings. */
const ROWS_PER_INSERT = 500;
/** Texts whose keys are taken before others get a turn. */
const TEXTS_PER_TURN = 32;

/** Gives the block of a document. */
export function blockOf(id: number): number {
  return Math.floor(id / BLOCK_SIZE);
}

/** A document as the index stores it. */
interface FoldedText {
  readonly id: number;
  readonly content: string;
}

/** Numbers of blocks that have postings, by kind. */
type Coverage = Readonly<Record<SearchedKind, number>>;

const NO_COVERAGE: Coverage = { thread: 0, post: 0, user: 0, topic: 0 };

/** Reads how many blocks have postings. It only grows, and texts behind an older number are found without postings. */
export const coverage = cached(readCoverage);

async function readCoverage(ctx: Context): Promise<Coverage> {
  const found = await rows<{ kind: SearchedKind; covered: number }>(
    ctx,
    "SELECT c.kind, c.covered FROM search_coverage c",
  );
  return { ...NO_COVERAGE, ...Object.fromEntries(found.map(({ kind, covered }) => [kind, covered])) };
}

/** Gives the content of a document: its folded title and, behind a line break, its folded text. */
export function foldedDocument(document: SearchDocument): string {
  const { title, text } = textsOf(document);
  return title === "" ? foldedText(text) : `${foldedText(title)}\n${foldedText(text)}`;
}

/** Stores what documents say in the place of earlier texts. */
export async function putTexts(
  ctx: Context,
  kind: SearchedKind,
  documents: readonly SearchDocument[],
): Promise<void> {
  const late = await storeTexts(ctx, kind, documents);
  const added = await withoutStored(ctx, kind, await postingsOf(late));
  await insertPostings(ctx, kind, added, "CONCAT(ids, VALUES(ids))");
}

/** Stores what all documents of some blocks say, and their postings in the place of earlier ones. */
export async function putBlocks(
  ctx: Context,
  kind: SearchedKind,
  documents: readonly SearchDocument[],
): Promise<void> {
  const late = await storeTexts(ctx, kind, documents);
  await insertPostings(ctx, kind, await postingsOf(late), "VALUES(ids)");
}

/** Stores the folded texts of documents. @returns those in blocks that have postings */
async function storeTexts(
  ctx: Context,
  kind: SearchedKind,
  documents: readonly SearchDocument[],
): Promise<FoldedText[]> {
  const texts = documents.map((document) => ({ id: document.id, content: foldedDocument(document) }));
  for (let from = 0; from < texts.length; from += DOCUMENTS_PER_BATCH) {
    const part = texts.slice(from, from + DOCUMENTS_PER_BATCH);
    await run(
      ctx,
      `INSERT INTO ${SEARCH_TABLES[kind]} (id, content) VALUES ${part.map(() => "(?, ?)").join(", ")}
       ON DUPLICATE KEY UPDATE content = VALUES(content)`,
      part.flatMap(({ id, content }): SqlValue[] => [id, Buffer.from(content)]),
    );
  }
  if (texts.length === 0) return [];
  const covered = (await readCoverage(ctx))[kind];
  return texts.filter(({ id }) => blockOf(id) < covered);
}

/** Removes the texts of documents; their postings stay and find nothing. */
export async function removeTexts(ctx: Context, kind: SearchedKind, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await run(ctx, `DELETE FROM ${SEARCH_TABLES[kind]} WHERE id IN (${marks(ids)})`, ids);
}

/** Reads the kinds that have a full block without postings. */
export async function kindsToCover(ctx: Context): Promise<SearchedKind[]> {
  const parts = SEARCHED_KINDS.map(
    (kind) => `SELECT '${kind}' AS kind, MAX(s.id) AS last FROM ${SEARCH_TABLES[kind]} s`,
  );
  const lasts = await rows<{ kind: SearchedKind; last: number | null }>(ctx, parts.join(" UNION ALL "));
  const covered = await readCoverage(ctx);
  return lasts
    .filter(({ kind, last }) => last !== null && Number(last) >= (covered[kind] + 1) * BLOCK_SIZE)
    .map(({ kind }) => kind);
}

/** Gives the next full block its postings. @returns false if no block is full */
export async function coverNextBlock(ctx: Context, kind: SearchedKind): Promise<boolean> {
  const table = SEARCH_TABLES[kind];
  const covered = (await readCoverage(ctx))[kind];
  const ends = await row<{ first: number | null; last: number | null }>(
    ctx,
    `SELECT MIN(s.id) AS first, MAX(s.id) AS last FROM ${table} s WHERE s.id >= ?`,
    [covered * BLOCK_SIZE],
  );
  if (!ends || ends.first === null) return false;
  // Blocks without any document are passed over.
  const block = blockOf(Number(ends.first));
  if (Number(ends.last) < (block + 1) * BLOCK_SIZE) return false;
  const texts = await rows<{ id: number; content: Buffer }>(
    ctx,
    `SELECT s.id, s.content FROM ${table} s WHERE s.id >= ? AND s.id < ?`,
    [block * BLOCK_SIZE, (block + 1) * BLOCK_SIZE],
  );
  const documents = texts.map(({ id, content }) => ({ id: Number(id), content: content.toString() }));
  await insertPostings(ctx, kind, await postingsOf(documents), "VALUES(ids)");
  await run(
    ctx,
    "INSERT INTO search_coverage (kind, covered) VALUES (?, ?) ON DUPLICATE KEY UPDATE covered = VALUES(covered)",
    [kind, block + 1],
  );
  coverage.invalidate(ctx.services);
  return true;
}

interface Posting {
  readonly key: string;
  readonly block: number;
  readonly offsets: number[];
}

async function postingsOf(texts: readonly FoldedText[]): Promise<Posting[]> {
  const postings = new Map<string, Posting>();
  for (const [place, { id, content }] of texts.entries()) {
    if (place % TEXTS_PER_TURN === TEXTS_PER_TURN - 1) await nextTurn();
    const block = blockOf(id);
    for (const key of keysOf(content)) {
      const name = `${block} ${key}`;
      let posting = postings.get(name);
      if (!posting) postings.set(name, (posting = { key, block, offsets: [] }));
      posting.offsets.push(id % BLOCK_SIZE);
    }
  }
  // In the order of the table, which is where neighbours are cheap, and in which no two processes wait for each other.
  return [...postings.values()].sort((one, other) =>
    one.key < other.key ? -1 : one.key > other.key ? 1 : one.block - other.block,
  );
}

/** Leaves what the stored postings do not say yet, so that a text that is edited often does not make them longer. */
async function withoutStored(
  ctx: Context,
  kind: SearchedKind,
  postings: readonly Posting[],
): Promise<Posting[]> {
  const added: Posting[] = [];
  for (let from = 0; from < postings.length; from += ROWS_PER_INSERT) {
    const part = postings.slice(from, from + ROWS_PER_INSERT);
    const blocks = [...new Set(part.map(({ block }) => block))];
    const stored = await rows<{ word: Buffer; block: number; ids: Buffer }>(
      ctx,
      `SELECT k.word, k.block, k.ids FROM ${SEARCH_TABLES[kind]}_keys k
       WHERE k.word IN (${marks(part)}) AND k.block IN (${marks(blocks)})`,
      [...part.map(({ key }) => Buffer.from(key)), ...blocks],
    );
    const idsOf = new Map(stored.map(({ word, block, ids }) => [`${block} ${word.toString()}`, ids]));
    for (const { key, block, offsets } of part) {
      const present = offsetsIn(idsOf.get(`${block} ${key}`));
      const missing = offsets.filter((offset) => !present.has(offset));
      if (missing.length > 0) added.push({ key, block, offsets: missing });
    }
  }
  return added;
}

function offsetsIn(ids: Buffer | undefined): Set<number> {
  const offsets = new Set<number>();
  for (let place = 0; ids && place < ids.length; place += 2) offsets.add(ids.readUInt16LE(place));
  return offsets;
}

async function insertPostings(
  ctx: Context,
  kind: SearchedKind,
  postings: readonly Posting[],
  ifExists: string,
): Promise<void> {
  for (let from = 0; from < postings.length; from += ROWS_PER_INSERT) {
    const part = postings.slice(from, from + ROWS_PER_INSERT);
    await run(
      ctx,
      `INSERT INTO ${SEARCH_TABLES[kind]}_keys (word, block, ids) VALUES ${part.map(() => "(?, ?, ?)").join(", ")}
       ON DUPLICATE KEY UPDATE ids = ${ifExists}`,
      part.flatMap(({ key, block, offsets }): SqlValue[] => [
        Buffer.from(key),
        block,
        Buffer.from(Uint16Array.from(offsets).buffer),
      ]),
    );
  }
}
