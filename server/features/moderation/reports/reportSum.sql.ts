import type { Context } from "../../../core/context.ts";
import { Report, ReportStatus, WeightBasis } from "./report.entity.ts";

/** Highest sum of the weights of new members: many accounts that somebody made for it hide nothing. */
const NEW_SUM_MAX = 6;

/** Open reports of one target. */
export interface ReportSum {
  readonly score: number;
  readonly count: number;
  /** Part of the score that reports of new members make. */
  readonly newScore: number;
  /** Reports of new members among them. */
  readonly newcomers: number;
  readonly lastId: number;
}

/**
 * A statement of its own for a sum by group, which repositories do not make.
 * Adds up the weights of the open reports of each target that came after some report; one statement.
 */
export async function sumReports(
  ctx: Context,
  targetKeys: readonly string[],
  afterId = 0,
): Promise<Map<string, ReportSum>> {
  const rows = await ctx.db
    .createQueryBuilder(Report, "r")
    .select("r.targetKey", "targetKey")
    .addSelect("r.weightBasis", "basis")
    .addSelect("SUM(r.weight)", "weight")
    .addSelect("COUNT(*)", "count")
    .addSelect("MAX(r.id)", "lastId")
    .where("r.targetKey IN (:...targetKeys) AND r.status = :status AND r.id > :afterId", {
      targetKeys: [...targetKeys],
      status: ReportStatus.OPEN,
      afterId,
    })
    .groupBy("r.targetKey")
    .addGroupBy("r.weightBasis")
    .getRawMany<{ targetKey: string; basis: WeightBasis; weight: number; count: number; lastId: number }>();
  const sums = new Map<string, ReportSum>();
  for (const row of rows) {
    const { score, newScore, count, newcomers, lastId } = sums.get(row.targetKey) ?? NO_REPORTS;
    const isNew = row.basis === WeightBasis.NEW;
    const weight = isNew ? Math.min(NEW_SUM_MAX, Number(row.weight)) : Number(row.weight);
    sums.set(row.targetKey, {
      score: score + weight,
      newScore: newScore + (isNew ? weight : 0),
      count: count + Number(row.count),
      newcomers: newcomers + (isNew ? Number(row.count) : 0),
      lastId: Math.max(lastId, Number(row.lastId)),
    });
  }
  return sums;
}

/** The sum of no reports. */
export const NO_REPORTS: ReportSum = { score: 0, newScore: 0, count: 0, newcomers: 0, lastId: 0 };
