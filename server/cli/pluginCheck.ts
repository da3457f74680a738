import type { GraphQLSchema } from "graphql";
import type { App } from "../app.ts";
import type { Config } from "../config.ts";
import { type PluginCode, readCode } from "../features/plugins/codeFiles.ts";
import { checkFragments } from "../features/plugins/fragments.ts";
import { getPluginNamed } from "../features/plugins/installed.service.ts";
import { compareVersions, parseManifest } from "../features/plugins/manifest.ts";
import { Plugin, type PluginTier } from "../features/plugins/plugin.entity.ts";
import { ownSchema } from "../features/plugins/server-part/ownGraphql.ts";
import { PartProcess } from "../features/plugins/server-part/partProcess.ts";
import { contractProblem } from "./pluginContract.ts";

/** An installed plugin as the forum that has it gives it to the version that checks it. */
export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  readonly tier: PluginTier;
  readonly manifest: string;
  /** Null if the files are missing or are not those that were installed. */
  readonly code: PluginCode | null;
}

/** Lists the names of all installed plugins, in their order. */
export async function listPackages({ context }: App): Promise<string[]> {
  const plugins = await context().db.find(Plugin, { order: { sort: "ASC", id: "ASC" } });
  return plugins.map(({ name }) => name);
}

/** Reads an installed plugin with its files. @throws {DomainError} NOT_FOUND */
export async function readPackage({ context, services }: App, named: string): Promise<InstalledPackage> {
  const { name, version, tier, manifest, hash } = await getPluginNamed(context(), named);
  return { name, version, tier, manifest, code: await readCode(services, name, hash) };
}

/** The version of the forum that plugins are checked against. */
export type CheckedVersion = Pick<Config, "rootDir" | "version"> & { readonly schema: GraphQLSchema };

/**
 * Checks plugins against this version of the forum: manifest, places, fragments, types, files, that the server part starts,
 * and the plugin's own tests. Run it with a new version before the forum is upgraded.
 * @returns lines to print, and whether all is well
 */
export async function checkPackages(
  packages: AsyncIterable<InstalledPackage>,
  version: CheckedVersion,
): Promise<{ lines: string[]; isWell: boolean }> {
  const lines: string[] = [];
  let isWell = true;
  for await (const each of packages) {
    const problem = await problemOf(each, version);
    if (problem) isWell = false;
    lines.push(`${problem ? "FAIL" : "ok  "} ${each.name} ${each.version}${problem ? `: ${problem}` : ""}`);
  }
  return { lines: lines.length > 0 ? lines : ["No plugin is installed."], isWell };
}

/** Says what keeps a plugin from this version of the forum; null if nothing does. */
async function problemOf(
  { version, tier, manifest: text, code }: InstalledPackage,
  host: CheckedVersion,
): Promise<string | null> {
  try {
    const manifest = parseManifest(text, tier, host.version);
    checkFragments(host.schema, manifest);
    if (manifest.server?.graphql !== undefined) ownSchema(manifest.server.graphql);
    if (!code) return "its files are missing or are not those that were installed";
    if (compareVersions(manifest.version, version) !== 0) return "its manifest names another version";
    const problem = manifest.server && code.server ? await startProblem(code.server) : null;
    return problem ?? (await contractProblem(host.rootDir, { manifest: text, ...code }));
  } catch (error) {
    return (error as Error).message;
  }
}

/** Starts a server part without tables and ends it again. */
async function startProblem(code: string): Promise<string | null> {
  const nothing = { data: () => Promise.resolve([]), query: () => Promise.resolve({}) };
  const part = new PartProcess(code, {}, nothing, () => undefined);
  try {
    await part.ready();
    return null;
  } catch (error) {
    return (error as Error).message;
  } finally {
    part.end();
  }
}
