import { sortedBy, type MovedTable, type Side } from "../move/side.ts";
import { slicesOf } from "../move/slices.ts";
import type { Row, Value } from "../move/values.ts";

/** A table whose rows are read in the order of some columns, which have an index. */
export interface Source<E> {
  readonly name: string;
  readonly order: readonly (keyof E & string)[];
}

/** Names a table of an entity, and the columns in whose order it is read. */
export function table<E>(name: string, ...order: (keyof E & string)[]): Source<E> {
  return { name, order };
}

/** A row of a table, whose columns the compiler knows by its entity. */
export class Fields<E> {
  constructor(
    private readonly places: ReadonlyMap<string, number>,
    private readonly row: Row,
  ) {}

  /** A whole number. */
  int(column: keyof E & string): number {
    return Number(this.value(column));
  }

  /** A whole number, or null. */
  intOrNull(column: keyof E & string): number | null {
    const value = this.value(column);
    return value === null ? null : Number(value);
  }

  /** A number, or null. */
  numberOrNull(column: keyof E & string): number | null {
    return this.intOrNull(column);
  }

  /** A text; the format validates the names of values. */
  text<T extends string = string>(column: keyof E & string): T {
    return this.value(column) as T;
  }

  /** A text, or null. */
  textOrNull<T extends string = string>(column: keyof E & string): T | null {
    return this.value(column) as T | null;
  }

  /** Yes or no. */
  flag(column: keyof E & string): boolean {
    return this.int(column) === 1;
  }

  /** A time in UTC with milliseconds. */
  time(column: keyof E & string): string {
    return isoOf(this.text(column));
  }

  /** A time in UTC with milliseconds, or null. */
  timeOrNull(column: keyof E & string): string | null {
    const value = this.textOrNull(column);
    return value === null ? null : isoOf(value);
  }

  private value(column: string): Value {
    const place = this.places.get(column);
    if (place === undefined) throw new Error(`There is no column ${column}.`);
    return this.row[place]!;
  }
}

/** Writes a time of a column as ISO 8601. */
function isoOf(value: string): string {
  return `${value.replace(" ", "T")}Z`;
}

/** As much of a database as a snapshot reads. */
export type SnapshotSide = Pick<Side, "table" | "slice" | "ask">;

/** A forum, or a part of it, which is read in slices. */
export class Snapshot {
  constructor(
    readonly side: SnapshotSide,
    private readonly count: (rows: number, table: string) => void,
  ) {}

  /** Reads the rows of a table in its order, a slice at a time. */
  async *slices<E>({ name, order }: Source<E>): AsyncGenerator<Fields<E>[]> {
    const whole: MovedTable = sortedBy(await this.side.table(name), order);
    const places = new Map(whole.columns.map((column, place) => [column.name, place]));
    for await (const rows of slicesOf(this.side, whole)) {
      this.count(rows.length, name);
      yield rows.map((row) => new Fields<E>(places, row));
    }
  }

  /** Reads the rows of a table in its order. */
  async *rows<E>(source: Source<E>): AsyncGenerator<Fields<E>> {
    for await (const slice of this.slices(source)) yield* slice;
  }
}

/** Rows that belong to rows of another table, both read side by side in the order of the same id. */
export class Children<T> {
  private next: T | null = null;
  private hasBegun = false;

  constructor(
    private readonly rows: AsyncGenerator<T>,
    private readonly parentOf: (row: T) => number,
  ) {}

  /** Gives the rows of a parent, whose id is greater than that of the parent before. */
  async of(parent: number): Promise<T[]> {
    if (!this.hasBegun) await this.step();
    this.hasBegun = true;
    while (this.next !== null && this.parentOf(this.next) < parent) await this.step();
    const own: T[] = [];
    while (this.next !== null && this.parentOf(this.next) === parent) {
      own.push(this.next);
      await this.step();
    }
    return own;
  }

  private async step(): Promise<void> {
    const { done, value } = await this.rows.next();
    this.next = done ? null : (value as T);
  }
}
