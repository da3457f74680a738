import { join } from "node:path";
import { migrations } from "../../migrations/index.ts";
import type { Logger } from "../core/logger.ts";
import { MysqlDatabase } from "./mysql.ts";
import { SqliteDatabase } from "./sqlite.ts";

/** A database of either engine. */
export type OpenDatabase = SqliteDatabase | MysqlDatabase;

/**
 * Opens the database of the configuration and brings its schema up to date.
 * @param log hears when a server is waited for, is away, and is back
 * @param url mysql://…, or undefined for `luntan.db` in the data folder
 */
export function openDatabase(
  url: string | undefined,
  dataDir: string,
  entities: (new () => object)[],
  log: Logger,
): Promise<OpenDatabase> {
  const schema = { entities, migrations };
  return url ? MysqlDatabase.open(url, schema, log) : SqliteDatabase.open(join(dataDir, "luntan.db"), schema);
}
