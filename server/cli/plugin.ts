import { join } from "node:path";
import type { App } from "../app.ts";
import { type Config, loadConfig } from "../config.ts";
import { installTrusted, switchPluginNamed } from "../features/plugins/install.service.ts";
import { exportRows, removePlugin } from "../features/plugins/uninstall.service.ts";
import { getPluginNamed, manifestOf } from "../features/plugins/installed.service.ts";
import { conflictsOf } from "../features/plugins/replacement.service.ts";
import { compareVersions } from "../features/plugins/manifest.ts";
import { readPackageFiles } from "../features/plugins/archive/packageFiles.ts";
import { Plugin, PluginDataFate } from "../features/plugins/plugin.entity.ts";
import { askRunning, type ControlAnswer, type ControlRequest } from "./control.ts";
import { features } from "../features.ts";
import { makeSchema } from "../graphql/schema.ts";
import { codeIn } from "../features/plugins/codeFiles.ts";
import { reading } from "./doctorRows.ts";
import { checkPackages, type InstalledPackage, listPackages, readPackage } from "./pluginCheck.ts";
import { withProgram } from "./program.ts";

const USAGE =
  "Use: plugin install FILE-OR-FOLDER | enable NAME | disable NAME | uninstall NAME [--keep-data | --delete-data] | export NAME | check | list";

/**
 * Runs `luntan plugin …` for the operator. What is installed here is trusted: its code runs in the page itself.
 * @returns lines to print, and the exit code
 * @throws {Error} with one sentence that says what is wrong.
 */
export async function managePlugins(args: readonly string[]): Promise<ControlAnswer> {
  const request = await requestOf(args);
  const config = loadConfig();
  if (args[0] === "check") return answerOf(await checkInstalled(config));
  // SQLite has one process: the forum that runs on the data folder does it.
  return (await askRunning(config.dataDir, request)) ?? withProgram((app) => carryOut(app, request));
}

const answerOf = ({ lines, isWell }: { lines: string[]; isWell: boolean }): ControlAnswer => ({
  lines,
  exitCode: isWell ? 0 : 1,
});

/**
 * Checks all installed plugins against this version, whether the forum runs or not, and leaves the database as it is.
 * @returns lines to print, and whether all is well
 */
export async function checkInstalled(config: Config): Promise<{ lines: string[]; isWell: boolean }> {
  const running = (request: ControlRequest) => askRunning(config.dataDir, request);
  const names = await running({ args: ["packages"] });
  const version = { ...config, schema: makeSchema(features) };
  return checkPackages(names ? readAll(names, running) : readAside(config), version);
}

/** Reads the plugins of a forum that does not run. */
async function* readAside(config: Config): AsyncGenerator<InstalledPackage> {
  const sql = "SELECT p.name, p.version, p.tier, p.manifest, p.hash FROM plugins p ORDER BY p.sort, p.id";
  const rows = await reading(config, (read) =>
    // Before the first start there is no table.
    read<Omit<InstalledPackage, "code"> & { readonly hash: string }>(sql).catch(() => []),
  );
  for (const { hash, ...row } of rows ?? [])
    yield { ...row, code: await codeIn(join(config.dataDir, "plugins"), row.name, hash) };
}

/** Reads the plugins of a forum that runs, which may be older than this program. @throws {Error} with what it says */
async function* readAll(
  { lines, error }: ControlAnswer,
  ask: (request: ControlRequest) => Promise<ControlAnswer | null>,
): AsyncGenerator<InstalledPackage> {
  if (error !== undefined) throw new Error(error);
  for (const name of lines ?? []) {
    const answer = await ask({ args: ["packages", name] });
    if (!answer?.lines?.[0]) throw new Error(answer?.error ?? "The forum has stopped.");
    yield JSON.parse(answer.lines[0]) as InstalledPackage;
  }
}

