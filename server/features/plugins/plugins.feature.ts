import type { Feature } from "../../core/feature.ts";
import { Plugin, PluginFault } from "./plugin.entity.ts";
import {
  PluginResolver,
  SitePluginResolver,
  ThreadPluginResolver,
  UserPluginResolver,
} from "./plugin.resolver.ts";
import { pluginsRest } from "./plugins.rest.ts";

/** Plugins: packages that administrators install, and where they show. */
export const plugins: Feature = {
  name: "plugins",
  entities: [Plugin, PluginFault],
  resolvers: [PluginResolver, SitePluginResolver, ThreadPluginResolver, UserPluginResolver],
  rest: pluginsRest,
};
