import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { loadConfig } from "../config.ts";
import { addressOf, openSession } from "../database/mysqlSession.ts";
import { messageOf } from "./findings.ts";
import type { Terminal } from "./terminal.ts";

/** Variables by name. */
type Variables = Record<string, string>;

/** The proxy on the same machine, as it looks from the forum. */
const LOCAL_PROXY = "127.0.0.1,::1";
/** Characters that every reader of such files takes as they are, without quotes. */
const PLAIN = /^[\w.,:@/+%=~-]*$/;
/** A line that sets a variable. */
const ASSIGNMENT = /^\s*(?:export\s+)?(\w+)\s*=/;
/** Variables that name a database server. */
const DATABASE_VARIABLES = [
  "DATABASE_URL",
  "DATABASE_URL_FILE",
  "DB_HOST",
  "DB_PORT",
  "DB_USER",
  "DB_PASSWORD",
  "DB_PASSWORD_FILE",
  "DB_NAME",
] as const;
const TOKEN_BYTES = 24;
const HEADER = "# Settings of the forum, written by `luntan setup`. docs/operating.md has all of them.\n";

/**
 * Asks for the settings that a forum needs to run for the public, and writes them into a file that only its owner reads.
 * The present values of the file are the answers of empty lines; its other lines stay.
 * @throws {Error} if the input ends early, the forum would not start with all of the file, or it cannot be written; it is
 *   as before then
 */
export async function setUp(file: string, terminal: Terminal): Promise<void> {
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  const settings = parseEnv(before) as Variables;
  terminal.say(`The settings go to ${file}. Enter takes the answer in brackets.`);
  const answers: Record<string, string | null> = {
    ...(await askAddress(settings, terminal)),
    DATA_DIR: resolve(
      await askFor(
        "DATA_DIR",
        "Folder for database, files and keys",
        resolve(settings["DATA_DIR"] ?? "data"),
        terminal,
      ),
    ),
  };
  Object.assign(answers, await askDatabase(settings, terminal));
  Object.assign(answers, await askBackups(settings, answers["DATA_DIR"]!, terminal));
  Object.assign(answers, await askMetrics(settings, terminal));
  const after = changed(before, answers);
  loadConfig(parseEnv(after) as Variables);
  write(file, after);
  terminal.say(`Written. ${nextSteps(file)}`);
}

/** Asks for one variable until the configuration takes it. */
async function askFor(name: string, question: string, fallback: string, terminal: Terminal): Promise<string> {
  for (;;) {
    const answer = await terminal.ask(question, { fallback });
    const problem = unwritable(answer) ?? problemOf(name, answer);
    if (problem === null) return answer;
    terminal.say(`  ${problem}`);
  }
}

/** Gives what the configuration has against a value; null if nothing. */
function problemOf(name: string, value: string): string | null {
  try {
    loadConfig({ [name]: value });
    return null;
  } catch (error) {
    const lines = messageOf(error).split("\n");
    return lines.map((line) => line.trim()).find((line) => line.startsWith(`${name}:`)) ?? null;
  }
}

