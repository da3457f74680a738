import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Services } from "../../core/context.ts";
import { hashOf, type PluginPackage } from "./archive/package.ts";

/** The files of a plugin as they are served. */
export interface PluginCode {
  readonly script: string;
  readonly styles: string;
  /** Code of the server part; null without one. */
  readonly server: string | null;
  /** Its own tests; null without any. */
  readonly tests: string | null;
}

const SCRIPT = "client.js";
const STYLES = "client.css";
const SERVER = "server.js";
const TESTS = "plugin.test.js";

function folderOf({ pluginsDir }: Services, name: string): string {
  return join(pluginsDir, name);
}

/** Stores the files of a plugin under its name and hash; those of other versions stay for pages that are open. */
export async function storeCode(services: Services, name: string, code: PluginPackage): Promise<void> {
  const place = join(folderOf(services, name), code.hash);
  const arriving = join(services.pluginsDir, `.${randomBytes(12).toString("hex")}`);
  await mkdir(arriving, { recursive: true });
  try {
    await writeFile(join(arriving, SCRIPT), code.script, { flush: true });
    await writeFile(join(arriving, STYLES), code.styles, { flush: true });
    if (code.server !== null) await writeFile(join(arriving, SERVER), code.server, { flush: true });
    if (code.tests !== null) await writeFile(join(arriving, TESTS), code.tests, { flush: true });
    await mkdir(dirname(place), { recursive: true });
    // What lies there already has the same files, or was damaged.
    await rm(place, { recursive: true, force: true });
    await rename(arriving, place);
  } finally {
    await rm(arriving, { recursive: true, force: true });
  }
}

/** Removes the files of one version of a plugin. */
export function discardCode(services: Services, name: string, hash: string): Promise<void> {
  return rm(join(folderOf(services, name), hash), { recursive: true, force: true });
}

/** Removes the files of all versions of a plugin. */
export function removeCode(services: Services, name: string): Promise<void> {
  return rm(folderOf(services, name), { recursive: true, force: true });
}

/** Reads the files of a plugin. @returns null if they are missing or are not those that were installed */
export async function readCode(services: Services, name: string, hash: string): Promise<PluginCode | null> {
  const code = await tryCode(services.pluginsDir, name, hash);
  if (typeof code !== "string") return code;
  if (code !== MISSING) services.log.error({ plugin: name }, `the files of a plugin are ${code}`);
  return null;
}

/** Reads the files of a plugin; null if they are missing or are not those that were installed. */
export async function codeIn(pluginsDir: string, name: string, hash: string): Promise<PluginCode | null> {
  const code = await tryCode(pluginsDir, name, hash);
  return typeof code === "string" ? null : code;
}

/**
 * Says what keeps the files of a plugin from being served: "missing", "changed" or why they cannot be read.
 * @param pluginsDir folder of all plugins
 * @returns null if they are those that were installed
 */
export async function codeProblem(pluginsDir: string, name: string, hash: string): Promise<string | null> {
  const code = await tryCode(pluginsDir, name, hash);
  return typeof code === "string" ? code : null;
}

/** Logs which of the plugins are on without their files, such as after a backup without them was restored. */
export async function logMissingCode(
  { pluginsDir, log }: Services,
  plugins: readonly { readonly name: string; readonly hash: string }[],
): Promise<void> {
  for (const { name, hash } of plugins) {
    const problem = await codeProblem(pluginsDir, name, hash);
    if (problem)
      log.error({ plugin: name, problem }, "a plugin is on, but its files are not those that were installed");
  }
}

const MISSING = "missing";

/** @returns the files, or what is wrong with them */
async function tryCode(pluginsDir: string, name: string, hash: string): Promise<PluginCode | string> {
  const place = join(pluginsDir, name, hash);
  try {
    const [script, styles, server, tests] = await Promise.all([
      readFile(join(place, SCRIPT), "utf8"),
      readFile(join(place, STYLES), "utf8"),
      readFile(join(place, SERVER), "utf8").catch(() => null),
      readFile(join(place, TESTS), "utf8").catch(() => null),
    ]);
    const code = { script, styles, server, tests };
    return hashOf(code) === hash ? code : "changed";
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" ? MISSING : `unreadable (${code})`;
  }
}
