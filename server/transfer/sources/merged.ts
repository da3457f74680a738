import type { Row } from "./sqlSource.ts";
import { wholeOf } from "./values.ts";

const SLICE_ROWS = 500;

/** Reads several tables of one kind as one, by a key that all of them are read by; ids of a second table are dropped. */
export async function* merged(tables: readonly AsyncGenerator<Row[]>[], key: string): AsyncGenerator<Row[]> {
  const readers = tables.map((table) => rowsOf(table));
  const heads = await Promise.all(
    readers.map(async (reader) => (await reader.next()).value as Row | undefined),
  );
  let slice: Row[] = [];
  let last: number | undefined;
  for (;;) {
    let place = -1;
    for (const [index, head] of heads.entries())
      if (head && (place < 0 || wholeOf(head[key]) < wholeOf(heads[place]![key]))) place = index;
    if (place < 0) break;
    const row = heads[place]!;
    if (wholeOf(row[key]) !== last) slice.push(row);
    last = wholeOf(row[key]);
    heads[place] = (await readers[place]!.next()).value as Row | undefined;
    if (slice.length < SLICE_ROWS) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}

async function* rowsOf(table: AsyncGenerator<Row[]>): AsyncGenerator<Row, undefined> {
  for await (const slice of table) yield* slice;
  return undefined;
}
