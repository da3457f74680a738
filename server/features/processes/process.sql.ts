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

/** True if several processes may serve the database; SQLite serves one, so nothing is asked there. */
export function isShared({ services }: Context): boolean {
  return services.database.engine === "mysql";
}

/** Reads the version of pages and the living processes. Raw, since leases end by the clock of the database. */
export function look(ctx: Context): Promise<Seen[]> {
  return rows<Seen>(ctx, LOOK_SQL);
}

/** Raises the version of pages. Raw, since it counts and reads in one statement of MySQL's own. @returns the new version */
export async function raisePageVersion(ctx: Context): Promise<number> {
  const sql = "UPDATE page_versions SET version = LAST_INSERT_ID(version + 1) WHERE id = 1";
  return (await run(ctx, sql)).insertId;
}

/** Records that a process lives. Raw, since the times are those of the database, not of this machine. */
export async function beat(ctx: Context, processId: string): Promise<void> {
  await run(
    ctx,
    `INSERT INTO processes (id, host, pid, startedAt, seenAt)
     VALUES (?, ?, ?, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE seenAt = UTC_TIMESTAMP(3)`,
    [processId, hostname().slice(0, HOST_MAX), process.pid],
  );
}

/** Removes processes that died long ago. Raw, since the clock of the database decides. */
export async function removeDead(ctx: Context): Promise<void> {
  await run(
    ctx,
    `DELETE FROM processes WHERE seenAt < UTC_TIMESTAMP(3) - INTERVAL ${FORGET_DEAD_MINUTES} MINUTE`,
  );
}
