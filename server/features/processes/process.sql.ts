import { hostname } from "node:os";
import type { Context } from "../../core/context.ts";
import { rows, run } from "../../core/sql.ts";
import { HOST_MAX } from "./process.entity.ts";

/** A process that says that it lives, times by the clock of the database. */
export interface Living {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly startedAt: Date;
  readonly seenAt: Date;
}

/** Who has given no sign of life for so long is dead, in seconds. */
export const LEASE_SECONDS = 8;

/** Reads the processes whose lease has not ended; both engines know the names, MySQL alone the times. */
export const LIVING_SQL = `SELECT p.id, p.host, p.pid, p.startedAt, p.seenAt FROM processes p
  WHERE p.seenAt > UTC_TIMESTAMP(3) - INTERVAL ${LEASE_SECONDS} SECOND ORDER BY p.startedAt, p.id`;
/** Rows of processes that died are removed after this, in minutes. */
const FORGET_DEAD_MINUTES = 60;

/** The version of pages and the living processes: one statement for a look. */
const LOOK_SQL = `SELECT v.version, p.id, p.host, p.pid, p.startedAt, p.seenAt
  FROM page_versions v
  LEFT JOIN processes p ON p.seenAt > UTC_TIMESTAMP(3) - INTERVAL ${LEASE_SECONDS} SECOND
  WHERE v.id = 1`;

/** What a look sees: the version beside each living process. */
export interface Seen extends Living {
  readonly version: number;
}

/** SQLite serves one process, so nothing is asked there. True if several processes may serve the database. */
export function isShared({ services }: Context): boolean {
  return services.database.engine === "mysql";
}

/** Leases end by the clock of the database, once a second: a statement of MySQL's own. Reads version and processes. */
export function look(ctx: Context): Promise<Seen[]> {
  return rows<Seen>(ctx, LOOK_SQL);
}

/** Counts and reads in one statement of MySQL's own. Raises the version of pages. @returns the new one */
export async function raisePageVersion(ctx: Context): Promise<number> {
  const sql = "UPDATE page_versions SET version = LAST_INSERT_ID(version + 1) WHERE id = 1";
  return (await run(ctx, sql)).insertId;
}

/** Times are those of the database, which the entity manager would take from this machine. Says that a process lives. */
export async function beat(ctx: Context, processId: string): Promise<void> {
  await run(
    ctx,
    `INSERT INTO processes (id, host, pid, startedAt, seenAt)
     VALUES (?, ?, ?, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE seenAt = UTC_TIMESTAMP(3)`,
    [processId, hostname().slice(0, HOST_MAX), process.pid],
  );
}

/** By the clock of the database as well. Removes processes that died long ago. */
export async function removeDead(ctx: Context): Promise<void> {
  await run(
    ctx,
    `DELETE FROM processes WHERE seenAt < UTC_TIMESTAMP(3) - INTERVAL ${FORGET_DEAD_MINUTES} MINUTE`,
  );
}
