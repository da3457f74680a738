import { In, LessThan, MoreThanOrEqual } from "typeorm";
import type { Context, Services } from "../../../core/context.ts";
import { defineLoader } from "../../../core/loaders.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { insertIgnore } from "../../../core/write.ts";
import { HANDLER_MAX, Plugin, PluginCost } from "../plugin.entity.ts";
import type { PluginCostView } from "../plugin.view.ts";

/** Days for which times are stored. */
const STORED_DAYS = 7;
const DAY_MS = 86_400_000;
/** Days and handlers of plugins that are noted between two stores; more are not counted. */
const NOTED_MAX = 2_000;

type Noted = Pick<PluginCost, "pluginId" | "day" | "handler" | "calls" | "errors" | "totalMs" | "slowestMs">;

const notes = new WeakMap<Services, Map<string, Noted>>();

/** A call of a server part that has ended. */
export interface MeasuredCall {
  readonly pluginId: number;
  readonly handler: string;
  readonly ms: number;
  readonly isError: boolean;
}

/** Takes note of the time of a call; `storePluginCosts` stores it. */
export function noteCost({ services }: Context, { pluginId, handler, ms, isError }: MeasuredCall): void {
  const noted = notes.get(services) ?? new Map<string, Noted>();
  notes.set(services, noted);
  const day = dayOf(Date.now());
  const key = `${pluginId} ${day} ${handler}`;
  const before = noted.get(key);
  if (!before && noted.size >= NOTED_MAX) return;
  const { calls, errors, totalMs, slowestMs } = before ?? { calls: 0, errors: 0, totalMs: 0, slowestMs: 0 };
  noted.set(key, {
    pluginId,
    day,
    handler: handler.slice(0, HANDLER_MAX),
    calls: calls + 1,
    errors: errors + Number(isError),
    totalMs: totalMs + ms,
    slowestMs: Math.max(slowestMs, Math.round(ms)),
  });
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Adds what was noted in this process to what is stored, and forgets what is older than a week. */
export async function storePluginCosts(ctx: Context): Promise<void> {
  const noted = [...(notes.get(ctx.services)?.values() ?? [])];
  if (noted.length === 0) return;
  notes.delete(ctx.services);
  await inTransaction(ctx, async (ctx) => {
    const ids = [...new Set(noted.map(({ pluginId }) => pluginId))];
    const installed = new Set((await ctx.db.findBy(Plugin, { id: In(ids) })).map(({ id }) => id));
    for (const { pluginId, day, handler, ...cost } of noted) {
      if (!installed.has(pluginId)) continue;
      const key = { pluginId, day, handler };
      await insertIgnore(ctx, PluginCost, [{ ...key, calls: 0, errors: 0, totalMs: 0, slowestMs: 0 }]);
      await ctx.db.increment(PluginCost, key, "calls", cost.calls);
      await ctx.db.increment(PluginCost, key, "errors", cost.errors);
      await ctx.db.increment(PluginCost, key, "totalMs", Math.round(cost.totalMs));
      const { slowestMs } = cost;
      await ctx.db.update(PluginCost, { ...key, slowestMs: LessThan(slowestMs) }, { slowestMs });
    }
    await ctx.db.delete(PluginCost, { day: LessThan(firstDay(ctx)) });
  });
}

function firstDay(ctx: Context): string {
  return dayOf(ctx.now.getTime() - (STORED_DAYS - 1) * DAY_MS);
}

/** Times of server parts in the last seven days, what took most of them first, batched. */
export const costsByPlugin = defineLoader<number, readonly PluginCostView[]>(
  "costsByPlugin",
  async (ctx, ids) => {
    const where = { pluginId: In([...ids]), day: MoreThanOrEqual(firstDay(ctx)) };
    const found = await ctx.db.find(PluginCost, { where, order: { id: "ASC" } });
    return new Map(ids.map((id) => [id, summed(found.filter(({ pluginId }) => pluginId === id))]));
  },
);

function summed(days: readonly PluginCost[]): PluginCostView[] {
  const handlers = [...new Set(days.map(({ handler }) => handler))];
  const sums = handlers.map((handler) => {
    const own = days.filter((day) => day.handler === handler);
    const sum = (field: "calls" | "errors" | "totalMs") => own.reduce((total, day) => total + day[field], 0);
    const [calls, totalMs] = [sum("calls"), sum("totalMs")];
    const slowestMs = Math.max(...own.map((day) => day.slowestMs));
    return {
      handler,
      calls,
      errors: sum("errors"),
      averageMs: Math.round(totalMs / calls),
      slowestMs,
      totalMs,
    };
  });
  return sums.sort((one, other) => other.totalMs - one.totalMs);
}
