import type { Context } from "../../../core/context.ts";
import { load } from "../../../core/loaders.ts";
import { isNewcomer } from "../../spam/newcomer.service.ts";
import { threadById } from "../../threads/thread.loaders.ts";
import { userById } from "../../users/user.loaders.ts";
import { Report, ReportStatus, WeightBasis } from "./report.entity.ts";
import { canHandleReport } from "./report.policy.ts";

/** Weight of a member of whose reports none was decided about. */
const MEMBER_WEIGHT = 10;
/** Highest weight of a new member. */
const NEW_WEIGHT = 2;
/** Weight of moderators about content that they moderate. */
const MODERATOR_WEIGHT = 50;
/** Factor of groups with `report.trusted`. */
const TRUSTED_FACTOR = 2;

/** Weight of a report, and why. */
export type ReportWeight = Pick<Report, "weight" | "weightBasis" | "upheldBefore" | "dismissedBefore">;

/** Computes the weight of a member by their record: 10 without one, up to 20 if all was upheld, 0 if nothing ever is. */
export function weightByRecord(upheld: number, dismissed: number): number {
  return Math.round((2 * MEMBER_WEIGHT * (upheld + 1)) / (upheld + dismissed + 2));
}

/** Weighs a report of the viewer by their record, group and standing. */
export async function weighReport(
  ctx: Context,
  target: Pick<Report, "threadId" | "postId">,
): Promise<ReportWeight> {
  const reporterId = ctx.viewer.id;
  const thread = target.threadId === null ? null : await load(ctx, threadById, target.threadId);
  const upheldBefore = await ctx.db.countBy(Report, { reporterId, status: ReportStatus.ACCEPTED });
  const dismissedBefore = await ctx.db.countBy(Report, { reporterId, status: ReportStatus.REJECTED });
  const because = (weightBasis: WeightBasis, weight: number): ReportWeight => ({
    weight,
    weightBasis,
    upheldBefore,
    dismissedBefore,
  });
  if (canHandleReport(ctx.viewer, target, thread?.categoryId ?? null))
    return because(WeightBasis.MODERATOR, MODERATOR_WEIGHT);
  const byRecord = weightByRecord(upheldBefore, dismissedBefore);
  if (ctx.viewer.may("report.trusted")) return because(WeightBasis.TRUSTED, TRUSTED_FACTOR * byRecord);
  const reporter = await load(ctx, userById, reporterId);
  if (reporter && (await isNewcomer(ctx, reporter)))
    return because(WeightBasis.NEW, Math.min(NEW_WEIGHT, byRecord));
  return because(WeightBasis.MEMBER, byRecord);
}
