import type { Feature } from "../../core/feature.ts";
import {
  Plugin,
  PluginCost,
  PluginEvent,
  PluginFault,
  PluginJobRun,
  PluginKeptData,
} from "./plugin.entity.ts";
import {
  CategoryPluginResolver,
  PluginResolver,
  PostPluginResolver,
  SearchHitPluginResolver,
  SitePluginResolver,
  ThreadPluginResolver,
  UserPluginResolver,
} from "./plugin.resolver.ts";
import { logMissingCode } from "./codeFiles.ts";
import { listPluginPermissions } from "./installed.service.ts";
import { enabledPlugins } from "./plugin.loaders.ts";
import { PartResolver } from "./server-part/part.resolver.ts";
import { sealedPlugins } from "./server-part/secrets.ts";
import { partJobs } from "./server-part/part.jobs.ts";
import { pluginContentHook, pluginDeliveries } from "./server-part/partEvents.service.ts";
import { endParts } from "./server-part/partHost.service.ts";
import { erasePluginRows } from "./server-part/personalData.service.ts";
import { withPluginTypes } from "./server-part/publicTypes.ts";
import { endRendering } from "./server-part/rendering.service.ts";
import { pluginsRest } from "./plugins.rest.ts";

/** Plugins: packages that administrators install, and where they show. */
export const plugins: Feature = {
  name: "plugins",
  entities: [Plugin, PluginFault, PluginEvent, PluginJobRun, PluginCost, PluginKeptData],
  resolvers: [
    PluginResolver,
    SitePluginResolver,
    CategoryPluginResolver,
    ThreadPluginResolver,
    PostPluginResolver,
    UserPluginResolver,
    SearchHitPluginResolver,
    PartResolver,
  ],
  rest: pluginsRest,
  deliveries: pluginDeliveries,
  jobs: partJobs,
  contentHooks: [pluginContentHook],
  permissionHooks: [listPluginPermissions],
  erasureHooks: [erasePluginRows],
  sealed: [sealedPlugins],
  extendSchema: withPluginTypes,
  prepare: async (ctx) => logMissingCode(ctx.services, await enabledPlugins(ctx)),
  stop(services) {
    endParts(services);
    endRendering(services);
  },
};
