import { noteChange } from "../../core/audit.ts";
import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { allow, mustBeAdmin } from "../../core/viewer.ts";
import { lockWhere } from "../../core/write.ts";
import { isReplacement } from "./hookTable.ts";
import { chosenPlacesOf, manifestOf, shownOf } from "./installed.service.ts";
import { type View, viewsOf } from "./manifest.ts";
import { Plugin } from "./plugin.entity.ts";
import { pluginsChanged } from "./plugin.events.ts";
import { invalidatePlugins } from "./plugin.loaders.ts";
import type { PluginConflict } from "./plugin.view.ts";

/** Lists where plugins that are on replace the same part of a page. @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN */
export async function listConflicts(ctx: Context): Promise<PluginConflict[]> {
  allow(mustBeAdmin(ctx.viewer));
  return conflictsOf(await ctx.db.find(Plugin, { where: { isEnabled: true } }));
}

/** Finds the places that several of the plugins replace on the same device. */
export function conflictsOf(enabled: readonly Plugin[]): PluginConflict[] {
  const plugins = inOrder(enabled);
  const places = new Set(plugins.flatMap(replacementsOf).map(({ place }) => place));
  return [...places].flatMap((place) => {
    const rivals = rivalsAt(plugins, place);
    return rivals.length > 1 ? [{ place, plugins: rivals, shown: shownOf(rivals, place)! }] : [];
  });
}

const inOrder = (plugins: readonly Plugin[]): Plugin[] =>
  plugins.toSorted((one, other) => one.sort - other.sort || one.id - other.id);

const replacementsOf = (plugin: Plugin): View[] =>
  viewsOf(manifestOf(plugin)).filter(({ place }) => isReplacement(place));

/** Lists the plugins that replace a part of the page on a device on which another one does so, too. */
function rivalsAt(plugins: readonly Plugin[], place: string): Plugin[] {
  const devicesOf = (plugin: Plugin): readonly string[] =>
    replacementsOf(plugin).find((view) => view.place === place)?.platform ?? [];
  return plugins.filter((plugin) =>
    devicesOf(plugin).some((device) =>
      plugins.some((other) => other !== plugin && devicesOf(other).includes(device)),
    ),
  );
}

/**
 * Keeps what is shown as it is while a plugin is switched on or upgraded: where it replaces what another one replaces and
 * nobody has chosen yet, that one is chosen. For transactions that have locked all plugins.
 * @param changed the plugin as it is afterwards
 */
export async function keepShown(ctx: Context, all: readonly Plugin[], changed: Plugin): Promise<void> {
  let plugins = inOrder([...all.filter(({ id }) => id !== changed.id), changed]);
  for (const { place } of replacementsOf(changed)) {
    const rivals = rivalsAt(
      plugins.filter(({ isEnabled }) => isEnabled),
      place,
    );
    if (!rivals.some(({ id }) => id === changed.id)) continue;
    if (rivals.some((plugin) => chosenPlacesOf(plugin).includes(place))) continue;
    const before = rivals.find(({ id }) => id !== changed.id)!;
    plugins = await choose(ctx, plugins, { place, id: before.id });
  }
}

/** Stores which plugin is shown at a place; no other one is chosen for it afterwards. */
async function choose(
  ctx: Context,
  plugins: readonly Plugin[],
  { place, id }: { readonly place: string; readonly id: number },
): Promise<Plugin[]> {
  const after: Plugin[] = [];
  for (const plugin of plugins) {
    const before = chosenPlacesOf(plugin);
    const places = before.filter((each) => each !== place);
    if (plugin.id === id) places.push(place);
    const chosenPlaces = places.length > 0 ? JSON.stringify(places.toSorted()) : null;
    if (chosenPlaces !== plugin.chosenPlaces)
      await ctx.db.update(Plugin, { id: plugin.id }, { chosenPlaces });
    after.push({ ...plugin, chosenPlaces });
  }
  return after;
}

/** A plugin that is to be shown in place of a part of the page. */
export interface ReplacementChoice {
  readonly place: string;
  readonly pluginId: string;
}

/**
 * Chooses the plugin that is shown of several that replace the same part of the page.
 * @emits pluginsChanged
 * @throws {DomainError} INVALID_PARAMETER for a place where plugins stand side by side; NOT_FOUND for a plugin that is off or
 *   does not replace that part.
 */
export const chooseReplacement = verb({
  name: "chooseReplacement",
  who: "admin",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, { place, pluginId }: ReplacementChoice): Promise<PluginConflict[]> {
    const id = parseId(pluginId, "pluginId");
    if (!isReplacement(place))
      throw invalid("place", `${place} 可同时显示多个插件`, `Several plugins show at ${place}.`);
    const plugins = await inTransaction(ctx, async (ctx) => {
      const all = inOrder(await lockWhere(ctx, Plugin, {}));
      const rivals = all.filter(
        (plugin) => plugin.isEnabled && replacementsOf(plugin).some((view) => view.place === place),
      );
      const chosen = rivals.find((plugin) => plugin.id === id);
      if (!chosen) throw new DomainError("NOT_FOUND");
      const after = await choose(ctx, all, { place, id });
      noteChange(ctx, {
        target: "plugins",
        before: { [place]: shownOf(rivals, place)!.name },
        after: { [place]: chosen.name },
      });
      ctx.emit(pluginsChanged({ name: chosen.name }));
      return after;
    });
    invalidatePlugins(ctx);
    return conflictsOf(plugins.filter(({ isEnabled }) => isEnabled));
  },
});
