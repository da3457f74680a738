import type { Context } from "../../core/context.ts";
import type { SealedColumn } from "../../core/secrets.ts";
import { rows, run } from "../../core/sql.ts";

/** Secret settings in the database. Those that are given up have their default again. */
export const sealedSettings: SealedColumn = {
  table: "settings",
  column: "value",
  holds: "secret settings",
  async discard(ctx: Context, isLost) {
    const found = await rows<{ tag: string; key: string; value: string }>(
      ctx,
      "SELECT s.tag, s.key AS `key`, s.value FROM settings s ORDER BY s.tag, s.key",
    );
    const lost = found.filter(({ value }) => isLost(value));
    for (const { tag, key } of lost)
      await run(ctx, "DELETE FROM settings WHERE tag = ? AND `key` = ?", [tag, key]);
    return lost.map(({ tag, key }) => `setting:${tag}/${key}`);
  },
};
