import { join } from "node:path";
import { pino } from "pino";
import type { Config } from "../../config.ts";
import { openDatabase } from "../../database/open.ts";
import { UNFINISHED_MOVE } from "../../database/unfinishedMove.ts";
import { features } from "../../features.ts";
import { claimServer } from "./serverSide.ts";
import type { TargetSide } from "./side.ts";
import { claimSqlite, fillSqlite } from "./sqliteSide.ts";

/** Statement that makes the first table of a target, which is the last that goes. */
export const MARK_SQL = `CREATE TABLE ${UNFINISHED_MOVE} (id integer NOT NULL PRIMARY KEY)`;

/** A database to fill. */
export interface TargetPlace extends Pick<Config, "dataDir" | "version"> {
  /** mysql://…, or undefined for `luntan.db` in the data folder. */
  readonly url: string | undefined;
  /** Migrations that give it its tables, if not all of them. */
  readonly migrations?: readonly string[];
  /** Removes the forum that it holds; SQLite's file is never removed so. */
  readonly isReplacing?: boolean;
}

/**
 * Opens a database with all tables of the program, and a mark that keeps servers away.
 * @returns the side, and whether it held what an unfinished copy had left, which is gone
 * @throws {Error} if it holds anything else
 */
export async function openTarget(place: TargetPlace): Promise<{ side: TargetSide; isRest: boolean }> {
  const { url, dataDir, version, migrations, isReplacing = false } = place;
  const options = {
    dataDir,
    version,
    ...(migrations && { only: migrations }),
    entities: features.flatMap((feature) => feature.entities ?? []),
    force: false,
    isMoving: true,
    log: pino({ level: "warn", base: null }),
  };
  if (!url) {
    const file = join(dataDir, "luntan.db");
    const isRest = claimSqlite(file, MARK_SQL);
    return { side: fillSqlite(file, await openDatabase({ ...options, url })), isRest };
  }
  const claim = await claimServer(url, MARK_SQL, isReplacing);
  try {
    await (await openDatabase({ ...options, url })).close();
    return claim;
  } catch (error) {
    await claim.side.close();
    throw error;
  }
}
