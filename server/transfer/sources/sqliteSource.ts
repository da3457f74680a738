import Sqlite from "better-sqlite3";
import { SqlSource, namesOf, type Row, type SourceConnection, type SourceShape } from "./sqlSource.ts";
import { codeOf, problemBy } from "../problems.ts";

interface Column {
  readonly name: string;
  /** Place in the primary key, from 1; 0 outside of it. */
  readonly pk: number;
}

/**
 * Opens a database in a file of SQLite, in one snapshot; `?prefix=` behind its name names the prefix of its tables.
 * @throws {Error} with one sentence if it cannot be read, or is none of the program
 */
export async function openSqliteSource(from: string, shape: SourceShape): Promise<SqlSource> {
  const [, location, query] = /^([^?]*)(?:\?(.*))?$/s.exec(from)!;
  const file = openFile(location!);
  try {
    file.exec("BEGIN");
    const tables = new Map(tablesOf(file).map((table) => [table, columnsOf(file, table)]));
    const sets = new Map(
      [...tables].map(([table, columns]) => [table, new Set(columns.map(({ name }) => name))]),
    );
    const names = namesOf(sets, new URLSearchParams(query), shape);
    const own = new Map([...names].map(([name, table]) => [name, sets.get(table)!]));
    const keys = new Map([...names].flatMap(([name, table]) => keyOf(name, tables.get(table)!)));
    return new SqlSource(connectionTo(file), names, own, keys);
  } catch (error) {
    file.close();
    const { code } = error as { code?: string };
    if (code !== "SQLITE_NOTADB") throw error;
    throw problemBy(error, "NO_SQLITE", location!);
  }
}

function openFile(location: string): Sqlite.Database {
  try {
    return new Sqlite(location, { readonly: true, fileMustExist: true });
  } catch (error) {
    throw problemBy(error, "UNREADABLE_FILE", location, codeOf(error));
  }
}

function tablesOf(file: Sqlite.Database): string[] {
  const sql =
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";
  return file.prepare(sql).pluck().all() as string[];
}

function columnsOf(file: Sqlite.Database, table: string): Column[] {
  return file.prepare("SELECT name, pk FROM pragma_table_info(?)").all(table) as Column[];
}

function keyOf(table: string, columns: readonly Column[]): [string, string[]][] {
  const key = columns.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk);
  return key.length === 0 ? [] : [[table, key.map(({ name }) => name)]];
}

function connectionTo(file: Sqlite.Database): SourceConnection {
  return {
    query: async (sql, values = []) => {
      const all = values.flat();
      let place = 0;
      const text = sql.replaceAll("?", () => {
        const value = values[place++];
        return Array.isArray(value) ? value.map(() => "?").join(", ") : "?";
      });
      return [file.prepare(text).all(...all) as Row[]];
    },
    end: async () => void file.close(),
  };
}
