import type { Context, SqlValue } from "../../../core/context.ts";
import type { Kind, RecordOf } from "../../format/records.ts";

/** Values of a row by column. */
export type Row = Readonly<Record<string, SqlValue>>;

/** Rows of another table that belong to those of a kind, and are written again with them. */
export interface Children<R> {
  readonly table: string;
  /** Column that holds the id of the record. */
  readonly owner: string;
  readonly rows: (ctx: Context, record: R) => readonly Row[] | Promise<readonly Row[]>;
}

/** Making of rows of the records of a kind. */
export interface RowKind<R> {
  readonly table: string;
  /** Columns of the primary key. */
  readonly key: readonly string[];
  /** Values of the primary key of a record, by its fields, in the order of the columns. */
  readonly keyValues: (parts: readonly string[]) => readonly SqlValue[];
  /** Makes the row of a record; slow work belongs here, before the transaction. */
  readonly row: (ctx: Context, record: R) => Row | Promise<Row>;
  /** Columns that a later run leaves as they are. */
  readonly onlyAtFirst?: readonly string[];
  readonly children?: readonly Children<R>[];
}

/** The row kind of records. */
export type RowKindOf<K extends Kind> = RowKind<RecordOf<K>>;

/** Keys that are numbers. */
export const numbers = (parts: readonly string[]): readonly number[] => parts.map(Number);

/** Keys that are texts. */
export const texts = (parts: readonly string[]): readonly string[] => parts;

/** Reads a time of a record. */
export const time = (text: string): Date => new Date(text);

/** Reads a time that may be missing. */
export const timeOrNull = (text: string | null): Date | null => (text === null ? null : new Date(text));
