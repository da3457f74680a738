import "reflect-metadata";
import { randomInt } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { createConnection, type Connection } from "mysql2/promise";
import { vi } from "vitest";
import { createApp, type App } from "../../server/app.ts";
import { loadConfig } from "../../server/config.ts";
import type { Context } from "../../server/core/context.ts";
import { rows, run } from "../../server/core/sql.ts";
import { inTransaction } from "../../server/core/transaction.ts";
import { PresetGroup } from "../../server/features/groups/group.entity.ts";
import { invalidateGroups } from "../../server/features/groups/group.service.ts";
import { PRESET_GROUPS } from "../../server/features/groups/presets.ts";
import { ClientKind } from "../../server/features/auth/sessions/session.entity.ts";
import { openSession } from "../../server/features/auth/sessions/session.service.ts";
import { createUser } from "../../server/features/users/user.service.ts";
import { checkName } from "../../server/features/users/name.ts";
import { addWitness } from "./evidence.ts";
import { Person } from "./person.ts";
import { recordStatements, timed, withoutProfile } from "./profile.ts";
import { unrecorded } from "./reach.ts";
import { borrowServerDatabase, copySqliteTemplate, dropDatabase, waitForDisk } from "./template.ts";

/** Servers that tests run on beside SQLite, with the variable that holds the address of the one that was started. */
const SERVERS = { mariadb: "LUNTAN_MARIADB_URL", mysql: "LUNTAN_MYSQL_URL" } as const;

/** The database under test. What MariaDB and MySQL have in common is `ENGINE !== "sqlite"`. */
export const ENGINE: "sqlite" | keyof typeof SERVERS = engineOf(process.env["LUNTAN_ENGINE"]);

function engineOf(name: string | undefined): typeof ENGINE {
  return name === "mariadb" || name === "mysql" ? name : "sqlite";
}

/** Permissions that make a member a moderator. */
const MODERATING = ["thread.edit", "thread.hide", "thread.hidePosts", "thread.essence", "thread.sticky"];
const MEMBER_GRANTS = PRESET_GROUPS.find(({ id }) => id === PresetGroup.MEMBER)!.grants;

/** Options of a forum under test. */
export interface ForumOptions {
  /** Environment variables on top, such as `RATE_LIMIT_FACTOR: "1"`; limits are off otherwise. */
  readonly env?: Readonly<Record<string, string>>;
  /** Starts like `luntan start --safe`: without plugins. */
  readonly safe?: boolean;
  /** Waits for the disk at each commit, as forums of operators do. */
  readonly isDurable?: boolean;
  /** Also listens on a free port of 127.0.0.1, for browsers. */
  readonly listen?: boolean;
}

/** Lines of the log, and statements, that are shown when a test fails: the last ones. */
const SHOWN_LINES = 5;
const SHOWN_CHARACTERS = 240;
/** Lines of requests that went well say little. */
const WENT_WELL = /"status":[23]\d\d/;

/** Ports for servers under test: below those that systems give to outgoing connections, one of which may come first. */
const PORTS = [12_000, 32_000] as const;

let opened = 0;
/** The key of what is sealed in a database: a forum that opens one again, or beside another, needs the same. */
const keysByDatabase = new Map<string, Buffer>();

/** A forum of its own for one test file: the real program on an empty database of the engine under test. */
export class Forum {
  private constructor(
    readonly app: App,
    readonly engine: typeof ENGINE,
    /** Every line that was logged. */
    readonly logLines: string[],
    private readonly cleanUp: () => Promise<void>,
  ) {}

  /** Opens the program as `npm start` does, without a port unless asked for. */
  static open(options: ForumOptions = {}): Promise<Forum> {
    return unrecorded(() => timed("forums", () => Forum.start(options)));
  }

