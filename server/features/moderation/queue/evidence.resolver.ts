import { Ctx, FieldResolver, Int, Resolver, Root } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { chain, load } from "../../../core/loaders.ts";
import { checkOf } from "../../checks/contentCheck.loaders.ts";
import { ContentCheckView } from "../../checks/contentCheck.view.ts";
import { checkView } from "../../checks/evidence.service.ts";
import { HoldReason } from "../../spam/contentHold.entity.ts";
import { readSigns } from "../../spam/signs.ts";
import { assessmentOf, holdOf } from "../../spam/spam.loaders.ts";
import { SpamSign } from "../../spam/spam.view.ts";
import { reportSumOf } from "../reports/report.loaders.ts";
import { ReportScore, ReportWeightView } from "./evidence.view.ts";
import { ReviewKind } from "./review.input.ts";
import { ReviewItem } from "./review.view.ts";

/** Key of the content of an item: `t12`, `p34`, `u5` or `m6`. */
const contentKey = ({ key, reported }: ReviewItem): string => reported?.targetKey ?? key;

/** Reasons why content is held, and the evidence against it; for moderators only. */
@Resolver(() => ReviewItem)
export class EvidenceResolver {
  @FieldResolver(() => HoldReason, {
    nullable: true,
    description: "The rule by which the content waits; null if it does not, and for other reasons.",
  })
  heldBecause(@Ctx() ctx: Context, @Root() item: ReviewItem) {
    return chain(load(ctx, holdOf, contentKey(item)), (hold) =>
      hold && hold.decidedAt === null ? hold.reason : null,
    );
  }

  @FieldResolver(() => Int, {
    description: "Score of the signs of spam, 0 to 100; 0 also for texts of members who are not new.",
  })
  spamScore(@Ctx() ctx: Context, @Root() item: ReviewItem) {
    return chain(load(ctx, assessmentOf, contentKey(item)), (assessment) => assessment?.score ?? 0);
  }

  @FieldResolver(() => [SpamSign], { description: "Signs of spam that make the score." })
  spamSigns(@Ctx() ctx: Context, @Root() item: ReviewItem) {
    return chain(load(ctx, assessmentOf, contentKey(item)), (assessment) =>
      readSigns(assessment?.signs ?? ""),
    );
  }

  @FieldResolver(() => ContentCheckView, {
    nullable: true,
    description: "What the outside service says; null for texts that were not sent to it.",
  })
  contentCheck(@Ctx() ctx: Context, @Root() item: ReviewItem) {
    return chain(load(ctx, checkOf, contentKey(item)), (check) => (check ? checkView(check) : null));
  }

  @FieldResolver(() => ReportScore, { nullable: true, description: "Null if nobody reported it." })
  reportScore(@Ctx() ctx: Context, @Root() item: ReviewItem) {
    return chain(load(ctx, reportSumOf, contentKey(item)), (sum) => sum ?? null);
  }

  @FieldResolver(() => ReportWeightView, {
    nullable: true,
    description: "Weight of this report; null for all else, and for reports from before weights.",
  })
  reportWeight(@Root() { kind, reported }: ReviewItem): ReportWeightView | null {
    if (kind !== ReviewKind.REPORT || !reported || reported.weightBasis === "") return null;
    const { weight: points, weightBasis: basis, upheldBefore: upheld, dismissedBefore: dismissed } = reported;
    return { points, basis, upheld, dismissed };
  }
}
