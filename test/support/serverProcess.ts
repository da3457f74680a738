import { spawn, type ChildProcess } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { createConnection, type Connection } from "mysql2/promise";
import { createServerDatabase, databaseServer, ENGINE, freePort } from "./forum.ts";
import { ROOT } from "./root.ts";
import { reachProgram } from "./reach.ts";
import { borrowServerDatabase } from "./template.ts";

/** A forum that is built is ready within seconds; machines under test are busier than others. */
const READY_WITHIN_MS = 120_000;
/** Longest time after which a program that starts is asked even if it has said nothing, in milliseconds. */
const SILENCE_MS = 1_000;
/** Words of a program that serves. */
const GREETING = "Luntan is running";

/** Options of Node.js for programs of tests: they end before optimized code pays for the time that it takes to make. */
export const UNOPTIMIZED = ["--no-opt"] as const;

/** The command line as operators use it. */
const CLI = ["server/cli/luntan.mjs"] as const;
/** The command line of a release. */
const RELEASE_CLI = ["luntan.mjs"] as const;
/**
 * The server of the command line, which starts when it is told to; another one runs meanwhile. Its jobs of each minute come
 * round sooner if SWEEP_MS says so.
 */
const RESERVE = [
  "--input-type=module",
  "--eval",
  `process.env.NODE_ENV ??= "production";
  const { SWEEP_MS } = process.env;
  const every = setInterval;
  if (SWEEP_MS) globalThis.setInterval = (work, ms) => every(work, ms === 60_000 ? Number(SWEEP_MS) : ms);
  const { main } = await import(process.cwd() + "/dist/server/main.js");
  process.stdin.once("data", () => void main({ force: false, safe: false }));`,
] as const;

/** Options of a server, for those that differ from the defaults. */
export interface ProcessOptions {
  /** Data folder, for one on a disk of its own. */
  readonly folder?: string;
  /** Environment variables on top. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A database that is there already, for a server beside others. */
  readonly database?: { url: string; drop(): Promise<void> };
  /** Folder of a release to run instead of the checkout. */
  readonly release?: string;
}

/** The built program as a process of its own, which can be killed and started again on the same data. */
export class ServerProcess {
  private child: ChildProcess | null = null;
  /** A program that has loaded all of its modules and waits for a line before it starts. */
  private reserve: ChildProcess | null = null;
  /** Programs that run, so that none outlives a test. */
  private readonly launched = new Set<ChildProcess>();
  /** Output since the last start, log and all. */
  output = "";
  /** Emits `said` with each piece of output, and at the end of the program. */
  private readonly voice = new EventEmitter();

  private constructor(
    /** Its data folder. */
    readonly folder: string,
    private readonly database: { url: string; drop(): Promise<void> } | null,
    /** Stays the same when it is started again, so that browsers find it. */
    readonly port: number,
    private readonly settings: Readonly<Record<string, string>>,
    private readonly release: string | undefined,
  ) {}

  /** Makes an empty forum on the engine under test and starts it. */
  static async open(options: ProcessOptions = {}): Promise<ServerProcess> {
    reachProgram();
    // Nobody sees the database before the start, which would migrate it as it does for all others.
    const isOwn = ENGINE !== "sqlite" && !options.database;
    const migrated = isOwn ? { database: await borrowServerDatabase(databaseServer()) } : {};
    const server = await ServerProcess.prepare({ ...options, ...migrated });
    try {
      await server.start();
    } catch (error) {
      await server.close();
      throw error;
    }
    return server;
  }

