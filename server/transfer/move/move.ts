import { join } from "node:path";
import type { Config } from "../../config.ts";
import { addressForPeople } from "../../database/mysqlSession.ts";
import { LIVING_SQL, type LivingProcess } from "../../features/processes/process.sql.ts";
import { copyForum, rowsOfSide } from "./copy.ts";
import { requireCurrent } from "./current.ts";
import { readServer } from "./serverSide.ts";
import type { Side } from "./side.ts";
import { readSqlite } from "./sqliteSide.ts";
import { openTarget } from "./target.ts";

const SERVER = /^(mysql|mariadb):\/\/[^/]*\/.+/;
/** Name of the file in the data folder as a target. */
const SQLITE = "sqlite";

/**
 * Moves the forum of the configuration into an empty database of the other engine, and compares all of it. The old
 * database is only read.
 * @param target mysql://user:password@host:port/database, or `sqlite` for the file in the data folder
 * @param tell prints a line
 * @throws {Error} with one sentence that says why it cannot be moved
 */
export async function moveForum(config: Config, target: string, tell: (line: string) => void): Promise<void> {
  requireOther(config, target);
  const { databaseUrl, dataDir } = config;
  const source = databaseUrl ? await readServer(databaseUrl) : readSqlite(join(dataDir, "luntan.db"));
  try {
    await requireMovable(source, config);
    const { side, isRest } = await openTarget({ ...config, url: target === SQLITE ? undefined : target });
    try {
      if (isRest)
        tell("What an earlier move that did not finish had left there was removed; this begins again.");
      const { tables, rows, leftBehind } = await copyForum(rowsOfSide(source), side, tell);
      await side.settle();
      await side.finish();
      tell(`Moved: ${rows} rows of ${tables} tables, equal on both sides.`);
      if (leftBehind.length > 0)
        tell(`Not copied, since this program does not know these tables: ${leftBehind.join(", ")}.`);
      for (const line of nextSteps(source, config, target)) tell(line);
    } finally {
      await side.close();
    }
  } finally {
    await source.close();
  }
}

function requireOther({ databaseUrl }: Config, target: string): void {
  const isServer = SERVER.test(target) && URL.canParse(target);
  if (target !== SQLITE && !isServer)
    throw new Error(
      `"${withoutPassword(target)}" names no database: give mysql://user:password@host:3306/database, or ${SQLITE} for the file in DATA_DIR.`,
    );
  const isSame = isServer
    ? databaseUrl !== undefined && addressForPeople(databaseUrl) === addressForPeople(target)
    : databaseUrl === undefined;
  if (isSame) throw new Error("The forum runs on this database already; DATABASE_URL says so.");
}

const withoutPassword = (target: string): string => target.replace(/:[^:@/]*@/, ":…@");

/** Refuses a database that is not as this program makes it, or that a server has open. */
async function requireMovable(source: Side, { version, databaseUrl }: Config): Promise<void> {
  await requireCurrent(source, version);
  const living = databaseUrl ? await source.ask<LivingProcess>(LIVING_SQL) : [];
  if (living.length > 0) {
    const servers = living.map(({ host, pid }) => `${host} (${pid})`).join(", ");
    throw new Error(
      `A server has ${source.label} open: ${servers}. Stop it first; one that was killed counts as running for eight seconds.`,
    );
  }
}

function nextSteps(source: Side, { databaseUrl }: Config, target: string): string[] {
  const setting =
    target === SQLITE
      ? "Remove DATABASE_URL from the settings"
      : `Set DATABASE_URL to the address that you gave here (${addressForPeople(target)}, with its password)`;
  const old = databaseUrl ? source.label : `${source.label}, which nothing reads then`;
  return [
    `${setting}, keep DATA_DIR as it is, run \`luntan doctor\`, and start.`,
    "The search index is written by the next start, the newest texts first.",
    `The old database is as it was: ${old}. What is written after this is in the new one only.`,
  ];
}
