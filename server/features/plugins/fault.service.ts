import { createHmac } from "node:crypto";
import { In, LessThan, MoreThanOrEqual } from "typeorm";
import type { Context } from "../../core/context.ts";
import { parseId } from "../../core/ids.ts";
import { defineLoader } from "../../core/loaders.ts";
import { timeOf } from "../../core/sql.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { insert, lockById } from "../../core/write.ts";
import { tellAdministrators } from "../users/administrators.service.ts";
import { manifestOf } from "./installed.service.ts";
import { viewsOf } from "./manifest.ts";
import { FAULT_MESSAGE_MAX, PLACE_MAX, Plugin, PluginFault } from "./plugin.entity.ts";
import { pluginsChanged } from "./plugin.events.ts";
import type { PluginFaultInput } from "./plugin.input.ts";
import { enabledPlugins, invalidatePlugins } from "./plugin.loaders.ts";
import { countFaults } from "./plugin.sql.ts";
import type { FaultSummary } from "./plugin.view.ts";

/** So many faults within the window switch a plugin off. */
const FAULTS_MAX = 5;
const WINDOW_MS = 10 * 60_000;
/** Faults by one reporter that count, unless they administer: one person alone switches nothing off. */
const COUNTED_PER_REPORTER = 2;
const BY_ADMIN = "a:";
/** Time for which faults are stored, in milliseconds. */
const STORED_MS = 7 * 86_400_000;
const REPORTER_DIGITS = 40;
/** Longest stack that is stored, in characters. */
const STACK_MAX = 2_000;
const FAULTS_SHOWN = 10;
/** Faults that are read for all plugins together. */
const FAULTS_READ = 300;

/**
 * Takes note of a fault of a plugin; the fifth within ten minutes switches it off. Of one reporter two count, unless they
 * administer, so that nobody switches plugins off alone.
 * @emits pluginsChanged if it is off now
 * @returns false if the fault is of no plugin that is shown
 */
export const reportPluginFault = verb({
  name: "reportPluginFault",
  who: "anyone",
  rate: "read",
  anyStanding: true,
  async run(ctx: Context, input: PluginFaultInput): Promise<boolean> {
    const id = parseId(input.pluginId, "pluginId");
    const shown = (await enabledPlugins(ctx)).find((plugin) => plugin.id === id);
    if (shown?.version !== input.version) return false;
    if (!viewsOf(manifestOf(shown)).some(({ place }) => place === input.place)) return false;
    const { place, message, stack } = input;
    await noteFault(ctx, shown, { place, message, stack, reporter: reporterOf(ctx) });
    return true;
  },
});

/** A fault before it is stored. */
interface NewFault {
  readonly place: string;
  readonly message: string;
  readonly stack: string;
  readonly reporter: string;
}

/** Takes note of a fault of a server part, which the forum itself has met. @emits pluginsChanged if it is off now */
export function noteServerFault(
  ctx: Context,
  plugin: Plugin,
  fault: Omit<NewFault, "reporter">,
): Promise<void> {
  return noteFault(ctx, plugin, { ...fault, reporter: `${BY_ADMIN}server` });
}

async function noteFault(ctx: Context, { id, name }: Plugin, fault: NewFault): Promise<void> {
  const isOff = await inTransaction(ctx, async (ctx) => {
    const plugin = await lockById(ctx, Plugin, id);
    if (!plugin?.isEnabled) return false;
    await insert(ctx, PluginFault, {
      pluginId: id,
      place: firstOf(fault.place, PLACE_MAX),
      message: firstOf(fault.message, FAULT_MESSAGE_MAX),
      stack: firstOf(fault.stack, STACK_MAX),
      reporter: fault.reporter,
      createdAt: ctx.now,
    });
    await ctx.db.delete(PluginFault, {
      pluginId: id,
      createdAt: LessThan(new Date(ctx.now.getTime() - STORED_MS)),
    });
    if ((await countRecent(ctx, plugin)) < FAULTS_MAX) return false;
    await ctx.db.update(Plugin, { id }, { isEnabled: false, brokenAt: ctx.now });
    ctx.emit(pluginsChanged({ name }));
    await tellAdministrators(ctx, "plugin.broken", { pluginNames: manifestOf(plugin).names });
    return true;
  });
  if (!isOff) return;
  invalidatePlugins(ctx);
  ctx.services.log.warn({ plugin: name }, "a plugin failed too often and was switched off");
}

function firstOf(text: string, most: number): string {
  return Array.from(text).slice(0, most).join("");
}

/** Names the reporter by a digest, by which two faults of the same one are known. */
function reporterOf({ viewer, address, services }: Context): string {
  const digest = createHmac("sha256", services.secretKey)
    .update(viewer.isSignedIn ? `plugin-fault u${viewer.accountId}` : `plugin-fault ${address}`)
    .digest("hex")
    .slice(0, REPORTER_DIGITS);
  return viewer.isAdmin ? BY_ADMIN + digest : digest;
}

/** Counts the faults of the window that belong to this version and state of the plugin. */
async function countRecent(ctx: Context, { id, changedAt }: Plugin): Promise<number> {
  const since = new Date(Math.max(changedAt.getTime(), ctx.now.getTime() - WINDOW_MS));
  const faults = await ctx.db.find(PluginFault, {
    select: { id: true, reporter: true },
    where: { pluginId: id, createdAt: MoreThanOrEqual(since) },
  });
  const byReporter = new Map<string, number>();
  for (const { reporter } of faults) byReporter.set(reporter, (byReporter.get(reporter) ?? 0) + 1);
  return [...byReporter].reduce(
    (sum, [reporter, count]) =>
      sum + (reporter.startsWith(BY_ADMIN) ? count : Math.min(count, COUNTED_PER_REPORTER)),
    0,
  );
}

/** Numbers of faults of plugins, batched. */
export const faultsByPlugin = defineLoader<number, FaultSummary>("faultsByPlugin", async (ctx, ids) => {
  const counted = await countFaults(ctx, ids);
  return new Map(
    counted.map(({ id, n, lastAt }) => [Number(id), { count: Number(n), lastAt: timeOf(lastAt) }]),
  );
});

/** Last faults of plugins, the newest first, batched. */
export const lastFaultsByPlugin = defineLoader<number, readonly PluginFault[]>(
  "lastFaultsByPlugin",
  async (ctx, ids) => {
    const where = { pluginId: In([...ids]) };
    const faults = await ctx.db.find(PluginFault, { where, order: { id: "DESC" }, take: FAULTS_READ });
    return new Map(
      ids.map((id) => [id, faults.filter(({ pluginId }) => pluginId === id).slice(0, FAULTS_SHOWN)]),
    );
  },
);