/** Reads what the operator asks for, with the files that it needs. @throws {Error} with what is wrong */
async function requestOf(args: readonly string[]): Promise<ControlRequest> {
  const [action, what] = args;
  if (action === "list" || action === "check") return { args };
  if (!what || !["install", "enable", "disable", "uninstall", "export"].includes(action ?? ""))
    throw new Error(USAGE);
  if (action !== "install") return { args };
  const files = [...(await readPackageFiles(what))].map(([name, bytes]) => [name, bytes.toString("base64")]);
  return { args, files: Object.fromEntries(files) as Record<string, string> };
}

/**
 * Does what the operator asks for, in the program that serves the forum or in one of its own.
 * @throws {Error} with one sentence that says what is wrong.
 */
export async function carryOut(app: App, { args, files }: ControlRequest): Promise<ControlAnswer> {
  const [action, what = "", option] = args;
  if (action === "list") return { lines: await listAll(app) };
  if (action === "check") {
    const packages = readAll({ lines: await listPackages(app) }, (request) => carryOut(app, request));
    return answerOf(await checkPackages(packages, { ...app.config, schema: app.schema }));
  }
  if (action === "packages")
    return { lines: what ? [JSON.stringify(await readPackage(app, what))] : await listPackages(app) };
  if (action === "install") {
    const bytes = Object.entries(files ?? {}).map(
      ([name, text]) => [name, Buffer.from(text, "base64")] as const,
    );
    return { lines: await install(app, new Map(bytes)) };
  }
  if (action === "enable" || action === "disable")
    return { lines: await change(app, what, action === "enable") };
  if (action === "export")
    return { lines: [await exportRows(app.context(), await getPluginNamed(app.context(), what))] };
  if (action === "uninstall") return { lines: await uninstall(app, what, option) };
  throw new Error(USAGE);
}

async function listAll(app: App): Promise<string[]> {
  const plugins = await app.context().db.find(Plugin, { order: { sort: "ASC", id: "ASC" } });
  if (plugins.length === 0) return ["No plugin is installed."];
  return plugins.map(
    ({ name, version, tier, isEnabled }) =>
      `${name} ${version} (${tier.toLowerCase()}) is ${isEnabled ? "on" : "off"}`,
  );
}

async function install(app: App, files: ReadonlyMap<string, Buffer>): Promise<string[]> {
  const before = await app.context().db.find(Plugin, { select: { name: true, version: true } });
  const { name, version, isEnabled } = await installTrusted(app.context(), files);
  const newer = before.find((each) => each.name === name && compareVersions(each.version, version) > 0);
  const next = isEnabled ? "and is on." : `and is off: luntan plugin enable ${name}`;
  return [
    `${name} ${version} is installed ${next}`,
    ...(newer
      ? [`It is older than ${newer.version}, whose place it takes; stored data stays as it is.`]
      : []),
  ];
}

async function change(app: App, name: string, isEnabled: boolean): Promise<string[]> {
  const ctx = app.context();
  await switchPluginNamed(ctx, name, isEnabled);
  const conflicts = conflictsOf(await ctx.db.find(Plugin, { where: { isEnabled: true } }));
  return [
    `${name} is ${isEnabled ? "on" : "off"}.`,
    ...conflicts
      .filter(({ plugins }) => isEnabled && plugins.some((plugin) => plugin.name === name))
      .map(
        ({ place, plugins, shown }) =>
          `${plugins.map((plugin) => plugin.name).join(" and ")} replace ${place}; ${shown.name} is shown. Choose at /admin/plugins.`,
      ),
  ];
}

/** Asks what becomes of the data of a plugin that has some, unless the operator has said so. */
async function uninstall(app: App, name: string, option: string | undefined): Promise<string[]> {
  const ctx = app.context();
  const plugin = await getPluginNamed(ctx, name);
  const hasData = (manifestOf(plugin).server?.tables.length ?? 0) > 0;
  if (hasData && option !== "--keep-data" && option !== "--delete-data")
    throw new Error(
      `${name} has stored data. Say --keep-data or --delete-data; luntan plugin export ${name} prints it first.`,
    );
  const keeps = hasData && option === "--keep-data";
  await removePlugin(ctx, plugin, keeps ? PluginDataFate.KEEP : PluginDataFate.DELETE);
  return [`${name} is gone, with its settings and files.${keeps ? " Its data is kept." : ""}`];
}
