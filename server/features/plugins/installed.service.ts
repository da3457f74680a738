import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import type { FurtherPermission } from "../../core/hooks.ts";
import { pluginPermission } from "../../core/permissions.ts";
import { allow, mustBeAdmin } from "../../core/viewer.ts";
import { getSettings } from "../settings/setting.service.ts";
import { isReplacement } from "./hookTable.ts";
import { type Manifest, settingsOf, type View, viewsOf } from "./manifest.ts";
import { Plugin, PluginTier } from "./plugin.entity.ts";
import { enabledPlugins } from "./plugin.loaders.ts";
import { secretsOf } from "./server-part/secrets.ts";
import type { ServerManifest } from "./server-part/serverManifest.ts";
import type { ActivePlugin, PluginSettingField } from "./plugin.view.ts";

/** Address below which the code of trusted plugins is served. */
export const FILES_ADDRESS = "/plugin-files/";
/** Address below which the pages of frames are served. */
export const FRAMES_ADDRESS = "/plugin-frames/";

/** Gives the manifest of an installed plugin, which was checked when it came. */
export function manifestOf({ manifest }: Plugin): Manifest {
  return JSON.parse(manifest) as Manifest;
}

/** Gives the values of all settings of a plugin but its secrets. */
export function valuesOf(plugin: Plugin): Record<string, string | number | boolean> {
  return settingsOf(manifestOf(plugin), JSON.parse(plugin.settings) as Record<string, unknown>);
}

/** Lists the places for which an administrator has chosen a plugin among those that replace the same part. */
export function chosenPlacesOf({ chosenPlaces }: Plugin): readonly string[] {
  return chosenPlaces ? (JSON.parse(chosenPlaces) as string[]) : [];
}

/** Finds the plugin that is shown of several that replace the same part: the chosen one, else the first. */
export function shownOf(rivals: readonly Plugin[], place: string): Plugin | undefined {
  return rivals.find((plugin) => chosenPlacesOf(plugin).includes(place)) ?? rivals[0];
}

const shownByPlugins = new WeakMap<readonly Plugin[], ReadonlyMap<string, readonly View[]>>();

/** Lists by name where each of the plugins shows: of several that replace the same part on a device one does. */
export function shownViews(plugins: readonly Plugin[]): ReadonlyMap<string, readonly View[]> {
  const before = shownByPlugins.get(plugins);
  if (before) return before;
  const all = plugins.map((plugin) => ({ plugin, views: viewsOf(manifestOf(plugin)) }));
  const isShown = (plugin: Plugin, place: string, device: string): boolean => {
    const rivals = all.filter(({ views }) =>
      views.some((view) => view.place === place && view.platform.includes(device)),
    );
    return (
      shownOf(
        rivals.map((each) => each.plugin),
        place,
      ) === plugin
    );
  };
  const shown = new Map(
    all.map(({ plugin, views }) => [
      plugin.name,
      views.flatMap((view) => {
        if (!isReplacement(view.place)) return [view];
        const platform = view.platform.filter((device) => isShown(plugin, view.place, device));
        return platform.length > 0 ? [{ ...view, platform }] : [];
      }),
    ]),
  );
  shownByPlugins.set(plugins, shown);
  return shown;
}

/** Chooses the text of the language of the viewer. */
export function inLanguage(ctx: Context, { zh, en }: { readonly zh: string; readonly en: string }): string {
  return ctx.locale === "en" ? en : zh;
}

/** Lists the places where plugins show, pages that they add with their paths; pages ask for plugins only if there are any. */
export async function listPluginPlaces(ctx: Context): Promise<string[]> {
  const views = (await enabledPlugins(ctx)).flatMap((plugin) => viewsOf(manifestOf(plugin)));
  return [...new Set(views.map(({ place, path }) => place + (path ?? "")))];
}

/** Lists the plugins that are shown, with the addresses of their code. */
export async function listActivePlugins(ctx: Context): Promise<ActivePlugin[]> {
  const reportsUse = (await getSettings(ctx)).plugin_beacon === "1";
  const plugins = await enabledPlugins(ctx);
  const shown = shownViews(plugins);
  return plugins.map((plugin) => {
    const { id, name, appid, version, tier, hash } = plugin;
    const manifest = manifestOf(plugin);
    const isFramed = tier === PluginTier.FRAMED;
    const files = `${FILES_ADDRESS}${name}/${hash}/`;
    return {
      id,
      name,
      appid,
      version,
      tier,
      type: manifest.type,
      label: inLanguage(ctx, manifest.names),
      viewerCanInsert: mayInsert(ctx, plugin),
      authorName: manifest.author.name,
      authorEmail: manifest.author.email,
      capabilities: manifest.capabilities,
      settings: JSON.stringify(valuesOf(plugin)),
      codeUrl: isFramed ? `${FRAMES_ADDRESS}${name}/${hash}` : `${files}client.js`,
      styleUrl: isFramed ? null : `${files}client.css`,
      reportsUse,
      views: shown.get(name)!.map(({ part, target, hookName, platform, path, height }) => ({
        part,
        target,
        hookName,
        platform,
        path,
        height,
      })),
    };
  });
}

/** True if the viewer may use a plugin; everybody may use one that asks for no permission. */
export function mayInsert({ viewer }: Pick<Context, "viewer">, plugin: Plugin): boolean {
  return !asksPermission(plugin) || viewer.may(pluginPermission(plugin.name));
}

/** True for a plugin that names mutations which need its permission. */
export function asksPermission(plugin: Plugin): boolean {
  // Manifests of before have no such list.
  return ((manifestOf(plugin).server as Partial<ServerManifest> | undefined)?.canInsert ?? []).length > 0;
}

/** Lists the permissions to use plugins that are installed and ask for one. */
export async function listPluginPermissions(ctx: Context): Promise<FurtherPermission[]> {
  const plugins = await ctx.db.find(Plugin, { order: { sort: "ASC", id: "ASC" } });
  return plugins.filter(asksPermission).map((plugin) => ({
    key: pluginPermission(plugin.name),
    label: inLanguage(ctx, {
      zh: `使用插件「${manifestOf(plugin).names.zh}」`,
      en: `use the plugin “${manifestOf(plugin).names.en}”`,
    }),
  }));
}

/** Lists all plugins. @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators. */
export function listPlugins(ctx: Context): Promise<Plugin[]> {
  allow(mustBeAdmin(ctx.viewer));
  return ctx.db.find(Plugin, { order: { sort: "ASC", id: "ASC" } });
}

/** Finds a plugin by its name in code. @throws {DomainError} NOT_FOUND */
export async function getPluginNamed(ctx: Context, name: string): Promise<Plugin> {
  const plugin = await ctx.db.findOneBy(Plugin, { name });
  if (!plugin) throw new DomainError("NOT_FOUND");
  return plugin;
}

/** Gives the settings of a plugin with their values, for its form. */
export function settingFieldsOf(ctx: Context, plugin: Plugin): PluginSettingField[] {
  const values = valuesOf(plugin);
  const secrets = secretsOf(ctx.services, plugin);
  return manifestOf(plugin).settings.map((each) => ({
    key: each.key,
    kind: each.kind,
    label: inLanguage(ctx, each.label),
    value: String(values[each.key] ?? ""),
    isSet: each.kind !== "secret" || Object.hasOwn(secrets, each.key),
    choices:
      each.kind === "choice"
        ? each.choices.map(({ value, label }) => ({ value, label: inLanguage(ctx, label) }))
        : [],
  }));
}
