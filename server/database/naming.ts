import { DefaultNamingStrategy, type NamingStrategyInterface, type Table } from "typeorm";

const tableName = (table: Table | string): string =>
  (typeof table === "string" ? table : table.name).split(".").pop()!;

/** Name of a foreign key: `fk_<table>_<columns>`. */
export function foreignKeyNamed(table: string, columns: readonly string[]): string {
  return `fk_${table}_${columns.join("_")}`;
}

/** Name of an index: `ix_<table>_<columns>`. */
export function indexNamed(table: string, columns: readonly string[]): string {
  return `ix_${table}_${columns.join("_")}`;
}

/** Gives keys and indexes names that say what they are, the same in entities, migrations and on both engines. */
export class ReadableNames extends DefaultNamingStrategy implements NamingStrategyInterface {
  override foreignKeyName(table: Table | string, columns: string[]): string {
    return foreignKeyNamed(tableName(table), columns);
  }

  override indexName(table: Table | string, columns: string[]): string {
    return indexNamed(tableName(table), columns);
  }

  override primaryKeyName(table: Table | string): string {
    return `pk_${tableName(table)}`;
  }

  override uniqueConstraintName(table: Table | string, columns: string[]): string {
    return `uq_${tableName(table)}_${columns.join("_")}`;
  }
}
