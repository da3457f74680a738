import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { installTrusted, removePlugin, switchPluginNamed } from "../features/plugins/install.service.ts";
import { getPluginNamed } from "../features/plugins/installed.service.ts";
import { PACKAGE_FILES, PACKAGE_MAX_BYTES } from "../features/plugins/package.ts";
import { Plugin } from "../features/plugins/plugin.entity.ts";
import { unzip } from "../features/plugins/zip.ts";
import { withProgram } from "./program.ts";

const USAGE = "Use: plugin install FILE-OR-FOLDER | enable NAME | disable NAME | uninstall NAME | list";

/**
 * Runs `luntan plugin …` for the operator. What is installed here is trusted: its code runs in the page itself.
 * @returns lines to print
 * @throws {Error} with one sentence that says what is wrong.
 */
export function managePlugins([action, what]: readonly string[]): Promise<string[]> {
  if (action === "list") return listAll();
  if (!what) throw new Error(USAGE);
  if (action === "install") return install(what);
  if (action === "enable" || action === "disable") return change(what, action === "enable");
  if (action === "uninstall") return uninstall(what);
  throw new Error(USAGE);
}

function listAll(): Promise<string[]> {
  return withProgram(async (app) => {
    const plugins = await app.context().db.find(Plugin, { order: { id: "ASC" } });
    if (plugins.length === 0) return ["No plugin is installed."];
    return plugins.map(
      ({ name, version, tier, isEnabled }) =>
        `${name} ${version} (${tier.toLowerCase()}) is ${isEnabled ? "on" : "off"}`,
    );
  });
}

async function install(path: string): Promise<string[]> {
  const files = await filesAt(path);
  return withProgram(async (app) => {
    const { name, version, isEnabled } = await installTrusted(app.context(), files);
    const next = isEnabled ? "and is on." : `and is off: luntan plugin enable ${name}`;
    return [`${name} ${version} is installed ${next}`];
  });
}

function change(name: string, isEnabled: boolean): Promise<string[]> {
  return withProgram(async (app) => {
    await switchPluginNamed(app.context(), name, isEnabled);
    return [`${name} is ${isEnabled ? "on" : "off"}.`];
  });
}

function uninstall(name: string): Promise<string[]> {
  return withProgram(async (app) => {
    const ctx = app.context();
    await removePlugin(ctx, await getPluginNamed(ctx, name));
    return [`${name} is gone, with its settings and files.`];
  });
}

/** Reads an archive, or the files of a package that lie in a folder; links are not followed. */
async function filesAt(path: string): Promise<Map<string, Buffer>> {
  const found = await lstat(path).catch(() => null);
  if (found?.isFile() && found.size <= PACKAGE_MAX_BYTES) return unzip(await readFile(path));
  if (!found?.isDirectory()) throw new Error(`${path} is no archive of at most 20 MB and no folder.`);
  const entries = await readdir(path, { withFileTypes: true });
  // What authors have beside it, such as tests, is no part of the package.
  const files = entries.filter(({ name }) => PACKAGE_FILES.includes(name));
  const odd = files.find((entry) => !entry.isFile());
  if (odd) throw new Error(`${odd.name} in ${path} is no plain file.`);
  return new Map(
    await Promise.all(files.map(async ({ name }) => [name, await readFile(join(path, name))] as const)),
  );
}
