import type { Context, SqlValue } from "../../core/context.ts";
import { marks, rows } from "../../core/sql.ts";
import { WatchLevel, type WatchTarget } from "./watch.entity.ts";

/** The viewer's level for one target. */
export interface LevelRow {
  readonly target: WatchTarget;
  readonly targetId: number;
  readonly level: WatchLevel;
}

/** Ids of one kind of target. */
export interface WatchTargets {
  readonly target: WatchTarget;
  readonly ids: readonly number[];
}

/** Reads the viewer's levels for targets of several kinds. Raw since members' pages run it, as one statement. */
export function readLevels(ctx: Context, targets: readonly WatchTargets[]): Promise<LevelRow[]> {
  const one = "SELECT w.target, w.targetId, w.level FROM watches w WHERE w.userId = ? AND w.target = ?";
  return rows<LevelRow>(
    ctx,
    targets.map(({ ids }) => `${one} AND w.targetId IN (${marks(ids)})`).join(" UNION ALL "),
    targets.flatMap(({ target, ids }) => [ctx.viewer.id, target, ...ids]),
  );
}

/** One entry of a member's list, with the time as the engine gives it. */
export interface WatchRow {
  readonly targetId: number;
  readonly level: WatchLevel;
  readonly changedAt: string | Date;
}

/** Part of the viewer's list of one kind. */
export interface WatchRequest {
  readonly target: WatchTarget;
  readonly after: readonly (string | number)[] | null;
  readonly limit: number;
}

/** Reads targets that the viewer watches or has muted, changed last first. Raw since it is a page of a list. */
export function readWatches(ctx: Context, { target, after, limit }: WatchRequest): Promise<WatchRow[]> {
  const from = after ? "AND (w.changedAt < ? OR (w.changedAt = ? AND w.targetId < ?))" : "";
  const values: SqlValue[] = [ctx.viewer.id, target, WatchLevel.NORMAL];
  return rows<WatchRow>(
    ctx,
    `SELECT w.targetId, w.level, w.changedAt FROM watches w
     WHERE w.userId = ? AND w.target = ? AND w.level <> ? ${from}
     ORDER BY w.changedAt DESC, w.targetId DESC LIMIT ?`,
    [...values, ...(after ? [after[0]!, after[0]!, after[1]!] : []), limit],
  );
}
