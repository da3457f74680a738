import { defineLoader } from "../../core/loaders.ts";
import { marks, rows } from "../../core/sql.ts";
import { type WatchLevel, WatchTarget } from "./watch.entity.ts";

/** What is watched, as a key: "THREAD 5". */
export const watchKey = (target: WatchTarget, id: number): string => `${target} ${id}`;

/** How closely the viewer watches things, where they have said so; by `watchKey`. */
export const watchLevelOf = defineLoader<string, WatchLevel>("watchLevelOf", async (ctx, keys) => {
  if (!ctx.viewer.isMember) return new Map();
  const parts = Object.values(WatchTarget)
    .map((target) => ({ target, ids: idsOf(keys, target) }))
    .filter(({ ids }) => ids.length > 0);
  const one = "SELECT w.target, w.targetId, w.level FROM watches w WHERE w.userId = ? AND w.target = ?";
  const found = await rows<{ target: WatchTarget; targetId: number; level: WatchLevel }>(
    ctx,
    parts.map(({ ids }) => `${one} AND w.targetId IN (${marks(ids)})`).join(" UNION ALL "),
    parts.flatMap(({ target, ids }) => [ctx.viewer.id, target, ...ids]),
  );
  return new Map(found.map(({ target, targetId, level }) => [watchKey(target, targetId), level]));
});

function idsOf(keys: readonly string[], target: WatchTarget): number[] {
  const start = `${target} `;
  return keys.filter((key) => key.startsWith(start)).map((key) => Number(key.slice(start.length)));
}
