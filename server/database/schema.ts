import type { DataSource, EntityManager, MixedList } from "typeorm";
import type { Database } from "../core/context.ts";
import type { Logger } from "../core/logger.ts";
import { StartError } from "../core/startError.ts";
import { ProgramMark } from "./programMark.entity.ts";
import { refuseUnfinishedMove } from "./unfinishedMove.ts";

/** Parameters of opening a database. */
export interface Schema {
  readonly entities: MixedList<new () => object>;
  readonly migrations: readonly (new () => object)[];
  /** Version of this program. */
  readonly version: string;
  /** Starts on a database that is newer than the program all the same. */
  readonly force: boolean;
  /** Opens a database into which a forum is being moved; only the move itself does. */
  readonly isMoving?: boolean;
  readonly log: Logger;
  /** Time from which a statement is slow, in milliseconds. */
  readonly slowStatementMs?: number;
}

/** Marks of the program: who migrated last, when it began to serve, when it last proved that it can write. */
export type MarkName = "migrated" | "started" | "written";

/** A database that a newer version of the program has migrated. */
export class DatabaseNewerError extends StartError {}

/** A database that a development version from before the first release has made. */
export class DatabaseUnreleasedError extends StartError {}

/** True if migrations have run, but not the first one of this program: every release begins with it. */
export function isUnreleased(done: readonly string[], known: readonly (new () => object)[]): boolean {
  const [first] = known;
  return first !== undefined && done.length > 0 && !done.includes(first.name);
}

/** One sentence on a database of a development version, and two on what to do. */
export function unreleasedSentence(done: readonly string[]): string {
  const names = done.length > 1 ? `${done[0]} to ${done.at(-1)}` : String(done[0]);
  return (
    `The database was made by a development version of Luntan from before the first release, or by another program: ` +
    `its migrations (${names}) belong to no release, and nothing converts it. Start on an empty database: name a new ` +
    `folder in DATA_DIR, or an empty MariaDB database in DATABASE_URL. To go on with the old one, run the version ` +
    `that made it.`
  );
}

/** Migrations that have run and that this program does not know: a newer one ran them. */
export function unknownMigrations(done: readonly string[], known: readonly (new () => object)[]): string[] {
  const names = new Set(known.map(({ name }) => name));
  return done.filter((name) => !names.has(name));
}

/** One sentence on a database that is newer than the program, and one on what to do. */
export function newerSentence(own: string, migratedBy: string | null, unknown: readonly string[]): string {
  const by = migratedBy ? `Luntan ${migratedBy}` : "a newer version of Luntan";
  return (
    `The database was brought up to date by ${by}, and this is ${own}, which does not know ${unknown.join(", ")}. ` +
    `Run ${migratedBy ? `version ${migratedBy} or newer` : "that version"}, or restore a backup from before the upgrade; ` +
    `\`luntan start --force\` starts all the same, at the risk of damage.`
  );
}

/**
 * Runs the migrations that are missing, and notes which version of the program did.
 * @throws {UnfinishedMoveError} if the database holds a part of a forum, forced or not;
 *   {DatabaseUnreleasedError} if a development version made it, forced or not;
 *   {DatabaseNewerError} if the database has migrations that this program does not know, unless forced
 */
export async function migrate(source: DataSource, schema: Schema): Promise<void> {
  if (!schema.isMoving) await refuseUnfinishedMove(source);
  const before = await migrationsDone(source);
  if (isUnreleased(before, schema.migrations)) throw new DatabaseUnreleasedError(unreleasedSentence(before));
  const unknown = unknownMigrations(before, schema.migrations);
  if (unknown.length > 0) {
    const sentence = newerSentence(schema.version, await migratedBy(source), unknown);
    if (!schema.force) throw new DatabaseNewerError(sentence);
    schema.log.warn({ unknown }, "started by force on a database that is newer than the program");
  }
  const done = await source.runMigrations();
  if (done.length > 0 && unknown.length === 0)
    await writeMark(source.manager, "migrated", schema.version, new Date());
}

async function migrationsDone(source: DataSource): Promise<string[]> {
  const runner = source.createQueryRunner();
  try {
    if (!(await runner.hasTable("migrations"))) return [];
    const applied = (await runner.query("SELECT m.name FROM migrations m ORDER BY m.id")) as {
      name: string;
    }[];
    return applied.map(({ name }) => name);
  } finally {
    await runner.release();
  }
}

async function migratedBy(source: DataSource): Promise<string | null> {
  const mark = await source.manager.findOneBy(ProgramMark, { name: "migrated" }).catch(() => null);
  return mark?.value ?? null;
}

/** Writes a mark of the program in a transaction of its own. */
export function setMark(database: Database, name: MarkName, value: string): Promise<void> {
  return database.transaction((manager) => writeMark(manager, name, value, new Date()));
}

async function writeMark(manager: EntityManager, name: MarkName, value: string, at: Date): Promise<void> {
  await manager.upsert(ProgramMark, { name, value, at }, ["name"]);
}
