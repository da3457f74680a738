import { cached } from "../../core/cached.ts";
import type { Context, Services } from "../../core/context.ts";
import { Plugin } from "./plugin.entity.ts";

/** Longest time that a change made by another process stays unseen, in milliseconds. */
const MAX_AGE_MS = 3_000;

interface AtHand {
  readonly plugins: readonly Plugin[];
  readonly readAt: number;
}

/** Events that a manifest hears of. */
interface Listening {
  readonly server?: { readonly events?: readonly string[] };
}

const atHand = new WeakMap<Services, AtHand>();

/** Events of which some plugin has heard since the start; others are not even stored. */
export const listenedEvents = new Set<string>();

const cachedPlugins = cached(async (ctx): Promise<Plugin[]> => {
  const readAt = Date.now();
  if (ctx.services.withoutPlugins) return [];
  const plugins = await ctx.db.find(Plugin, {
    where: { isEnabled: true },
    order: { sort: "ASC", id: "ASC" },
  });
  atHand.set(ctx.services, { plugins, readAt });
  for (const { manifest } of plugins)
    for (const name of (JSON.parse(manifest) as Listening).server?.events ?? []) listenedEvents.add(name);
  return plugins;
}, MAX_AGE_MS);

/** Plugins that are shown, in the order in which they stand at the same place. */
export function enabledPlugins(ctx: Context): Promise<readonly Plugin[]> {
  return cachedPlugins.get(ctx);
}

/** Gives the plugins that are shown without a promise; undefined if they have to be read. Rows of lists ask often. */
export function enabledPluginsAtHand({ services }: Context): readonly Plugin[] | undefined {
  const last = atHand.get(services);
  return last && Date.now() - last.readAt < MAX_AGE_MS ? last.plugins : undefined;
}

/** Makes the next read of the plugins go to the database. */
export function invalidatePlugins({ services }: Context): void {
  cachedPlugins.invalidate(services);
  atHand.delete(services);
}
