import type { Context } from "../../core/context.ts";
import type { RecordOf } from "../format/records.ts";
import { giveWay } from "./giveWay.ts";
import { ROW_KINDS, type OrdinaryKind } from "./rowKinds.ts";
import { deleteOwned, insertRows, keyOfRow, updateRow } from "./rows.sql.ts";
import type { Children, Row, RowKind } from "./rows/rowKind.ts";
import type { SliceWriter } from "./writeKind.ts";

/** Gives the writer of a kind whose records are rows of one table, with those that belong to them. */
export function rowWriter<K extends OrdinaryKind>(kind: K): SliceWriter<K> {
  const rowKind = ROW_KINDS[kind] as RowKind<RecordOf<K>>;
  const children = rowKind.children ?? [];
  return async (ctx, { run, fresh, changed }) => {
    const added = parentsFirst(await rowsOf(ctx, rowKind, fresh));
    const altered = await rowsOf(ctx, rowKind, changed);
    const below = await Promise.all(
      children.map(async (each) => ({ ...each, rows: await childRows(ctx, each, [...fresh, ...changed]) })),
    );
    const owners = changed.map((record) => (record as { id?: number }).id ?? 0);
    return async (ctx) => {
      const removed = run === 1 ? null : await giveWay(ctx, kind, run, [...added, ...altered]);
      await insertRows(ctx, rowKind.table, added);
      for (const row of altered)
        if (removed?.has(keyOfRow(rowKind.key, row))) await insertRows(ctx, rowKind.table, [row]);
        else await updateRow(ctx, rowKind, row);
      for (const { table, owner, rows } of below) {
        if (owners.length > 0) await deleteOwned(ctx, table, owner, owners);
        await insertRows(ctx, table, rows);
      }
    };
  };
}

/** Puts rows without a parent before the others, which name them. */
function parentsFirst(rows: readonly Row[]): readonly Row[] {
  return rows.some((row) => (row["parentId"] ?? null) !== null)
    ? [...rows].sort((one, other) => Number(one["parentId"] !== null) - Number(other["parentId"] !== null))
    : rows;
}

async function rowsOf<R>(ctx: Context, { row }: RowKind<R>, records: readonly R[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const record of records) rows.push(await row(ctx, record));
  return rows;
}

async function childRows<R>(ctx: Context, { rows }: Children<R>, records: readonly R[]): Promise<Row[]> {
  const all: Row[] = [];
  for (const record of records) all.push(...(await rows(ctx, record)));
  return all;
}
