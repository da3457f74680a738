import { noteChange } from "../../core/audit.ts";
import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { insertIgnore, lockById } from "../../core/write.ts";
import { requireProof } from "../auth/sessions/proof.service.ts";
import { revokePluginGrants } from "../groups/grant.service.ts";
import { invalidateGroups } from "../groups/group.service.ts";
import { removeCode } from "./codeFiles.ts";
import { manifestOf } from "./installed.service.ts";
import {
  Plugin,
  PluginCost,
  PluginDataFate,
  PluginEvent,
  PluginFault,
  PluginJobRun,
  PluginKeptData,
} from "./plugin.entity.ts";
import { pluginsChanged } from "./plugin.events.ts";
import { invalidatePlugins } from "./plugin.loaders.ts";
import { allRows } from "./server-part/pluginData.ts";
import { dropTables } from "./server-part/tables.sql.ts";

/** A plugin that is to go, and the fate of its data. */
export interface Uninstalling {
  readonly pluginId: string;
  readonly data: PluginDataFate;
}

/**
 * Removes a plugin with its settings, its faults and its files, and its data unless they are to stay.
 * @emits pluginsChanged
 * @throws {DomainError} PROOF_NEEDED; NOT_FOUND
 */
export const uninstallPlugin = verb({
  name: "uninstallPlugin",
  who: "admin",
  rate: "manage",
  audited: true,
  async run(ctx: Context, { pluginId, data }: Uninstalling): Promise<boolean> {
    const id = parseId(pluginId, "pluginId");
    await requireProof(ctx);
    const plugin = await ctx.db.findOneBy(Plugin, { id });
    if (!plugin) throw new DomainError("NOT_FOUND");
    await removePlugin(ctx, plugin, data);
    return true;
  },
});

/** Removes a plugin like `uninstallPlugin`. @emits pluginsChanged @throws {DomainError} NOT_FOUND */
export async function removePlugin(
  ctx: Context,
  plugin: Plugin,
  data = PluginDataFate.DELETE,
): Promise<void> {
  const { id, name, version } = plugin;
  const { server } = manifestOf(plugin);
  const keeps = data === PluginDataFate.KEEP && server !== undefined;
  await inTransaction(ctx, async (ctx) => {
    if (!(await lockById(ctx, Plugin, id))) throw new DomainError("NOT_FOUND");
    for (const table of [PluginFault, PluginEvent, PluginJobRun, PluginCost])
      await ctx.db.delete(table, { pluginId: id });
    await ctx.db.delete(Plugin, { id });
    if (keeps) await insertIgnore(ctx, PluginKeptData, [{ name, server: JSON.stringify(server) }]);
    await revokePluginGrants(ctx, name);
    noteChange(ctx, { target: `plugin:${name}`, before: { version }, after: server && { data } });
    ctx.emit(pluginsChanged({ name }));
  });
  if (server && !keeps) await dropTables(ctx, name, server.tables);
  invalidatePlugins(ctx);
  invalidateGroups(ctx);
  await removeCode(ctx.services, name);
}

/**
 * Gives the rows that a plugin has stored, as JSON, so that they can be kept elsewhere.
 * @throws {DomainError} PROOF_NEEDED; NOT_FOUND
 */
export const exportPluginData = verb({
  name: "exportPluginData",
  who: "admin",
  rate: "manage",
  audited: true,
  async run(ctx: Context, pluginId: string): Promise<string> {
    await requireProof(ctx);
    const plugin = await ctx.db.findOneBy(Plugin, { id: parseId(pluginId, "pluginId") });
    if (!plugin) throw new DomainError("NOT_FOUND");
    const rows = await exportRows(ctx, plugin);
    await inTransaction(ctx, (ctx) => Promise.resolve(noteChange(ctx, { target: `plugin:${plugin.name}` })));
    return rows;
  },
});

/** Gives the rows that a plugin has stored, as JSON. */
export async function exportRows(ctx: Context, plugin: Plugin): Promise<string> {
  const { name, version } = plugin;
  const { server } = manifestOf(plugin);
  const found: Record<string, unknown>[] = [];
  if (server) for await (const row of allRows(ctx, name, server)) found.push(row);
  return JSON.stringify({ plugin: name, version, rows: found });
}
