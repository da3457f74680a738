#!/usr/bin/env node
/**
 * The command line of Luntan: `npm run luntan -- help` lists what it can do.
 *
 * Plain JavaScript on purpose: it runs on a clean clone, before anything is built, and builds what is missing.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const SERVER_BUNDLE = resolve(ROOT, "dist/server/main.js");
const CLI_BUNDLE = resolve(ROOT, "dist/server/cli.js");

/** A release describes itself there; a checkout does not. */
const RELEASE = resolve(ROOT, "release.json");
const IS_RELEASE = existsSync(RELEASE);

const PARENT_POLL_MS = 500;

const COMMANDS = {
  start: {
    help: "build what is not built, then serve the forum (--force: on a database that a newer version has migrated; --safe: without plugins)",
    run: start,
  },
  setup: {
    help: "ask for address, database and backups, and write luntan.env, which all commands read (--file FILE)",
    run: bundled,
  },
  build: {
    help: "build the client, the page renderer and the server (--force: all of it)",
    needsSources: true,
    run: build,
  },
  codegen: {
    help: "write schema.graphql, types and changelog of the API from the server, and client/gql (--release VERSION: a version of the API)",
    needsSources: true,
    run: codegen,
  },
  dev: { help: "serve with hot reload of client and server, in one process", needsSources: true, run: dev },
  release: {
    help: "make what an operator installs, in the folder release: an archive, its checksum and a bill of materials (--folder: only the unpacked folder; --to FOLDER)",
    needsSources: true,
    run: release,
  },
  seed: {
    help: "fill an empty forum with a demo community (--force: even if it is not empty)",
    run: bundled,
  },
  migrate: { help: "bring the database up to date and stop", run: bundled },
  "admin:create": {
    help: "create an administrator: --username NAME --password SECRET [--nickname NAME]",
    run: bundled,
  },
  "password:reset": {
    help: "give a member a new password: --username NAME-OR-MAIL [--password SECRET]",
    run: bundled,
  },
  "second-factor:remove": {
    help: "remove the second factor of a member who has lost it: NAME-OR-MAIL",
    run: bundled,
  },
  reindex: { help: "build the search index anew from all threads, replies and members", run: bundled },
  move: {
    help: "copy the forum into an empty database of the other engine: mysql://user:password@host/database, or sqlite",
    run: bundled,
  },
  backup: {
    help: "write database, uploads, plugins and keys into one new file, also while it serves, and verify it: FILE (--verify: only verifies FILE; --quick: without restoring aside; --passphrase-file FILE)",
    run: bundled,
  },
  restore: {
    help: "restore FILE into the database and folder of the configuration: says what it overwrites (--yes: does it; --passphrase-file FILE)",
    run: bundled,
  },
  export: {
    help: "write the whole forum into a new folder in the neutral format, also while it serves: FOLDER (--html: also as pages of what visitors read)",
    run: bundled,
  },
  import: {
    help: "move a community into an empty forum: SOURCE --from ADDRESS [--files FOLDER] [--fetch-files --address ADDRESS], or neutral FOLDER (--dry-run: only checks; --mapping FILE: with other groups and categories; --undo)",
    run: bundled,
  },
  "import:check": { help: "the dry run of the page /admin/import, which starts it", run: bundled },
  plugin: {
    help: "install FILE-OR-FOLDER, enable, disable, uninstall, export NAME, check, list; new NAME --slot TARGET@HOOK, dev, test, pack: the kit",
    run: plugin,
  },
  api: {
    help: "ask a forum: QUERY, or a file; --variables FILE, --url ADDRESS (LUNTAN_URL, else this machine); token in LUNTAN_TOKEN",
    run: api,
  },
  "secrets:discard": {
    help: "give up what a lost secret.key sealed: shows it (--yes: does it)",
    run: bundled,
  },
  doctor: {
    help: "check machine, configuration, database, secrets, files, deliveries and more; --json for programs",
    run: bundled,
  },
  upgrade: {
    help: "--check: whether this version can take over the forum, which may be serving with an older one; --json for programs",
    run: bundled,
  },
  version: { help: "show the version, its commit, and where the licences are", run: version },
  help: { help: "show this list", run: help },
};

/** Builds first unless only the build came along, as in a container image. */
async function ensureBuilt(parts, force = false) {
  if (!existsSync(resolve(ROOT, "node_modules/vite"))) {
    if (existsSync(SERVER_BUNDLE)) return;
    throw new Error("Nothing is built and the build tools are missing: run `npm ci` first.");
  }
  const { buildParts } = await import("./build.mjs");
  await buildParts(ROOT, { parts, force });
}

async function start(_name, args) {
  process.env.NODE_ENV ??= "production";
  const unknown = args.filter((arg) => arg !== "--force" && arg !== "--safe");
  if (unknown.length > 0)
    throw new Error(`There is no option ${unknown.join(" ")}; there are --force and --safe.`);
  endWithNpm();
  await ensureBuilt(["gql", "client", "ssr", "server"]);
  const { main } = await import(pathToFileURL(SERVER_BUNDLE).href);
  await main({ force: args.includes("--force"), safe: args.includes("--safe") });
}

/** Stops when the shell of npm is gone, which passes no signals on: nobody else would. */
function endWithNpm() {
  const parent = process.ppid;
  const isOrphan = () => process.ppid !== parent && process.kill(process.pid, "SIGTERM");
  if (["start", "luntan"].includes(process.env.npm_lifecycle_event))
    setInterval(isOrphan, PARENT_POLL_MS).unref();
}

