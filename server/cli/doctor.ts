import { existsSync } from "node:fs";
import { get } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { createConnection } from "mysql2/promise";
import { migrations } from "../../migrations/index.ts";
import { loadConfig, type Config } from "../config.ts";
import { COLLATION, describeMisfits, findMisfits } from "../database/collation.ts";
import { LIVING_SQL, type LivingProcess } from "../features/processes/process.sql.ts";
import { NOT_SHARED, runningTogether } from "../features/processes/together.ts";
import { ChainCheck, type ChainEnd, type ChainLink } from "../core/auditChain.ts";
import { UNFINISHED_MOVE, UNFINISHED_SENTENCE } from "../database/unfinishedMove.ts";
import { isUnreleased, newerSentence, unknownMigrations, unreleasedSentence } from "../database/schema.ts";
import { examineBackups } from "./doctorBackups.ts";
import { examineConfiguration } from "./doctorConfiguration.ts";
import { examineDisk } from "./doctorDisk.ts";
import { examineForum } from "./doctorForum.ts";
import { examineLedger } from "./doctorLedger.ts";
import { examineMachine } from "./doctorMachine.ts";
import { examineMysqlServer } from "./doctorMysql.ts";
import { examinePlugins } from "./doctorPlugins.ts";
import { examineSearchFile, queueState } from "./doctorSearch.ts";
import { examineLogFile, examineReferences } from "./doctorSqlite.ts";
import { examineTables } from "./doctorTables.ts";
import { examineClock, examineFileRows, examineSecrets } from "./doctorRows.ts";
import { fail, messageOf, ok, PROBE_MS, warn, type Finding } from "./findings.ts";

/** Everything that is looked at, each by itself; one that throws has failed. */
const CHECKS: readonly ((config: Config) => Finding[] | Promise<Finding[]>)[] = [
  examineConfiguration,
  examineDatabase,
  examineTables,
  examineSecrets,
  examineDisk,
  examineFileRows,
  examinePlugins,
  examineLedger,
  examineForum,
  examineBackups,
  examineClock,
  examinePort,
];

/** Document that `luntan doctor --json` prints, in the order of the checks. */
export interface DoctorReport {
  readonly at: string;
  /** False if a finding is FAIL; the exit code says the same. */
  readonly healthy: boolean;
  readonly findings: readonly (Finding & {
    /** The words before the colon of a finding. */
    readonly check: string;
  })[];
}

/** Puts findings into the form for programs. */
export function reportOf(findings: readonly Finding[]): DoctorReport {
  return {
    at: new Date().toISOString(),
    healthy: findings.every(({ state }) => state !== "FAIL"),
    findings: findings.map((finding) => ({ check: /^[^:]*/.exec(finding.what)![0], ...finding })),
  };
}

/** Looks at all that the forum needs; what it tries to write is rolled back. */
export async function examine(): Promise<Finding[]> {
  const findings = await examineMachine();
  let config: Config;
  try {
    config = loadConfig();
  } catch (error) {
    return [...findings, fail(messageOf(error))];
  }
  for (const look of CHECKS) {
    try {
      findings.push(...(await look(config)));
    } catch (error) {
      findings.push(fail(messageOf(error)));
    }
  }
  return findings;
}

function examineDatabase(config: Config): Promise<Finding[]> {
  return config.databaseUrl
    ? examineMysql(config.databaseUrl)
    : Promise.resolve(examineSqlite(config.dataDir));
}

