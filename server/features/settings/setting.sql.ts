import type { Context } from "../../core/context.ts";
import { rows } from "../../core/sql.ts";
import type { CataloguedSetting } from "./catalogue/catalogue.ts";
import type { Setting } from "./setting.entity.ts";

/** Reads the stored values of some settings. Raw since every tip runs it. */
export function readStored(
  ctx: Context,
  settings: readonly CataloguedSetting[],
): Promise<Pick<Setting, "tag" | "key" | "value">[]> {
  const named = settings.map(() => "(s.tag = ? AND s.`key` = ?)").join(" OR ");
  const sql = `SELECT s.tag, s.\`key\`, s.value FROM settings s WHERE ${named}`;
  return rows(
    ctx,
    sql,
    settings.flatMap(({ tag, key }) => [tag, key]),
  );
}