async function build(_name, args) {
  process.env.NODE_ENV ??= "production";
  await ensureBuilt(["gql", "client", "ssr", "server"], args.includes("--force"));
}

async function codegen(_name, args) {
  const [option, version] = args;
  if (args.length > 0 && (option !== "--release" || !/^\d+\.\d+\.\d+$/.test(version ?? "")))
    throw new Error("There is one option: --release VERSION, such as --release 0.2.0.");
  const {
    emitApiChangelog,
    emitHooks,
    emitKit,
    emitNeutralFormat,
    emitSchema,
    emitSdk,
    generateTypes,
    releaseApi,
  } = await import("./codegen.mjs");
  await emitSchema(ROOT);
  await emitKit(ROOT);
  await emitHooks(ROOT);
  await emitSdk(ROOT);
  await emitNeutralFormat(ROOT);
  if (version) await releaseApi(ROOT, version);
  await emitApiChangelog(ROOT);
  await generateTypes(ROOT);
}

async function release(_name, args) {
  const { values } = parseArgs({ args, options: { folder: { type: "boolean" }, to: { type: "string" } } });
  // Whatever the caller's is: pages that were built for development do not run without its packages.
  process.env.NODE_ENV = "production";
  const { makeRelease } = await import("./release/release.mjs");
  console.log(await makeRelease(ROOT, resolve(values.to ?? resolve(ROOT, "release")), !values.folder));
}

async function dev() {
  process.env.NODE_ENV ??= "development";
  await ensureBuilt(["gql"]);
  const { serveWithReload } = await import("./dev.mjs");
  await serveWithReload(ROOT);
}

async function bundled(name, args) {
  process.env.NODE_ENV ??= "production";
  await ensureBuilt(["server"]);
  const { runCommand } = await import(pathToFileURL(CLI_BUNDLE).href);
  const code = await runCommand(name, args);
  // Ends here: on Node.js 24 better-sqlite3 12 aborts when databases are collected after the last event.
  process.stdout.write("", () => process.exit(code));
}

/** The kit needs neither a build nor a database; what changes the forum does. */
async function plugin(name, args) {
  if (!["new", "dev", "test", "pack"].includes(args[0])) return bundled(name, args);
  // What runs a plugin's client is a development package.
  if (args[0] !== "pack") requireCheckout();
  const { runKit } = await import("../../plugins/kit/commands.mjs");
  process.exitCode = await runKit(args);
}

/** Needs no build either: it asks a forum that runs. */
async function api(_name, args) {
  const { askForum } = await import("./api.mjs");
  process.exitCode = await askForum(args);
}

/** A checkout has no file that describes its release. */
function version() {
  const { version: number } = readJson("package.json");
  const released = IS_RELEASE ? readJson("release.json") : null;
  const commit = released?.commit ? `commit ${released.commit}` : released ? "unknown commit" : "a checkout";
  console.log(`Luntan ${number} (${commit}), Node.js ${process.version}`);
  console.log(`Licences: LICENSE${released ? ", and LICENSES.txt for the packages" : " and node_modules"}.`);
}

function readJson(name) {
  return JSON.parse(readFileSync(resolve(ROOT, name), "utf8"));
}

function help() {
  console.log(`Usage: ${IS_RELEASE ? "node luntan.mjs" : "npm run luntan --"} <command>\n`);
  for (const [name, { help: text, needsSources }] of Object.entries(COMMANDS))
    if (!IS_RELEASE || !needsSources) console.log(`  ${name.padEnd(21)}${text}`);
  console.log(
    "\nSettings come from the environment and from luntan.env in this folder, or the file of LUNTAN_ENV_FILE (see docs/operating.md).",
  );
}

/**
 * Completes the environment by the settings that `setup` has written, which say less than the environment itself.
 * @throws {Error} if `LUNTAN_ENV_FILE` names a file that cannot be read
 */
function readSettings() {
  const file = process.env.LUNTAN_ENV_FILE;
  if (!file && !existsSync("luntan.env")) return;
  try {
    process.loadEnvFile(file || "luntan.env");
  } catch (error) {
    const reason = error.code ?? error.message;
    throw new Error(`The settings in ${file || "luntan.env"} cannot be read (${reason}).`, { cause: error });
  }
}

/** @throws {Error} in a release, which has no build tools */
function requireCheckout() {
  if (IS_RELEASE) throw new Error("This is a release: it works in a checkout only.");
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const fits = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
  if (!fits)
    throw new Error(`Luntan needs Node.js 20.19 or newer, or 22.12 or newer; this is ${process.version}.`);
  if (!IS_RELEASE) return;
  const { node, modules } = readJson("release.json");
  if (modules !== process.versions.modules)
    throw new Error(
      `This release is for Node.js ${node.split(".")[0]}; this is ${process.version}. Take the archive for it.`,
    );
}

const [name = "help", ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (!command) {
  console.error(`There is no command "${name}". \`npm run luntan -- help\` lists them.`);
  process.exitCode = 2;
} else {
  try {
    checkNode();
    if (name !== "setup") readSettings();
    if (command.needsSources) requireCheckout();
    await command.run(name, args);
  } catch (error) {
    console.error(process.env.LUNTAN_DEBUG ? error : `${name}: ${error?.message ?? error}`);
    process.exit(1);
  }
}
