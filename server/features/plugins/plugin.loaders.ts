import { cached } from "../../core/cached.ts";
import type { Context } from "../../core/context.ts";
import { Plugin } from "./plugin.entity.ts";

/** Longest time that a change made by another process stays unseen, in milliseconds. */
const MAX_AGE_MS = 3_000;

const cachedPlugins = cached(
  (ctx): Promise<Plugin[]> => ctx.db.find(Plugin, { where: { isEnabled: true }, order: { id: "ASC" } }),
  MAX_AGE_MS,
);

/** Plugins that are shown, the oldest first: the order in which they stand at the same place. */
export function enabledPlugins(ctx: Context): Promise<readonly Plugin[]> {
  return cachedPlugins.get(ctx);
}

/** Makes the next read of the plugins go to the database. */
export function invalidatePlugins({ services }: Context): void {
  cachedPlugins.invalidate(services);
}
