import { noteChange } from "../../core/audit.ts";
import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { lockWhere } from "../../core/write.ts";
import { Plugin } from "./plugin.entity.ts";
import { pluginsChanged } from "./plugin.events.ts";
import { invalidatePlugins } from "./plugin.loaders.ts";

/**
 * Puts the plugins in an order: those at the same place stand in it. Those that are not named come after.
 * @emits pluginsChanged
 * @throws {DomainError} NOT_FOUND for a plugin that is not installed
 */
export const orderPlugins = verb({
  name: "orderPlugins",
  who: "admin",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, pluginIds: readonly string[]): Promise<Plugin[]> {
    const ids = [...new Set(pluginIds.map((id) => parseId(id, "pluginIds")))];
    const ordered = await inTransaction(ctx, async (ctx) => {
      const all = await lockWhere(ctx, Plugin, {});
      const before = all.toSorted((one, other) => one.sort - other.sort || one.id - other.id);
      if (ids.some((id) => !all.some((plugin) => plugin.id === id))) throw new DomainError("NOT_FOUND");
      const named = ids.map((id) => all.find((plugin) => plugin.id === id)!);
      const after = [...named, ...before.filter(({ id }) => !ids.includes(id))];
      for (const [sort, { id }] of after.entries()) await ctx.db.update(Plugin, { id }, { sort });
      const namesOf = (plugins: readonly Plugin[]): string => plugins.map(({ name }) => name).join(", ");
      noteChange(ctx, {
        target: "plugins",
        before: { order: namesOf(before) },
        after: { order: namesOf(after) },
      });
      ctx.emit(pluginsChanged({ name: after[0]?.name ?? "" }));
      return after.map((plugin, sort) => ({ ...plugin, sort }));
    });
    invalidatePlugins(ctx);
    return ordered;
  },
});
