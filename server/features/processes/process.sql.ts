import { hostname } from "node:os";
import type { Context } from "../../core/context.ts";
import { rows, run, timeOf } from "../../core/sql.ts";
import { HOST_MAX } from "./process.entity.ts";

/** A process whose lease has not ended, with times by the clock of the database. */
export interface LivingProcess {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly startedAt: Date;
  readonly seenAt: Date;
}

/** Lease of a process, in seconds: one that has not renewed it for so long is dead. */
export const LEASE_SECONDS = 8;

/** Statement that reads the processes whose lease has not ended; MySQL and MariaDB alone. */
export const LIVING_SQL = `SELECT p.id, p.host, p.pid, p.startedAt, p.seenAt FROM processes p
  WHERE p.seenAt > UTC_TIMESTAMP(3) - INTERVAL ${LEASE_SECONDS} SECOND ORDER BY p.startedAt, p.id`;
/** Age at which rows of dead processes are removed, in minutes. */
const DEAD_MAX_MINUTES = 60;

/** The version of pages beside each living process: one statement for both. */
const STATE_SQL = `SELECT v.version, p.id, p.host, p.pid, p.startedAt, p.seenAt
  FROM page_versions v
  LEFT JOIN processes p ON p.seenAt > UTC_TIMESTAMP(3) - INTERVAL ${LEASE_SECONDS} SECOND
  WHERE v.id = 1`;

/** True if several processes may serve the database; SQLite serves one and has no leases. */
export function isShared({ services }: Context): boolean {
  return services.database.engine === "mysql";
}

/** State of the database's processes. */
export interface ProcessState {
  /** Version of the cached pages. */
  readonly version: number;
  readonly living: readonly LivingProcess[];
}

/** A living process with its times as the driver gives them. */
type RawProcess = Omit<LivingProcess, "startedAt" | "seenAt"> &
  Readonly<Record<"startedAt" | "seenAt", string | Date>>;

function processOf(raw: RawProcess): LivingProcess {
  return { ...raw, startedAt: timeOf(raw.startedAt), seenAt: timeOf(raw.seenAt) };
}

/** Reads the living processes. Raw, since leases end by the clock of the database. */
export async function readLiving(ctx: Context): Promise<LivingProcess[]> {
  return (await rows<RawProcess>(ctx, LIVING_SQL)).map(processOf);
}

/** Reads the version of pages and the living processes. Raw, since leases end by the clock of the database. */
export async function readState(ctx: Context): Promise<ProcessState> {
  const rawRows = await rows<RawProcess & { readonly version: number }>(ctx, STATE_SQL);
  // Without living processes the version stands alone in a row.
  const living = rawRows
    .filter(({ id }) => id !== null)
    .map(({ version: _version, ...raw }) => processOf(raw));
  return { version: Number(rawRows[0]?.version ?? 0), living };
}

/** Raises the version of pages. Raw, since it counts and reads in one statement of MySQL's own. @returns the new version */
export async function raisePageVersion(ctx: Context): Promise<number> {
  const sql = "UPDATE page_versions SET version = LAST_INSERT_ID(version + 1) WHERE id = 1";
  return (await run(ctx, sql)).insertId;
}

/** Renews the lease of a process. Raw, since the times are those of the database, not of this machine. */
export async function renewLease(ctx: Context, processId: string): Promise<void> {
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
    `DELETE FROM processes WHERE seenAt < UTC_TIMESTAMP(3) - INTERVAL ${DEAD_MAX_MINUTES} MINUTE`,
  );
}
