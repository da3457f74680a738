import "reflect-metadata";
import { readFileSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { pino } from "pino";
import { currentEnvironment, loadConfig, type Config } from "../config.ts";
import { openDatabase } from "../database/open.ts";
import { features } from "../features.ts";
import { createAdmin } from "./admin.ts";
import { examine, reportOf } from "./doctor.ts";
import type { Finding } from "./findings.ts";
import { resetPasswordOf } from "./password.ts";
import { reindexAll } from "../features/search/index/indexer.service.ts";
import { backUpForum, proveBackup } from "../transfer/backup/backup.ts";
import { restoreForum } from "../transfer/backup/restore.ts";
import { exportForum } from "../transfer/export/export.ts";
import { moveForum } from "../transfer/move/move.ts";
import { checkForPage } from "../transfer/page/check.ts";
import { importCommunity } from "./import.ts";
import { managePlugins } from "./plugin.ts";
import { withProgram } from "./program.ts";
import { removeSecondFactorOf } from "./secondFactor.ts";
import { seed } from "./seed.ts";
import { setUp } from "./setup.ts";
import { Terminal } from "./terminal.ts";
import { examineUpgrade } from "./upgrade.ts";

/** File of the settings in the working folder, unless `LUNTAN_ENV_FILE` names another. */
const SETTINGS_FILE = "luntan.env";

type Command = (args: string[]) => Promise<number>;

const COMMANDS: Readonly<Record<string, Command>> = {
  async migrate() {
    const config = loadConfig();
    const database = await openDatabase({
      url: config.databaseUrl,
      dataDir: config.dataDir,
      entities: features.flatMap((feature) => feature.entities ?? []),
      version: config.version,
      force: false,
      log: pino({ level: "warn", base: null }),
    });
    console.log(`The database is up to date (${await database.version()}).`);
    await database.close();
    return 0;
  },

  async setup(args) {
    const { values } = parseArgs({ args, options: { file: { type: "string" } } });
    const terminal = new Terminal();
    try {
      const file = values.file ?? currentEnvironment()["LUNTAN_ENV_FILE"] ?? SETTINGS_FILE;
      await setUp(resolve(file), terminal);
    } finally {
      terminal.close();
    }
    return 0;
  },

  async "admin:create"(args) {
    const { values } = parseArgs({
      args,
      options: { username: { type: "string" }, password: { type: "string" }, nickname: { type: "string" } },
    });
    const { username, password, nickname } = values;
    if (!username || !password) throw new Error("Give --username and --password.");
    await createAdmin({ username, password, nickname });
    console.log(`${username} is an administrator now.`);
    return 0;
  },

  async "password:reset"(args) {
    const { values } = parseArgs({
      args,
      options: { username: { type: "string" }, password: { type: "string" } },
    });
    if (!values.username) throw new Error("Give --username.");
    const { username, password } = await resetPasswordOf({
      username: values.username,
      password: values.password,
    });
    console.log(`${username} is signed out everywhere and signs in with the new password.`);
    if (values.password === undefined) console.log(`The new password: ${password}`);
    return 0;
  },

  async "second-factor:remove"(args) {
    const { positionals } = parseArgs({ args, allowPositionals: true });
    const [name, ...more] = positionals;
    if (!name || more.length > 0)
      throw new Error("Give the user name, or the e-mail address, of one member.");
    const { username, endedSessions } = await removeSecondFactorOf(name);
    console.log(`${username} signs in without a second factor again; sessions that ended: ${endedSessions}.`);
    return 0;
  },

  async seed(args) {
    const { values } = parseArgs({
      args,
      options: { force: { type: "boolean" }, password: { type: "string" }, threads: { type: "string" } },
    });
    const threads = values.threads === undefined ? undefined : Number(values.threads);
    if (threads !== undefined && !(threads >= 1 && threads <= 1_000))
      throw new Error("--threads takes 1 to 1000.");
    await seed({
      threads,
      force: values.force ?? false,
      password: values.password,
      tell: (line) => console.log(line),
    });
    return 0;
  },

  async reindex() {
    await withProgram((app) => reindexAll(app.context(), (line) => console.log(line)));
    return 0;
  },

  async move(args) {
    const { positionals } = parseArgs({ args, allowPositionals: true });
    const [target, ...more] = positionals;
    if (!target || more.length > 0)
      throw new Error(
        "Give one target: mysql://user:password@host:3306/database, or sqlite for the file in DATA_DIR.",
      );
    keepHeapSmall();
    await moveForum(loadConfig(), target, (line) => console.log(line));
    return 0;
  },

  async import(args) {
    keepHeapSmall();
    await importCommunity(args, (line) => console.log(line));
    return 0;
  },

  async "import:check"() {
    keepHeapSmall();
    await checkForPage();
    return 0;
  },

  async export(args) {
    const options = { html: { type: "boolean" } } as const;
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    const [folder, ...more] = positionals;
    if (!folder || more.length > 0) throw new Error("Give one folder, which is new or empty.");
    stepBack();
    keepHeapSmall();
    await exportForum(loadConfig(), folder, (line) => console.log(line), values.html ?? false);
    return 0;
  },

  async backup(args) {
    const options = {
      verify: { type: "boolean" },
      quick: { type: "boolean" },
      "passphrase-file": { type: "string" },
    } as const;
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    const [location, ...more] = positionals;
    if (!location || more.length > 0) throw new Error("Give one file.");
    stepBack();
    keepHeapSmall();
    const config = loadConfig();
    const order = {
      location,
      passphrase: passphraseOf(config, values["passphrase-file"]),
      depth: values.quick ? "read" : "restore",
    } as const;
    await (values.verify ? proveBackup : backUpForum)(config, order, (line) => console.log(line));
    return 0;
  },

  async restore(args) {
    const options = { yes: { type: "boolean" }, "passphrase-file": { type: "string" } } as const;
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    const [location, ...more] = positionals;
    if (!location || more.length > 0) throw new Error("Give one file.");
    const config = loadConfig();
    const passphrase = passphraseOf(config, values["passphrase-file"]);
    keepHeapSmall();
    const order = { location, passphrase, isConfirmed: values.yes ?? false };
    if (!(await restoreForum(config, order, (line) => console.log(line)))) return 1;
    return COMMANDS["doctor"]!([]);
  },

  async plugin(args) {
    const { lines = [], error, exitCode } = await managePlugins(args);
    if (error !== undefined) throw new Error(error);
    for (const line of lines) console.log(line);
    return exitCode ?? 0;
  },

  async "secrets:discard"(args) {
    const { values } = parseArgs({ args, options: { yes: { type: "boolean" } } });
    if (!values.yes) {
      await withProgram(() => Promise.resolve());
      console.log("The key opens everything that is sealed; there is nothing to give up.");
      return 0;
    }
    await withProgram(() => Promise.resolve(), { discardSecrets: true });
    console.log(
      "Everything that is sealed opens now; what was given up stands in the log above and in the staff log.",
    );
    return 0;
  },

  async doctor(args) {
    const { values } = parseArgs({ args, options: { json: { type: "boolean" } } });
    return printed(await examine(), values.json ?? false);
  },

  async upgrade(args) {
    const options = { check: { type: "boolean" }, json: { type: "boolean" } } as const;
    const { values } = parseArgs({ args, options });
    if (!values.check)
      throw new Error(
        "Give --check. The upgrade itself: stop the server, replace the program, start it (docs/operating.md).",
      );
    stepBack();
    keepHeapSmall();
    const json = values.json ?? false;
    return printed(await examineUpgrade(json ? () => undefined : (line) => console.log(line)), json);
  },
};

/** Prints findings for people or programs. @returns the exit code */
function printed(findings: readonly Finding[], json: boolean): number {
  const report = reportOf(findings);
  if (json) console.log(JSON.stringify(report, null, 2));
  else
    for (const { state, what, todo } of findings) {
      console.log(`${state.padEnd(5)}${what}`);
      if (todo) console.log(`     → ${todo}`);
    }
  return report.healthy ? 0 : 1;
}

/** Lets the forum that serves meanwhile come first. */
function stepBack(): void {
  const { PRIORITY_LOW: low } = constants.priority;
  if (getPriority() < low) setPriority(low);
}

/** Reads the passphrase of backups from a file, or from the environment. @throws {Error} if the file cannot be read */
function passphraseOf({ backupPassphrase }: Config, file: string | undefined): string | null {
  if (file === undefined) return backupPassphrase;
  const [line = ""] = readFileSync(file, "utf8").split(/\r?\n/);
  if (line === "") throw new Error(`${file} holds no passphrase in its first line.`);
  return line;
}

/**
 * Lets the heap grow by a fifth between two collections, where V8 would double it: 296 MB at most instead of 532 for an
 * import of 50,000 posts. Unlike a limit of the heap, this never ends a command.
 */
function keepHeapSmall(): void {
  setFlagsFromString("--heap-growing-percent=20");
}

/**
 * Runs a command that needs the server's code.
 * @returns the exit code
 * @throws {Error} with one sentence that says what is wrong.
 */
export function runCommand(name: string, args: string[]): Promise<number> {
  const command = COMMANDS[name];
  if (!command) throw new Error(`There is no command "${name}".`);
  return command(args);
}
