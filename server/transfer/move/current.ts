import { migrations } from "../../../migrations/index.ts";
import { isUnreleased, newerSentence, unknownMigrations, unreleasedSentence } from "../../database/schema.ts";
import { UNFINISHED_MOVE, UNFINISHED_SENTENCE } from "../../database/unfinishedMove.ts";
import type { Side } from "./side.ts";

/**
 * Refuses a database that this program cannot read whole; one of an earlier version it can.
 * @returns the migrations that have run
 * @throws {Error} with one sentence that says why
 */
export async function requireReadable(source: Side, version: string): Promise<string[]> {
  const names = await source.tableNames();
  if (names.includes(UNFINISHED_MOVE)) throw new Error(UNFINISHED_SENTENCE);
  if (!names.includes("migrations")) throw new Error(`There is no forum in ${source.label}.`);
  const done = (await source.ask<{ name: string }>("SELECT m.name FROM migrations m ORDER BY m.id")).map(
    ({ name }) => name,
  );
  if (isUnreleased(done, migrations)) throw new Error(unreleasedSentence(done));
  const unknown = unknownMigrations(done, migrations);
  if (unknown.length > 0) throw new Error(newerSentence(version, null, unknown));
  return done;
}

/** Refuses a database that is not as this program makes it. @throws {Error} with one sentence that says why */
export async function requireCurrent(source: Side, version: string): Promise<void> {
  const done = await requireReadable(source, version);
  const open = migrations.filter(({ name }) => !done.includes(name));
  if (open.length > 0)
    throw new Error(
      `${source.label} is older than this program: ${open.length} migrations are to run. Make a backup, and run \`luntan migrate\` first.`,
    );
}
