import type { Kind, RecordOf } from "../format/records.ts";
import { Children, type Fields, type Snapshot, type Source } from "./snapshot.ts";

/** Reads the records of a kind from its tables. */
export interface Reader<K extends Kind> {
  readonly tables: readonly string[];
  /** Gives the records in the order of the format. */
  read(snapshot: Snapshot): AsyncGenerator<RecordOf<K>>;
}

/** Makers of readers of a kind. */
interface Makers<K extends Kind> {
  /** For records that are rows of one table. @param recordOf gives null for rows that stay behind */
  eachRow<E>(source: Source<E>, recordOf: (row: Fields<E>) => RecordOf<K> | null): Reader<K>;
  /** For records that take rows of a second table in, which is read in the order of their ids. */
  eachWithChildren<E extends { id: number }, C>(
    source: Source<E>,
    children: Source<C>,
    recordOf: (row: Fields<E>, own: Fields<C>[]) => RecordOf<K> | null,
  ): Reader<K>;
}

/** Gives the makers of readers of a kind, whose records the compiler knows by its name. */
export function recordsOf<K extends Kind>(_kind: K): Makers<K> {
  return {
    eachRow: (source, recordOf) => ({
      tables: [source.name],
      async *read(snapshot) {
        for await (const row of snapshot.rows(source)) {
          const record = recordOf(row);
          if (record !== null) yield record;
        }
      },
    }),
    eachWithChildren: (source, children, recordOf) => ({
      tables: [source.name, children.name],
      async *read(snapshot) {
        const all = new Children(snapshot.rows(children), (row) => row.int(children.order[0]!));
        for await (const row of snapshot.rows(source)) {
          const record = recordOf(row, await all.of(row.int("id")));
          if (record !== null) yield record;
        }
      },
    }),
  };
}
