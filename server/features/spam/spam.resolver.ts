import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { chain, load } from "../../core/loaders.ts";
import { ApprovalState, Thread } from "../threads/thread.entity.ts";
import { HoldReason } from "./contentHold.entity.ts";
import { holdOf } from "./spam.loaders.ts";

/** Rules by which threads wait, for their authors and moderators: nobody else sees what waits. */
@Resolver(() => Thread)
export class HeldThreadResolver {
  @FieldResolver(() => HoldReason, {
    nullable: true,
    description: "The rule by which it waits for a moderator; null if it does not, and for other reasons.",
  })
  heldBecause(@Ctx() ctx: Context, @Root() { id, approval }: Thread) {
    if (approval !== ApprovalState.PENDING) return null;
    return chain(load(ctx, holdOf, `t${id}`), (hold) =>
      hold && hold.decidedAt === null ? hold.reason : null,
    );
  }
}
