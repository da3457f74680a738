import type { Context } from "../../core/context.ts";
import { ROW_KINDS, type OrdinaryKind } from "./rowKinds.ts";
import {
  deleteOwned,
  deleteRow,
  keysInTheWay,
  keysOfOwners,
  markDigests,
  readDigests,
  REMOVED,
  updateRow,
  YIELDED,
} from "./rows.sql.ts";
import type { Row, RowKind } from "./rows/rowKind.ts";

const rowKindOf = (kind: OrdinaryKind): RowKind<unknown> => ROW_KINDS[kind] as RowKind<unknown>;

/**
 * Makes room for rows with values that exist once and were those of others in the run before: a name that its owner has left,
 * the number of a reply behind one that is gone. The others get values of their own when their records come, or are removed
 * at the end. What this run has written stays: two records of one folder with one value are a mistake.
 * @returns keys of the records whose rows are removed for now
 */
export async function giveWay(
  ctx: Context,
  kind: OrdinaryKind,
  run: number,
  rows: readonly Row[],
): Promise<ReadonlySet<string>> {
  const rowKind = rowKindOf(kind);
  const removed = new Set<string>();
  for (const { columns, yielded } of rowKind.uniques ?? []) {
    const inTheWay = await keysInTheWay(ctx, rowKind, columns, rows);
    if (inTheWay.length === 0) continue;
    const records = await readDigests(ctx, kind, inTheWay);
    const keys = records.filter((each) => Number(each.run) < run).map(({ recordKey }) => recordKey);
    if (!yielded) {
      await removeRows(ctx, kind, keys);
      for (const key of keys) removed.add(key);
      continue;
    }
    for (const key of keys)
      await updateRow(ctx, rowKind, { id: Number(key), [columns.at(-1)!]: yielded(Number(key)) });
    await markDigests(ctx, kind, keys, YIELDED);
  }
  return removed;
}

/** Removes the rows of records, and before them those that name them, in the caller's transaction; they are fresh if they come again. */
export async function removeRows(ctx: Context, kind: OrdinaryKind, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const rowKind = rowKindOf(kind);
  const { children = [], attached = [], dependents = [] } = rowKind;
  for (const { kind: dependent, owner } of dependents)
    await removeRows(ctx, dependent, await keysOfOwners(ctx, rowKindOf(dependent), owner, keys.map(Number)));
  for (const { table, owner } of [...children, ...attached])
    await deleteOwned(ctx, table, owner, keys.map(Number));
  for (const key of keys) await deleteRow(ctx, rowKind, rowKind.key.length === 1 ? [key] : key.split(" "));
  await markDigests(ctx, kind, keys, REMOVED);
}
