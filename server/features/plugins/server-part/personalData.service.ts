import type { Context } from "../../../core/context.ts";
import type { ErasureHook } from "../../../core/hooks.ts";
import { manifestOf } from "../installed.service.ts";
import { Plugin, PluginKeptData } from "../plugin.entity.ts";
import { eraseMember, rowsOfMember } from "./pluginData.ts";
import type { ServerManifest } from "./serverManifest.ts";

async function withTables(ctx: Context): Promise<{ name: string; server: ServerManifest }[]> {
  const plugins = await ctx.db.find(Plugin, { order: { id: "ASC" } });
  const installed = plugins.flatMap((plugin) => {
    const { server } = manifestOf(plugin);
    return server ? [{ name: plugin.name, server }] : [];
  });
  const kept = (await ctx.db.find(PluginKeptData, { order: { id: "ASC" } })).map(({ name, server }) => ({
    name,
    server: JSON.parse(server) as ServerManifest,
  }));
  return [...installed, ...kept];
}

/** Lists what plugins hold of a member, those that are off or gone as well. */
export async function listPluginRowsOf(ctx: Context, userId: number): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  for (const { name, server } of await withTables(ctx))
    found.push(...(await rowsOfMember(ctx, name, server, userId)));
  return found;
}

/** Deletes what plugins hold of a member. */
export const erasePluginRows: ErasureHook = {
  name: "plugins.rows",
  async erase(ctx: Context, userId: number) {
    for (const { name, server } of await withTables(ctx)) await eraseMember(ctx, name, server, userId);
  },
};
