import { join } from "node:path";
import { migrations } from "../../migrations/index.ts";
import { MysqlDatabase } from "./mysql.ts";
import { ProgramMark } from "./programMark.entity.ts";
import type { Schema } from "./schema.ts";
import { SqliteDatabase } from "./sqlite.ts";

/** A database of either engine. */
export type OpenDatabase = SqliteDatabase | MysqlDatabase;

/** The database to open, and the program that opens it. */
export interface OpenOptions extends Pick<
  Schema,
  "version" | "force" | "isMoving" | "log" | "slowStatementMs"
> {
  /** mysql://…, or undefined for `luntan.db` in the data folder. */
  readonly url: string | undefined;
  readonly dataDir: string;
  readonly entities: readonly (new () => object)[];
  /** Runs these migrations and no others, if they are named. */
  readonly only?: readonly string[];
}

/**
 * Opens the database of the configuration and brings its schema up to date.
 * @throws {StartError} if it cannot be used: what the operator can do stands in its message
 */
export function openDatabase({ url, dataDir, only, ...options }: OpenOptions): Promise<OpenDatabase> {
  const chosen = only ? migrations.filter(({ name }) => only.includes(name)) : migrations;
  const schema: Schema = { ...options, migrations: chosen, entities: [...options.entities, ProgramMark] };
  return url ? MysqlDatabase.open(url, schema) : SqliteDatabase.open(join(dataDir, "luntan.db"), schema);
}