  private static async start(options: ForumOptions): Promise<Forum> {
    const dataDir = mkdtempSync(join(tmpdir(), "luntan-forum-"));
    const isOwn = ENGINE !== "sqlite" && !options.env?.["DATABASE_URL"];
    const database = isOwn ? await borrowServerDatabase(databaseServer()) : null;
    const cleanUp = async (): Promise<void> => {
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
    };
    try {
      const port = options.listen ? await freePort() : 0;
      const config = loadConfig({
        NODE_ENV: "test",
        DATA_DIR: dataDir,
        PORT: String(port),
        HOST: "127.0.0.1",
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        RATE_LIMIT_FACTOR: "0",
        // Tests read the log, and a busy machine is slow.
        SLOW_STATEMENT_MS: "0",
        DATABASE_URL: database?.url,
        ...options.env,
      });
      if (options.isDurable) waitForDisk(config.dataDir);
      if (!config.databaseUrl) await copySqliteTemplate(config.dataDir);
      const logLines: string[] = [];
      const logTo = new Writable({
        write: (line: Buffer, _encoding, done) => (logLines.push(line.toString()), done()),
      });
      const key = join(config.dataDir, "secret.key");
      const shared = keysByDatabase.get(config.databaseUrl ?? "");
      if (shared) writeFileSync(key, shared, { mode: 0o600 });
      const app = await createApp(config, { logTo, safe: options.safe ?? false });
      const statements = recordStatements(app.database.log);
      if (config.databaseUrl) keysByDatabase.set(config.databaseUrl, readFileSync(key));
      if (options.listen) await app.listen();
      const dismiss = showOnFailure(logLines, statements);
      return new Forum(app, ENGINE, logLines, () => (dismiss(), cleanUp()));
    } catch (error) {
      await cleanUp();
      throw error;
    }
  }

  /** The database of the program; reads by `rows` and `manager`, writes only by `write`. */
  get database(): App["database"] {
    return this.app.database;
  }

  /** Address of the site. */
  get url(): string {
    return this.app.config.publicUrl;
  }

  /** Reads rows past the program's rules, to prove what a verb left behind. */
  rows<T = Record<string, unknown>>(
    sql: string,
    values: readonly (string | number | null)[] = [],
  ): Promise<T[]> {
    return withoutProfile(() => rows<T>(this.app.context(), sql, values));
  }

  /** Changes rows past the program's rules, in one transaction: `run(ctx, "UPDATE …")` or `ctx.db`. */
  write<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
    return withoutProfile(() => inTransaction(this.app.context(), work));
  }

  /** Somebody who is not signed in. */
  visitor(): Person {
    return new Person(this.app);
  }

  /** A new member of a new group with what members usually may do, and what is named. */
  member(...extraPermissions: string[]): Promise<Person> {
    return this.memberOf([...MEMBER_GRANTS, ...extraPermissions]);
  }

  /** A new member whose group lacks what is named. */
  limitedMember(...without: string[]): Promise<Person> {
    return this.memberOf(MEMBER_GRANTS.filter((permission) => !without.includes(permission)));
  }

  /** A new member who may edit, hide, pin and feature what others wrote. */
  moderator(): Promise<Person> {
    return this.member(...MODERATING);
  }

  /** A new administrator. */
  admin(): Promise<Person> {
    return this.join(PresetGroup.ADMIN);
  }

  /** A new member of an existing group. */
  async join(groupId: number): Promise<Person> {
    const number = ++opened;
    const username = checkName("username", `person${number}`);
    const nickname = checkName("nickname", `Person${number}`);
    const user = await createUser(this.app.context(), { username, nickname, passwordHash: "none", groupId });
    return this.signIn(user.id, username.name, nickname.name, groupId);
  }

  /** Another browser of a member. */
  async signIn(id: number, username: string, nickname: string, groupId: number): Promise<Person> {
    let cookie = "";
    const setSessionCookie = (token: string | null): void => void (cookie = `sid=${token}`);
    const session = await openSession({ ...this.app.context(), setSessionCookie }, id, ClientKind.BROWSER);
    return new Person(this.app, {
      id,
      username,
      nickname,
      groupId,
      cookie,
      accessToken: session.accessToken,
    });
  }

  /** Creates a group and gives its id. */
  async group(permissions: readonly string[]): Promise<number> {
    const ctx = this.app.context();
    const id = await inTransaction(ctx, async (ctx) => {
      const { insertId } = await run(
        ctx,
        "INSERT INTO `groups` (name, color, icon, isDisplay, isDefault, createdAt) VALUES (?, '', '', 0, 0, ?)",
        [`Group ${++opened}`, ctx.now],
      );
      for (const permission of new Set(permissions)) {
        await run(ctx, "INSERT INTO group_permissions (groupId, permission) VALUES (?, ?)", [
          insertId,
          permission,
        ]);
      }
      return insertId;
    });
    invalidateGroups(ctx);
    return id;
  }

  /** Id of a category that exists from the start. */
  async categoryId(): Promise<string> {
    const [first] = await this.rows<{ id: number }>("SELECT c.id FROM categories c ORDER BY c.id LIMIT 1");
    return String(first!.id);
  }

  /** Delivers all news that is due: notices and whatever else follows from what people did. */
  delivered(): Promise<void> {
    return this.app.outbox.deliverAll();
  }

  /** Brings the search index up to date with all that was written. */
  searchable(): Promise<void> {
    return this.app.searchIndexer.indexAll();
  }

  /** Collects the SQL statements that `work` executes. */
  async statementsOf(work: () => Promise<unknown>): Promise<string[]> {
    const statements: string[] = [];
    this.database.log.listen((sql) => statements.push(sql));
    try {
      await work();
    } finally {
      this.database.log.listen(null);
    }
    return statements;
  }

  /**
   * Counts the statements that `work` executes once events are delivered, the search index is up to date and what is
   * cached for a moment has been read. The clock is frozen meanwhile, so that nothing cached expires. Only statements of
   * every round count: timed work, whose transaction may reach from one round into the next, is in some of them.
   */
  async countSettled(work: () => Promise<unknown>, rounds = 3): Promise<number> {
    await this.delivered();
    await this.searchable();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    try {
      await work();
      let common = await this.statementsOf(work);
      for (let round = 1; round < rounds; round++) common = commonOf(common, await this.statementsOf(work));
      return common.length;
    } finally {
      vi.useRealTimers();
    }
  }

  /** Ends the program and removes what it stored. */
  async close(): Promise<void> {
    await this.app.close();
    await this.cleanUp();
  }

  private async memberOf(permissions: readonly string[]): Promise<Person> {
    return this.join(await this.group(permissions));
  }
}

