import type { Context } from "../../core/context.ts";
import { inLanguage, manifestOf, mayInsert, valuesOf } from "./installed.service.ts";
import { viewsOf } from "./manifest.ts";
import { enabledPlugins } from "./plugin.loaders.ts";

/** Status of plugins that are shown (legacy-facts 7.1). */
const PUBLISHED = 1;
/** Type of plugins that are no kind of thread and no importer. */
const CUSTOM = 0;

/** Lists the plugins as old clients know them. They load no code of ours, so none is named. */
export async function listForLegacy(ctx: Context): Promise<object[]> {
  return (await enabledPlugins(ctx)).map((plugin) => {
    const manifest = manifestOf(plugin);
    const view = Object.fromEntries(
      viewsOf(manifest).map(({ part, target, hookName, platform, path }, index) => [
        `${part}${index}`,
        { target, hookName, platform, ...(path === null ? {} : { path }), pluginFiles: [] },
      ]),
    );
    return {
      app_id: plugin.appid,
      name_cn: manifest.names.zh,
      name_en: plugin.name,
      description: manifest.descriptions ? inLanguage(ctx, manifest.descriptions) : "",
      type: CUSTOM,
      version: plugin.version,
      status: PUBLISHED,
      icon: "",
      author: manifest.author,
      canInsert: mayInsert(ctx, plugin),
      view,
    };
  });
}

/** Gives the settings of the plugins as old clients know them; none is private. */
export async function listSettingsForLegacy(ctx: Context): Promise<object[]> {
  return (await enabledPlugins(ctx)).map((plugin) => ({
    app_id: plugin.appid,
    type: CUSTOM,
    publicValue: valuesOf(plugin),
    privateValue: {},
  }));
}
