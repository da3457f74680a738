import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { createConnection, type Connection } from "mysql2/promise";
import { createMariaDbDatabase, ENGINE, freePort } from "./forum.ts";
import { ROOT } from "./modules.ts";

/** A forum that is built is ready within seconds; machines under test are busier than others. */
const READY_WITHIN_MS = 120_000;

/** The built program as a process of its own, which can be killed and started again on the same data. */
export class ServerProcess {
  private child: ChildProcess | null = null;

  private constructor(
    private readonly folder: string,
    private readonly database: { url: string; drop(): Promise<void> } | null,
    /** Stays the same when it is started again, so that browsers find it. */
    readonly port: number,
  ) {}

  /** Makes an empty forum on the engine under test and starts it. */
  static async open(): Promise<ServerProcess> {
    const folder = mkdtempSync(join(tmpdir(), "luntan-process-"));
    const database = ENGINE === "mariadb" ? await createMariaDbDatabase() : null;
    const server = new ServerProcess(folder, database, await freePort());
    try {
      await server.start();
    } catch (error) {
      await server.close();
      throw error;
    }
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts the program and waits until it serves. */
  async start(): Promise<void> {
    const { PATH = "", HOME = "" } = process.env;
    const env = {
      PATH,
      HOME,
      DATA_DIR: this.folder,
      PORT: String(this.port),
      RATE_LIMIT_FACTOR: "0",
      LOG_LEVEL: "error",
      ...(this.database ? { DATABASE_URL: this.database.url } : {}),
    };
    const args = ["server/cli/luntan.mjs", "start"];
    this.child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: "ignore" });
    for (const began = Date.now(); Date.now() - began < READY_WITHIN_MS; await wait(25))
      if ((await fetch(`${this.url}/readyz`).catch(() => null))?.ok) return;
    throw new Error("The server is not ready.");
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
  async register(name: string): Promise<{ id: string; token: string }> {
    const input = { username: name, password: "secret-12", nickname: name };
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
