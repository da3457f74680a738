import { z } from "zod";
import type { Services } from "../core/context.ts";
import { manifestOf } from "../features/plugins/installed.service.ts";
import { viewsOf } from "../features/plugins/manifest.ts";
import { enabledPlugins } from "../features/plugins/plugin.loaders.ts";
import { getSettings } from "../features/settings/setting.service.ts";
import type { Metrics } from "./metrics.ts";
import { programContext } from "./requests.ts";
import type { HttpAnswer, Route } from "./route.ts";

const EVENTS_MAX = 100;
const MAX_BYTES = 64_000;
const line = z.string().max(200);

/** Fields of the event, as the predecessor names them (legacy-facts 7.2). */
const event = z.strictObject({
  event: z.literal("plugin_register"),
  plugin_name_en: line,
  plugin_target: line,
  plugin_hookName: line,
  plugin_version: line,
  plugin_app_id: line,
  plugin_type: line,
  plugin_author_email: line,
  plugin_author_name: line,
  plugin_path: line,
  page_url: line.regex(/^\/[^?#\d]*$/),
  plugin_platform_mini: z.boolean(),
  plugin_platform_pc: z.boolean(),
  plugin_platform_h5: z.boolean(),
});
const body = z.strictObject({ events: z.array(event).max(EVENTS_MAX) });

/**
 * Counts registrations of plugins in browsers, if the setting `plugin_beacon` is on: `POST /plugin-beacon`. Only what is
 * installed is counted, and nothing of who or where it was.
 */
export function pluginBeacon(services: Services, metrics: Metrics): Route {
  return {
    method: "POST",
    path: "/plugin-beacon",
    name: "plugin-beacon",
    work: "data",
    maxBytes: MAX_BYTES,
    async handle(request): Promise<HttpAnswer> {
      const ctx = programContext(services);
      if ((await getSettings(ctx)).plugin_beacon !== "1") return answer(404);
      const { success, data } = body.safeParse(request.body);
      if (!success) return answer(400);
      const places = new Map(
        (await enabledPlugins(ctx)).map((plugin) => [
          plugin.name,
          viewsOf(manifestOf(plugin)).map(({ place }) => place),
        ]),
      );
      for (const { plugin_name_en: name, plugin_target, plugin_hookName } of data.events) {
        const place = `${plugin_target}@${plugin_hookName}`;
        if (places.get(name)?.includes(place)) metrics.pluginRegistered(name, place);
      }
      return answer(204);
    },
  };
}

function answer(status: number): HttpAnswer {
  return { status, headers: { "cache-control": "no-store" }, body: "" };
}