function examineSqlite(dataDir: string): Finding[] {
  const file = join(dataDir, "luntan.db");
  if (!existsSync(file)) return [ok("database: SQLite, made at the first start")];
  const database = new Sqlite(file, { readonly: true, timeout: PROBE_MS });
  try {
    const mode = String(database.pragma("journal_mode", { simple: true }));
    const health = String(database.pragma("quick_check(1)", { simple: true }));
    const hasMigrations = database.prepare("SELECT name FROM sqlite_master WHERE name = 'migrations'").get();
    if (database.prepare("SELECT name FROM sqlite_master WHERE name = ?").get(UNFINISHED_MOVE))
      return [unfinished()];
    const done = hasMigrations
      ? database.prepare<[], { name: string }>("SELECT name FROM migrations").all()
      : [];
    const marks = database.prepare("SELECT name FROM sqlite_master WHERE name = 'program_marks'").get();
    const migratedBy = marks
      ? (database.prepare<[], { value: string }>(MIGRATED_BY).get()?.value ?? null)
      : null;
    return [
      health === "ok"
        ? ok(`database: SQLite, ${mode}, sound`)
        : fail(
            `database: SQLite is damaged: ${health}`,
            "stop the server and restore a backup of the data folder",
          ),
      migrationState(
        done.map(({ name }) => name),
        migratedBy,
      ),
      examineReferences(database),
      examineLogFile(file),
      ...examineSearchFile(dataDir, database),
      ...examineLog(database),
    ];
  } finally {
    database.close();
  }
}

const MIGRATED_BY = "SELECT m.value FROM program_marks m WHERE m.name = 'migrated'";
const END = "SELECT entries, hash FROM audit_head WHERE id = 1";
const LINKS = "SELECT * FROM audit_log";
/** Entries of the log that are read together. */
const LINKS_AT_ONCE = 1_000;

function examineLog(database: Sqlite.Database): Finding[] {
  if (!database.prepare("SELECT name FROM sqlite_master WHERE name = 'audit_head'").get()) return [];
  const check = new ChainCheck(database.prepare<[], ChainEnd>(END).get() ?? null);
  for (const link of database.prepare<[], ChainLink>(`${LINKS} ORDER BY id`).iterate()) {
    if (!check.take(link)) break;
  }
  return [logState(check)];
}

async function examineMysqlLog(ask: <T>(sql: string) => Promise<T[]>): Promise<Finding[]> {
  const ends = await ask<ChainEnd>(END).catch(() => null);
  if (!ends) return [];
  const check = new ChainCheck(ends[0] ?? null);
  for (let last = 0; ;) {
    const links = await ask<ChainLink>(`${LINKS} WHERE id > ${last} ORDER BY id LIMIT ${LINKS_AT_ONCE}`);
    if (!links.every((link) => check.take(link)) || links.length < LINKS_AT_ONCE) return [logState(check)];
    last = Number(links.at(-1)!.id);
  }
}

function logState({ intact, brokenAt, entries, head }: ChainCheck): Finding {
  if (intact) return ok(`staff log: ${entries} entries, intact${head ? `, ends with ${head}` : ""}`);
  const where =
    brokenAt === null
      ? `entries are missing at its end; ${entries} are left`
      : `entry ${brokenAt} was changed`;
  return fail(`staff log: ${where}`);
}

interface MysqlSettings {
  readonly version: string;
  readonly collation: string;
}

