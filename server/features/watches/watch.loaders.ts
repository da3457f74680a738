import { defineLoader } from "../../core/loaders.ts";
import { type WatchLevel, WatchTarget } from "./watch.entity.ts";
import { readLevels } from "./watch.sql.ts";

/** Writes the key of a target: "THREAD 5". */
export const watchKey = (target: WatchTarget, id: number): string => `${target} ${id}`;

/** The viewer's levels, where they chose one; by `watchKey`. */
export const watchLevelOf = defineLoader<string, WatchLevel>("watchLevelOf", async (ctx, keys) => {
  if (!ctx.viewer.isMember) return new Map();
  const targets = Object.values(WatchTarget)
    .map((target) => ({ target, ids: idsOf(keys, target) }))
    .filter(({ ids }) => ids.length > 0);
  const levels = await readLevels(ctx, targets);
  return new Map(levels.map(({ target, targetId, level }) => [watchKey(target, targetId), level]));
});

function idsOf(keys: readonly string[], target: WatchTarget): number[] {
  const start = `${target} `;
  return keys.filter((key) => key.startsWith(start)).map((key) => Number(key.slice(start.length)));
}
