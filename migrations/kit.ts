import { Table, type QueryRunner, type TableColumnOptions } from "typeorm";
import { COLLATION, convertTables } from "../server/database/collation.ts";
import { foreignKeyNamed, indexNamed } from "../server/database/naming.ts";

/** Columns that mean the same on both engines. Names and types must equal those of the entities. */
export interface ColumnKit {
  /** Primary key that counts up: INTEGER on SQLite, BIGINT on MySQL. */
  id(): TableColumnOptions;
  /** An id of another table. */
  ref(name: string, options?: { nullable?: boolean; primary?: boolean }): TableColumnOptions;
  int(
    name: string,
    options?: { default?: number; nullable?: boolean; primary?: boolean },
  ): TableColumnOptions;
  /** An amount of money in whole cents; entities say `integer`. */
  cents(name: string): TableColumnOptions;
  /** A number that an int may not hold; entities say `integer`. */
  long(name: string): TableColumnOptions;
  double(name: string, options?: { nullable?: boolean }): TableColumnOptions;
  bool(name: string, options?: { default?: boolean }): TableColumnOptions;
  varchar(
    name: string,
    length: number,
    options?: { nullable?: boolean; default?: string; primary?: boolean },
  ): TableColumnOptions;
  /** Text up to 16 MB. */
  text(name: string, options?: { nullable?: boolean }): TableColumnOptions;
  /** UTC with milliseconds, set in code. */
  time(name: string, options?: { nullable?: boolean }): TableColumnOptions;
}

/** The column kit of an engine. */
export function columnsFor(runner: QueryRunner): ColumnKit {
  const sqlite = runner.connection.options.type === "better-sqlite3";
  const idType = sqlite ? "integer" : "bigint";
  return {
    id: () => ({
      name: "id",
      type: idType,
      isPrimary: true,
      isGenerated: true,
      generationStrategy: "increment",
    }),
    ref: (name, options = {}) => ({
      name,
      type: idType,
      isNullable: options.nullable ?? false,
      isPrimary: options.primary ?? false,
    }),
    int: (name, options = {}) => ({
      name,
      type: sqlite ? "integer" : "int",
      default: options.default,
      isNullable: options.nullable ?? false,
      isPrimary: options.primary ?? false,
    }),
    cents: (name) => ({ name, type: idType, isNullable: false }),
    long: (name) => ({ name, type: idType, isNullable: false }),
    double: (name, options = {}) => ({ name, type: "double", isNullable: options.nullable ?? false }),
    bool: (name, options = {}) => ({
      name,
      type: sqlite ? "boolean" : "tinyint",
      default: options.default === undefined ? undefined : Number(options.default),
    }),
    varchar: (name, length, options = {}) => ({
      name,
      type: "varchar",
      length: String(length),
      isNullable: options.nullable ?? false,
      isPrimary: options.primary ?? false,
      default: options.default === undefined ? undefined : `'${options.default}'`,
    }),
    text: (name, options = {}) => ({
      name,
      type: sqlite ? "text" : "mediumtext",
      isNullable: options.nullable ?? false,
    }),
    time: (name, options = {}) => ({
      name,
      type: "datetime",
      precision: 3,
      isNullable: options.nullable ?? false,
    }),
  };
}

/** A table in short form. */
export interface TablePlan {
  readonly name: string;
  readonly columns: TableColumnOptions[];
  /** Column → table whose id it holds. */
  readonly references?: Readonly<Record<string, string>>;
  readonly indexes?: readonly (readonly string[])[];
  /** Indexes of so many columns that a name made of them would be too long. */
  readonly namedIndexes?: Readonly<Record<string, readonly string[]>>;
  readonly uniques?: readonly (readonly string[])[];
}

/** Creates a table unless a run that was cut short has created it already: DDL commits by itself on MySQL. */
export async function createTable(runner: QueryRunner, plan: TablePlan): Promise<void> {
  const { name, columns, references = {}, indexes = [], namedIndexes = {}, uniques = [] } = plan;
  const table = new Table({
    name,
    columns,
    foreignKeys: Object.entries(references).map(([column, target]) => ({
      name: foreignKeyNamed(name, [column]),
      columnNames: [column],
      referencedTableName: target,
      referencedColumnNames: ["id"],
      onDelete: "RESTRICT",
      onUpdate: "RESTRICT",
    })),
    indices: [
      ...indexes.map((columnNames) => ({
        name: indexNamed(name, columnNames),
        columnNames: [...columnNames],
      })),
      ...Object.entries(namedIndexes).map(([indexName, columnNames]) => ({
        name: indexName,
        columnNames: [...columnNames],
      })),
      ...uniques.map((columnNames) => ({
        name: indexNamed(name, columnNames),
        columnNames: [...columnNames],
        isUnique: true,
      })),
    ],
  });
  await runner.createTable(table, true);
  if (runner.connection.options.type !== "better-sqlite3") await ensureCollation(runner, name);
}

/** A table has the collation of its database, which the operator chose, unless it is told otherwise. */
async function ensureCollation(runner: QueryRunner, table: string): Promise<void> {
  const found = (await runner.query(
    "SELECT TABLE_COLLATION AS collation FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?",
    [table],
  )) as { collation: string }[];
  if (found[0]?.collation === COLLATION) return;
  await convertTables((sql, values) => runner.query(sql, values), [table]);
}

/**
 * Adds columns to a table that has rows: in place, which TypeORM's own way does not do on SQLite. Each needs a default
 * or allows NULL; columns that a run that was cut short has added already are left alone.
 */
export async function addColumns(
  runner: QueryRunner,
  table: string,
  columns: readonly TableColumnOptions[],
): Promise<void> {
  for (const column of columns) {
    if (await runner.hasColumn(table, column.name)) continue;
    const { name, type, length, precision } = column;
    const size = length ?? precision;
    const rule = column.isNullable ? "NULL" : `NOT NULL DEFAULT ${String(column.default)}`;
    await runner.query(
      `ALTER TABLE \`${table}\` ADD COLUMN \`${name}\` ${type}${size ? `(${size})` : ""} ${rule}`,
    );
  }
}

/** Adds indexes to a table that exists; those that exist already are left alone. */
export async function addIndexes(
  runner: QueryRunner,
  table: string,
  indexes: readonly (readonly string[])[],
): Promise<void> {
  const existing = await runner.getTable(table);
  for (const columnNames of indexes) {
    const name = indexNamed(table, columnNames);
    if (existing?.indices.some((index) => index.name === name)) continue;
    await runner.query(`CREATE INDEX ${name} ON \`${table}\` (${columnNames.join(", ")})`);
  }
}