function unwritable(value: string): string | null {
  return /['\r\n]/.test(value) ? "An apostrophe cannot be written into the file." : null;
}

/** Asks where people and the proxy find the forum. */
async function askAddress(settings: Variables, terminal: Terminal): Promise<Record<string, string | null>> {
  const publicUrl = await askFor(
    "PUBLIC_URL",
    "Address of the forum, as people type it",
    settings["PUBLIC_URL"] ?? "http://localhost:3000",
    terminal,
  );
  const port = await askFor("PORT", "Port to listen on", settings["PORT"] ?? portOf(publicUrl), terminal);
  if (!publicUrl.startsWith("https:")) return { PUBLIC_URL: publicUrl, PORT: port };
  terminal.say("A proxy (Caddy, nginx: see the folder deploy) holds the certificate and passes requests on.");
  const proxy = await askFor(
    "TRUST_PROXY",
    "Address of that proxy, seen from here",
    settings["TRUST_PROXY"] ?? LOCAL_PROXY,
    terminal,
  );
  const host = settings["HOST"] ?? (proxy === LOCAL_PROXY ? "127.0.0.1" : "0.0.0.0");
  return {
    PUBLIC_URL: publicUrl,
    PORT: port,
    TRUST_PROXY: proxy,
    HOST: await askFor("HOST", "Address to listen at", host, terminal),
  };
}

function portOf(publicUrl: string): string {
  const { protocol, port } = new URL(publicUrl);
  return protocol === "http:" && port !== "" ? port : "3000";
}

/** Asks for the engine; a database server is tried, and asked for again while it cannot be used. */
async function askDatabase(settings: Variables, terminal: Terminal): Promise<Record<string, string | null>> {
  const hasServer = ["DATABASE_URL", "DATABASE_URL_FILE", "DB_HOST"].some(
    (name) => settings[name] !== undefined,
  );
  const wantsServer = await terminal.confirm("MariaDB or MySQL instead of the embedded SQLite?", hasServer);
  const sqlite = Object.fromEntries(DATABASE_VARIABLES.map((name) => [name, null]));
  if (!wantsServer) return sqlite;
  const { DB_PASSWORD_FILE: passwordFile } = settings;
  for (let defaults = partsOf(settings); ;) {
    const parts = {
      ...(await askParts(defaults, passwordFile === undefined, terminal)),
      ...(passwordFile !== undefined && { DB_PASSWORD_FILE: passwordFile }),
    };
    const problem = await problemOfServer(parts);
    if (problem === null) return { ...sqlite, ...parts };
    terminal.say(`  ${problem}`);
    if (!(await terminal.confirm("Change the answers?", true))) return { ...sqlite, ...parts };
    defaults = parts;
  }
}

async function askParts(defaults: Variables, asksPassword: boolean, terminal: Terminal): Promise<Variables> {
  const ask = (name: string, question: string, fallback: string): Promise<string> =>
    askFor(name, question, defaults[name] ?? fallback, terminal);
  const parts: Variables = {
    DB_HOST: await ask("DB_HOST", "Machine of the database server", "127.0.0.1"),
    DB_PORT: await ask("DB_PORT", "Its port", "3306"),
    DB_USER: await ask("DB_USER", "User of the database", "luntan"),
    DB_NAME: await ask("DB_NAME", "Name of the database", "luntan"),
  };
  if (!asksPassword) return parts;
  const { DB_PASSWORD: present = "" } = defaults;
  const question = `Password of the user${present && " (empty: the present one)"}`;
  for (;;) {
    const password = await terminal.ask(question, { fallback: present, isSecret: true });
    const problem = unwritable(password);
    if (problem === null) return { ...parts, DB_PASSWORD: password };
    terminal.say(`  ${problem} Put it into a file of its own and name that in DB_PASSWORD_FILE.`);
  }
}

/** Takes the parts of an address that a file has as one. */
function partsOf(settings: Variables): Variables {
  const { DATABASE_URL: url } = settings;
  if (url === undefined || !URL.canParse(url)) return settings;
  const { host = "127.0.0.1", port = 3306, user, password, database } = addressOf(url);
  return { DB_HOST: host, DB_PORT: String(port), DB_USER: user, DB_PASSWORD: password, DB_NAME: database };
}

/** Signs in to the database server. @returns what is wrong; null if nothing */
async function problemOfServer(parts: Variables): Promise<string | null> {
  try {
    const { databaseUrl } = loadConfig(parts);
    await (await openSession(databaseUrl!)).end();
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

async function askBackups(
  settings: Variables,
  dataDir: string,
  terminal: Terminal,
): Promise<Record<string, string | null>> {
  const wantsBackups = await terminal.confirm("A backup each day, of which a week stays?", true);
  if (!wantsBackups) return { BACKUP_DIR: null };
  const folder = settings["BACKUP_DIR"] ?? join(dataDir, "backups");
  return { BACKUP_DIR: resolve(await askFor("BACKUP_DIR", "Folder for backups", folder, terminal)) };
}

async function askMetrics(settings: Variables, terminal: Terminal): Promise<Record<string, string | null>> {
  const token = settings["METRICS_TOKEN"];
  if (settings["METRICS_TOKEN_FILE"] !== undefined) return {};
  if (!(await terminal.confirm("Will Prometheus read /metrics?", token !== undefined)))
    return { METRICS_TOKEN: null };
  return { METRICS_TOKEN: token ?? randomBytes(TOKEN_BYTES).toString("base64url") };
}

/** Writes variables into the text of a file: each in the place of its first line, new ones at the end; null removes one. */
function changed(before: string, answers: Readonly<Record<string, string | null>>): string {
  const placed = new Set<string>();
  const lines = (before === "" ? HEADER : before).replace(/\n$/, "").split("\n");
  const linesOf = (name: string): string[] => {
    const value = answers[name] ?? null;
    if (value === null || placed.has(name)) return [];
    placed.add(name);
    return [lineOf(name, value)];
  };
  const body = lines.flatMap((line) => {
    const name = ASSIGNMENT.exec(line)?.[1];
    return name !== undefined && Object.hasOwn(answers, name) ? linesOf(name) : [line];
  });
  return `${[...body, ...Object.keys(answers).flatMap(linesOf)].join("\n")}\n`;
}

function lineOf(name: string, value: string): string {
  return `${name}=${PLAIN.test(value) ? value : `'${value}'`}`;
}

/** Replaces the file in one step; it has passwords, so nobody else reads it. */
function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const beside = `${file}.new`;
  writeFileSync(beside, text, { mode: 0o600 });
  renameSync(beside, file);
}

function nextSteps(file: string): string {
  const isHere = file === resolve("luntan.env");
  const how = isHere ? "in this folder reads it" : `with LUNTAN_ENV_FILE=${file} in the environment reads it`;
  return `Every command ${how}: try \`doctor\`, then \`start\`, whose log has the link for the first administrator.`;
}
