import type { DataSource } from "typeorm";
import { StartError } from "../core/startError.ts";

/**
 * Table that is only in a database into which `luntan move` or `luntan restore` is copying a forum, or was when it was ended:
 * its first table, and the last that goes. Nothing else may begin on such a database.
 */
export const UNFINISHED_MOVE = "unfinished_move";

/** A database into which a move or a restore has not finished. */
export class UnfinishedMoveError extends StartError {}

/** One sentence on a database that holds a part of a forum, and two on what to do. */
export const UNFINISHED_SENTENCE =
  `A move or a restore into this database has not finished, so it holds a part of the forum. Run \`luntan move\` or ` +
  `\`luntan restore\` again with the settings of that time, which begins it again; after a move you may also set ` +
  `DATABASE_URL (or leave it out) as it was before, since the old database is as it was.`;

/** Refuses a database that holds a part of a forum. @throws {UnfinishedMoveError} with what to do */
export async function refuseUnfinishedMove(source: DataSource): Promise<void> {
  const runner = source.createQueryRunner();
  try {
    if (await runner.hasTable(UNFINISHED_MOVE)) throw new UnfinishedMoveError(UNFINISHED_SENTENCE);
  } finally {
    await runner.release();
  }
}
