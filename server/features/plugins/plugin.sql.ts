import type { Context } from "../../core/context.ts";
import { marks, rows } from "../../core/sql.ts";

/** Number of faults of a plugin. */
export interface FaultRow {
  readonly id: number;
  readonly n: number | string;
  readonly lastAt: string | Date;
}

/** Counts the stored faults of plugins. Raw since it is a count by group. */
export function countFaults(ctx: Context, pluginIds: readonly number[]): Promise<FaultRow[]> {
  return rows<FaultRow>(
    ctx,
    `SELECT f.pluginId AS id, COUNT(*) AS n, MAX(f.createdAt) AS lastAt FROM plugin_faults f
     WHERE f.pluginId IN (${marks(pluginIds)}) GROUP BY f.pluginId`,
    pluginIds,
  );
}
