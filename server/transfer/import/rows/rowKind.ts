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

/** Columns beside the primary key whose values exist once in a table. */
export interface Unique {
  readonly columns: readonly string[];
  /**
   * Gives the value of the last column for the row of an id that gives way to another one until its own record comes. Without
   * it the row is removed: few others name it.
   */
  readonly yielded?: (id: number) => SqlValue;
}

/** Rows of another kind that name those of a kind. */
export interface Dependents {
  readonly kind: "categories" | "messages" | "pollOptions" | "pollVotes" | "posts";
  /** Column that holds the id of the record. */
  readonly owner: string;
}

/** Gives a text that no record has. */
export const yieldedText = (id: number): string => ` ${id}`;

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
  /** Rows of other tables that go with a row that is removed, and only then. */
  readonly attached?: readonly Pick<Children<R>, "table" | "owner">[];
  readonly uniques?: readonly Unique[];
  /** Kinds whose rows are removed before one of this kind. */
  readonly dependents?: readonly Dependents[];
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
