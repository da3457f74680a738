import type { EntityManager } from "typeorm";
import type { SnapshotSide } from "../export/snapshot.ts";
import { behind } from "../move/behind.ts";
import { columnList, keyColumns, keyOf, rowOf, tableOf, type MovedTable } from "../move/side.ts";
import type { Row } from "../move/values.ts";
import { OWN } from "./own.ts";

/** Conditions by table. */
const CONDITIONS: Readonly<Record<string, string>> = Object.assign(
  {},
  ...Object.values(OWN).map(({ rows }) => rows),
) as Record<string, string>;

/** Rows of one member in the database that the forum runs on. */
export class MemberRows implements SnapshotSide {
  constructor(
    private readonly db: EntityManager,
    private readonly memberId: number,
    /** Lets others work between two reads. */
    private readonly pause: () => Promise<void> | void,
  ) {}

  ask<T>(sql: string): Promise<T[]> {
    return this.db.query<T[]>(sql);
  }

  table(name: string): Promise<MovedTable> {
    const { entityMetadatas, driver } = this.db.connection;
    const entity = entityMetadatas.find(({ tableName }) => tableName === name)!;
    const columns = entity.columns
      .filter(({ asExpression }) => asExpression === undefined)
      .map((column) => ({
        name: column.databaseName,
        type: driver.normalizeType(column),
        isNullable: column.isNullable,
        keyPart: entity.primaryColumns.indexOf(column) + 1,
      }));
    return Promise.resolve(tableOf(name, columns));
  }

  async slice(table: MovedTable, after: Row | null, limit: number): Promise<Row[]> {
    await this.pause();
    const key = keyColumns(table);
    const own = CONDITIONS[table.name]!;
    const beyond = after ? behind(key, keyOf(table, after)) : null;
    const condition = beyond ? `(${own}) AND (${beyond.sql})` : own;
    const rows = await this.db.query<Record<string, unknown>[]>(
      `SELECT ${columnList(table)} FROM \`${table.name}\` WHERE ${condition} ORDER BY ${key.join(", ")} LIMIT ${limit}`,
      [...own.matchAll(/\?/g)].map(() => this.memberId as unknown).concat(beyond?.values ?? []),
    );
    return rows.map((row) =>
      rowOf(
        table,
        table.columns.map(({ name }) => plainOf(row[name])),
      ),
    );
  }
}

/** The connections of the forum give times as dates on MariaDB and MySQL. */
function plainOf(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}
