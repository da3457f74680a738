import { kindOf, valueOf, type Kind, type Row, type Value } from "./values.ts";

/** A column of a table, without those that the database computes. */
export interface Column {
  readonly name: string;
  /** Type as the engine says it, in small letters. */
  readonly type: string;
  readonly kind: Kind;
  readonly isNullable: boolean;
  /** Place in the primary key, from 1; 0 outside of it. */
  readonly keyPart: number;
}

/** A table with its columns in the order of their names. */
export interface MovedTable {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Places of the key among the columns, in its order: the primary key, unless it is read in another order. */
  readonly key: readonly number[];
}

/** An index besides the primary key. */
export interface Index {
  readonly name: string;
  readonly isUnique: boolean;
  readonly columns: readonly string[];
}

/** A database from which a forum is read, as of one moment. */
export interface Side {
  /** Engine and place, for people. */
  readonly label: string;
  /** Names of all tables. */
  tableNames(): Promise<string[]>;
  /** Reads what a table is made of. */
  table(name: string): Promise<MovedTable>;
  indexes(table: string): Promise<Index[]>;
  ask<T>(sql: string): Promise<T[]>;
  /** Reads rows in the order of the key. @param after the last row before them */
  slice(table: MovedTable, after: Row | null, limit: number): Promise<Row[]>;
  /** Ids that tables give next, for those that have given any: also ids of rows that are gone are never given again. */
  nextIds(): Promise<Map<string, bigint>>;
  /** Lets go of the database. */
  close(): Promise<void>;
}

/** Words of an engine for the tables of plugins, which no migration makes. */
export interface Dialect {
  /** Type of an id that counts up. */
  readonly id: string;
  /** Types that the other engine calls otherwise. */
  readonly types: readonly (readonly [RegExp, string])[];
  /** Goes behind the columns. */
  readonly tail: string;
}

/** A database into which a forum is written. */
export interface TargetSide extends Side {
  /** Adds rows. @throws {Error} which names the row that the database refuses */
  insert(table: MovedTable, rows: readonly Row[]): Promise<void>;
  run(sql: string): Promise<void>;
  readonly dialect: Dialect;
  /** Sets the id that a table gives next. */
  setNextId(table: string, next: bigint): Promise<void>;
  /** Makes sure that all rows fit each other and are on the disk. @throws {Error} which names rows that do not fit */
  settle(): Promise<void>;
  /** Ends the move: nothing marks the database as unfinished any more. */
  finish(): Promise<void>;
}

/** Puts a table together. @throws {Error} if it has no primary key */
export function tableOf(name: string, columns: readonly Omit<Column, "kind">[]): MovedTable {
  const sorted = columns
    .map((column) => ({ ...column, kind: kindOf(column.type) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const key = sorted
    .map(({ keyPart }, place) => ({ keyPart, place }))
    .filter(({ keyPart }) => keyPart > 0)
    .sort((one, other) => one.keyPart - other.keyPart);
  if (key.length === 0) throw new Error(`The table ${name} has no primary key.`);
  return { name, columns: sorted, key: key.map(({ place }) => place) };
}

/** Gives a table that is read in another order. @param order columns that have an index and that identify a row */
export function sortedBy(table: MovedTable, order: readonly string[]): MovedTable {
  const places = order.map((column) => table.columns.findIndex(({ name }) => name === column));
  if (places.includes(-1)) throw new Error(`The table ${table.name} lacks a column of ${order.join(", ")}.`);
  return { ...table, key: places };
}

/** Lists the columns of a table in a statement. */
export function columnList({ columns }: MovedTable): string {
  return columns.map(({ name }) => `\`${name}\``).join(", ");
}

/** Lists the columns of the key. */
export function keyColumns({ columns, key }: MovedTable): string[] {
  return key.map((place) => `\`${columns[place]!.name}\``);
}

/** Gives the key of a row. */
export function keyOf({ key }: MovedTable, row: Row): Value[] {
  return key.map((place) => row[place]!);
}

/** Reads the values of a row as both engines give them. @throws {Error} naming the row and what it should not hold */
export function rowOf(table: MovedTable, raw: readonly unknown[]): Row {
  return raw.map((value, place) => {
    const { kind, name } = table.columns[place]!;
    try {
      return valueOf(kind, value);
    } catch (error) {
      const where = `${rowName(table, raw)}, column ${name}`;
      throw new Error(`${where}: ${(error as Error).message}. Correct it, and run the move again.`, {
        cause: error,
      });
    }
  });
}

/** Names a row for people. */
export function rowName(table: MovedTable, row: readonly unknown[]): string {
  const parts = table.key.map((place) => `${table.columns[place]!.name} ${String(row[place])}`);
  return `${table.name}, ${parts.join(", ")}`;
}
