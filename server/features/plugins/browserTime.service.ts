import type { Context } from "../../core/context.ts";
import { invalid } from "../../core/errors.ts";
import { verb } from "../../core/verbs.ts";
import type { PluginTimeInput } from "./plugin.input.ts";
import { enabledPlugins } from "./plugin.loaders.ts";
import { noteCost } from "./server-part/costs.service.ts";

/** Plugins of which one page reports. */
const TIMES_MAX = 100;

/**
 * Takes note of the time that plugins took on a page; one page in ten reports. It stands among the times of server parts, as
 * `browser.load` and `browser.render`. Plugins that are not shown are left out.
 * @throws {DomainError} INVALID_PARAMETER for more plugins than a page has.
 */
export const reportPluginTimes = verb({
  name: "reportPluginTimes",
  who: "anyone",
  rate: "read",
  anyStanding: true,
  async run(ctx: Context, times: readonly PluginTimeInput[]): Promise<boolean> {
    if (times.length > TIMES_MAX)
      throw invalid("times", `最多 ${TIMES_MAX} 项`, `At most ${TIMES_MAX} plugins.`);
    const shown = new Set((await enabledPlugins(ctx)).map(({ id }) => String(id)));
    for (const { pluginId, loadMs, renderMs } of times) {
      if (!shown.delete(pluginId)) continue;
      const note = (handler: string, ms: number) =>
        noteCost(ctx, { pluginId: Number(pluginId), handler, ms, isError: false });
      if (loadMs > 0) note("browser.load", loadMs);
      note("browser.render", renderMs);
    }
    return true;
  },
});
