import type { Context } from "../../core/context.ts";
import type { SealedColumn } from "../../core/secrets.ts";
import { Setting } from "./setting.entity.ts";

/** Sealed settings in the database. Discarded ones have their default again. */
export const sealedSettings: SealedColumn = {
  table: "settings",
  column: "value",
  holds: "secret settings",
  async discard(ctx: Context, isLost) {
    const stored = await ctx.db.find(Setting, { order: { tag: "ASC", key: "ASC" } });
    const lost = stored.filter(({ value }) => isLost(value));
    for (const { tag, key } of lost) await ctx.db.delete(Setting, { tag, key });
    return lost.map(({ tag, key }) => `setting:${tag}/${key}`);
  },
};