/** The statements that two lists have in common, each as often as both have it, whatever the length of lists in them. */
function commonOf(one: readonly string[], other: readonly string[]): string[] {
  const shapeOf = (sql: string): string => sql.replace(/\?(, \?)+/g, "?");
  const rest = other.map(shapeOf);
  return one.filter((sql) => {
    const place = rest.indexOf(shapeOf(sql));
    if (place >= 0) rest.splice(place, 1);
    return place >= 0;
  });
}

/** Address of the database server under test, without a database name. */
export function databaseServer(): string {
  const engine = ENGINE === "sqlite" ? "mariadb" : ENGINE;
  const server = process.env[SERVERS[engine]];
  if (!server)
    throw new Error(`${SERVERS[engine]} is not set: run these tests with LUNTAN_TEST=${engine} npm test.`);
  return server;
}

/** Shows the last statements and lines of the log of a forum when a test fails. @returns ends that */
function showOnFailure(logLines: readonly string[], statements: string[]): () => void {
  let before = 0;
  return addWitness({
    testify() {
      const telling = logLines.slice(before).filter((line) => !WENT_WELL.test(line));
      const logged = telling.map((line) => `log: ${line.trim()}`);
      const ran = statements.map((sql) => `statement: ${sql.replace(/\s+/g, " ")}`);
      const shown = [...logged.slice(-SHOWN_LINES), ...ran.slice(-SHOWN_LINES)];
      return shown.map((line) => line.slice(0, SHOWN_CHARACTERS));
    },
    forget() {
      before = logLines.length;
      statements.length = 0;
    },
  });
}

/** A database of its own for one program under test, made as operators make one: nothing is said of collations. */
export async function createServerDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = databaseServer();
  const name = `luntan_${process.pid}_${++opened}`;
  const connected = async (work: (connection: Connection) => Promise<unknown>): Promise<void> => {
    const connection = await createConnection(server);
    try {
      await work(connection);
    } finally {
      await connection.end();
    }
  };
  await connected((connection) => connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`));
  return { url: `${server}/${name}`, drop: () => connected((connection) => dropDatabase(connection, name)) };
}

/** A port of 127.0.0.1 that is free right now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...PORTS);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once("error", () => resolve(false));
      probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}