async function examineMysql(url: string): Promise<Finding[]> {
  const { host, pathname } = new URL(url);
  const connection = await createConnection({ uri: url, connectTimeout: PROBE_MS, dateStrings: true }).catch(
    (error: unknown) => {
      throw new Error(`database: ${host} does not let us in: ${messageOf(error)}`, { cause: error });
    },
  );
  try {
    const ask = async <T>(sql: string, values?: unknown[]): Promise<T[]> =>
      (await connection.query(sql, values))[0] as T[];
    const [{ version, collation } = { version: "", collation: "" }] = await ask<MysqlSettings>(
      "SELECT VERSION() AS version, @@collation_database AS collation",
    );
    const findings = [ok(`database: ${version} at ${host}${pathname}`), ...(await examineMysqlServer(ask))];
    const marks = await ask(`SELECT m.id FROM ${UNFINISHED_MOVE} m`).catch(() => null);
    if (marks) return [...findings, unfinished()];
    const misfits = await findMisfits(ask);
    if (misfits.length > 0) findings.push(fail(describeMisfits(misfits)));
    else if (collation !== COLLATION)
      findings.push(warn(`the database's default is ${collation}; the next start makes it ${COLLATION}`));
    else findings.push(ok(`collation: ${COLLATION} everywhere`));
    const done = await ask<{ name: string }>("SELECT name FROM migrations").catch(() => []);
    const [mark] = await ask<{ value: string }>(MIGRATED_BY).catch(() => []);
    const migrated = migrationState(
      done.map(({ name }) => name),
      mark?.value ?? null,
    );
    const [queue] = await ask<{ n: number }>("SELECT COUNT(*) AS n FROM search_queue").catch(() => []);
    if (queue) findings.push(queueState(Number(queue.n)));
    return [...findings, migrated, ...(await examineProcesses(ask)), ...(await examineMysqlLog(ask))];
  } finally {
    await connection.end();
  }
}

/** The first sentence says what is wrong, the others what to do. */
function unfinished(): Finding {
  const [what, ...todo] = UNFINISHED_SENTENCE.split(". ");
  return fail(`database: ${what}`, todo.join(". "));
}

/** Several servers on one database work in part only; one that was killed and started again is one. */
async function examineProcesses(ask: <T>(sql: string) => Promise<T[]>): Promise<Finding[]> {
  const living = await ask<LivingProcess>(LIVING_SQL).catch(() => null);
  if (!living) return [];
  const asTime = (value: unknown): Date => new Date(`${String(value).replace(" ", "T")}Z`);
  const times = living.map((each) => ({
    ...each,
    startedAt: asTime(each.startedAt),
    seenAt: asTime(each.seenAt),
  }));
  const together = runningTogether(times);
  if (together.length === 0)
    return [ok(`processes: ${living.length > 0 ? "one serves" : "none serves"} this database`)];
  const names = together.map(({ host, pid }) => `${host} (${pid})`).join(", ");
  const notShared = NOT_SHARED.map(({ en }) => en).join("; ");
  return [warn(`processes: ${together.length} serve this database: ${names}. Not shared yet: ${notShared}`)];
}

function migrationState(done: readonly string[], migratedBy: string | null): Finding {
  const names: readonly string[] = migrations.map(({ name }) => name);
  const open = names.filter((name) => !done.includes(name));
  if (isUnreleased(done, migrations))
    return fail("migrations: the database is older than the first release", unreleasedSentence(done));
  const unknown = unknownMigrations(done, migrations);
  if (unknown.length > 0)
    return fail(
      `migrations: the database is newer than this program (${unknown.join(", ")})`,
      newerSentence(loadConfig().version, migratedBy, unknown),
    );
  if (open.length > 0) return warn(`migrations: ${open.length} to run; the next start does it`);
  return ok(`migrations: all ${names.length} have run`);
}

async function examinePort({ host, port }: Config): Promise<Finding[]> {
  const free = await new Promise<boolean>((resolve) => {
    const probe = createServer().once("error", () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
  if (free) return [ok(`port: ${host}:${port} is free`)];
  const ours = await answersHealthy(host, port);
  return [
    ours
      ? ok(`port: a forum is running on ${host}:${port}`)
      : fail(
          `port: ${host}:${port} is taken by another program`,
          "stop that program, or set PORT to another port",
        ),
  ];
}

/** True if a forum answers there; a program that speaks something else is none. */
function answersHealthy(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const asking = get({ host, port, path: "/healthz", timeout: PROBE_MS, agent: false }, (answer) => {
      answer.setEncoding("utf8").on("data", (text: string) => resolve(text.trim() === "ok"));
      answer.on("end", () => resolve(false)).on("error", () => resolve(false));
    });
    asking.on("timeout", () => asking.destroy());
    asking.on("error", () => resolve(false)).on("close", () => resolve(false));
  });
}