  /** Makes an empty forum without starting it. */
  static async prepare({
    folder,
    settings = {},
    database,
    release,
  }: ProcessOptions = {}): Promise<ServerProcess> {
    const where = folder ?? mkdtempSync(join(tmpdir(), "luntan-process-"));
    const own = database ?? (ENGINE !== "sqlite" ? await createServerDatabase() : null);
    return new ServerProcess(where, own, await freePort(), settings, release);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Process id of the running program. */
  get pid(): number {
    return this.child!.pid!;
  }

  /** True if it runs. */
  get isRunning(): boolean {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Starts the program and waits until it serves. */
  async start(...args: string[]): Promise<void> {
    this.output = "";
    const child = this.reserve ?? this.launch(this.cli(), ["start", ...args], {}, this.hear);
    if (this.reserve) this.reserve.stdin!.end("start\n");
    this.reserve = null;
    this.child = child;
    child.once("close", () => this.voice.emit("said"));
    for (const began = Date.now(); Date.now() - began < READY_WITHIN_MS;) {
      if ((await fetch(`${this.url}/readyz`).catch(() => null))?.ok) return;
      if (!this.isRunning) break;
      await this.saysMore();
    }
    const end = `exit code ${child.exitCode}, signal ${child.signalCode}`;
    throw new Error(`The server is not ready (${end}):\n${this.output}`);
  }

  /**
   * Waits for the next output or the end of a program that starts, a second at most. Asking every few milliseconds
   * instead took a quarter of the processor time of workers whose tests start many.
   */
  private async saysMore(): Promise<void> {
    if (this.output.includes(GREETING)) return wait(25);
    await once(this.voice, "said", { signal: AbortSignal.timeout(SILENCE_MS) }).catch(() => undefined);
  }

  private readonly hear = (text: string): void => {
    this.output += text;
    this.voice.emit("said");
  };

  /** Waits until the running program has said something so many times since its start. */
  async says(text: string, times = 1): Promise<void> {
    const { child } = this;
    child!.once("close", () => this.voice.emit("said"));
    while (this.output.split(text).length <= times) {
      if (!this.isRunning) throw new Error(`The server has ended without saying ${text}:\n${this.output}`);
      await once(this.voice, "said");
    }
  }

  /** Loads the program that the next `start` without arguments starts, so that it is there at once. */
  holdReserve(): void {
    this.reserve ??= this.launch(RESERVE, [], {}, this.hear);
  }

  /** Runs a command of the command line on the same data. @returns its exit code and all that it says */
  async run(
    args: string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<{ code: number; output: string }> {
    let output = "";
    const child = this.launch(this.cli(), args, env, (text) => void (output += text));
    const code = await new Promise<number>((resolve) =>
      child.once("close", (status) => resolve(status ?? -1)),
    );
    return { code, output };
  }

  private cli(): readonly string[] {
    return this.release ? RELEASE_CLI : CLI;
  }

  private launch(
    program: readonly string[],
    args: string[],
    more: Readonly<Record<string, string>>,
    hear: (text: string) => void,
  ): ChildProcess {
    const { PATH = "", HOME = "" } = process.env;
    const env = {
      PATH,
      HOME,
      DATA_DIR: this.folder,
      PORT: String(this.port),
      RATE_LIMIT_FACTOR: "0",
      LOG_LEVEL: "error",
      ...(this.database ? { DATABASE_URL: this.database.url } : {}),
      ...this.settings,
      ...more,
    };
    const child = spawn(process.execPath, [...UNOPTIMIZED, ...program, ...args], {
      cwd: this.release ?? ROOT,
      env,
      stdio: [program === RESERVE ? "pipe" : "ignore", "pipe", "pipe"],
    });
    this.launched.add(child);
    child.once("close", () => this.launched.delete(child));
    for (const stream of [child.stdout!, child.stderr!])
      stream.on("data", (bytes: Buffer) => hear(bytes.toString()));
    return child;
  }

  /** Asks it to stop. @returns its exit code */
  async stop(): Promise<number | null> {
    const { child } = this;
    if (!child) return null;
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    child.kill("SIGTERM");
    const code = await ended;
    this.child = null;
    return code;
  }

  /** As when the power fails: nothing is finished, nothing is said. */
  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("close", resolve));
    child.kill("SIGKILL");
    await ended;
    this.child = null;
  }

  /** Kills it and removes what it stored. */
  async close(): Promise<void> {
    await this.kill();
    for (const child of this.launched) child.kill("SIGKILL");
    await this.database?.drop();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }

  /** Asks the GraphQL door. @throws {Error} with what was refused. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the document decides
  async ask(query: string, variables: object = {}, token = ""): Promise<any> {
    const response = await fetch(`${this.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as { data: unknown; errors?: unknown };
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  }

  /** A new member. @returns id and token */
  async register(name: string, inviteCode?: string): Promise<{ id: string; token: string }> {
    const input = { username: name, password: "secret-12", nickname: name, inviteCode };
    await this.ask(`mutation ($input: RegisterInput!) { register(input: $input) { expiresAt } }`, { input });
    const login = { username: name, password: "secret-12", client: "API" };
    const signIn = `mutation ($input: LoginInput!) { login(input: $input) { accessToken } }`;
    const token = (await this.ask(signIn, { input: login })).login.accessToken as string;
    return { id: (await this.ask(`{ viewer { id } }`, {}, token)).viewer.id as string, token };
  }

  /** Reads past the program, also while it does not run. */
  rows<T>(sql: string): Promise<T[]> {
    return this.past(
      (file) => file.prepare(sql).all() as T[],
      async (connection) => (await connection.query(sql))[0] as T[],
    );
  }

  /** Reads several statements past the program as of one moment, also while it writes. */
  snapshot(statements: readonly string[]): Promise<Record<string, unknown>[][]> {
    type Rows = Record<string, unknown>[];
    return this.past(
      (file) => file.transaction(() => statements.map((sql) => file.prepare(sql).all() as Rows))(),
      async (connection) => {
        await connection.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
        await connection.query("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
        const found: Rows[] = [];
        for (const sql of statements) found.push((await connection.query(sql))[0] as Rows);
        return found;
      },
    );
  }

  /** Writes past the program, while it does not run. */
  async write(sql: string, ...values: (string | number)[]): Promise<void> {
    await this.past<unknown>(
      (file) => file.prepare(sql).run(...values),
      (connection) => connection.query(sql, values),
    );
  }

  private async past<T>(
    onFile: (file: Sqlite.Database) => T,
    onServer: (connection: Connection) => Promise<T>,
  ): Promise<T> {
    if (!this.database) {
      const file = new Sqlite(join(this.folder, "luntan.db"), { fileMustExist: true });
      try {
        return onFile(file);
      } finally {
        file.close();
      }
    }
    const connection = await createConnection(this.database.url);
    try {
      return await onServer(connection);
    } finally {
      await connection.end();
    }
  }
}
