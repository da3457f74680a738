import type { App } from "../app.ts";
import { compareVersions, parseManifest } from "../features/plugins/manifest.ts";
import { readCode } from "../features/plugins/codeFiles.ts";
import { checkFragments } from "../features/plugins/fragments.ts";
import { manifestOf } from "../features/plugins/installed.service.ts";
import { Plugin } from "../features/plugins/plugin.entity.ts";
import { ownSchema } from "../features/plugins/server-part/ownGraphql.ts";
import { PartProcess } from "../features/plugins/server-part/partProcess.ts";

/**
 * Checks every installed plugin against this version of the forum: its manifest, places, fragments, types, files, and that its
 * server part starts. Run it with a new version before the forum is upgraded.
 * @returns lines to print, and whether all is well
 */
export async function checkPlugins(app: App): Promise<{ lines: string[]; isWell: boolean }> {
  const ctx = app.context();
  const plugins = await ctx.db.find(Plugin, { order: { sort: "ASC", id: "ASC" } });
  const lines: string[] = [];
  let isWell = true;
  for (const plugin of plugins) {
    const problem = await problemOf(app, plugin);
    if (problem) isWell = false;
    lines.push(
      `${problem ? "FAIL" : "ok  "} ${plugin.name} ${plugin.version}${problem ? `: ${problem}` : ""}`,
    );
  }
  return { lines: lines.length > 0 ? lines : ["No plugin is installed."], isWell };
}

/** Says what keeps a plugin from this version of the forum; null if nothing does. */
async function problemOf(app: App, plugin: Plugin): Promise<string | null> {
  const { services, schema } = app;
  try {
    const manifest = parseManifest(plugin.manifest, plugin.tier, services.version);
    checkFragments(schema, manifest);
    if (manifest.server?.graphql !== undefined) ownSchema(manifest.server.graphql);
    const code = await readCode(services, plugin.name, plugin.hash);
    if (!code) return "its files are missing or are not those that were installed";
    if (compareVersions(manifest.version, plugin.version) !== 0) return "its manifest names another version";
    return manifestOf(plugin).server && code.server ? await startProblem(code.server) : null;
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
