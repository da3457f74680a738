import { Arg, Ctx, FieldResolver, Int, Mutation, Resolver, Root } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { load } from "../../core/loaders.ts";
import { PAGE_DEFAULT } from "../../core/paging.ts";
import { Thread } from "../threads/thread.entity.ts";
import { User } from "../users/user.entity.ts";
import { userById } from "../users/user.loaders.ts";
import { Bounty, BountyGift, BountyState, stateOf } from "./bounty.entity.ts";
import { GiveBountyInput } from "./bounty.input.ts";
import { findBounty, listGifts } from "./bounty.list.service.ts";
import { postNumberById } from "./bounty.loaders.ts";
import { BountyGiftConnection } from "./bounty.view.ts";
import { giveBounty } from "./gift.service.ts";

/** Bounties of threads. */
@Resolver(() => Thread)
export class ThreadBountyResolver {
  @FieldResolver(() => Bounty, {
    nullable: true,
    description: "What its author offers for replies; null if that is nothing.",
  })
  bounty(@Ctx() ctx: Context, @Root() thread: Thread) {
    return findBounty(ctx, thread);
  }
}

/** Fields of a bounty beside its columns, and its gifts. */
@Resolver(() => Bounty)
export class BountyResolver {
  @Mutation(() => Bounty, { description: "Gives a reply a part of the viewer's bounty." })
  giveBounty(
    @Ctx() ctx: Context,
    @Arg("input", () => GiveBountyInput, { description: "The reply, and how much it gets." })
    input: GiveBountyInput,
  ) {
    return giveBounty(ctx, input);
  }

  @FieldResolver(() => BountyState, { description: "Whether there is money that can be given." })
  state(@Ctx() ctx: Context, @Root() bounty: Bounty) {
    return stateOf(bounty, ctx.now);
  }

  @FieldResolver(() => Boolean, { description: "The viewer may give parts of it to replies now." })
  viewerCanGive(@Ctx() ctx: Context, @Root() bounty: Bounty) {
    const isOwn = ctx.viewer.isMember && !ctx.viewer.isShared && ctx.viewer.id === bounty.userId;
    return isOwn && stateOf(bounty, ctx.now) === BountyState.OPEN;
  }

  @FieldResolver(() => BountyGiftConnection, { description: "What was given of it, the newest first." })
  gifts(
    @Ctx() ctx: Context,
    @Root() bounty: Bounty,
    @Arg("first", () => Int, { defaultValue: PAGE_DEFAULT, description: "Size of the page, at most 100." })
    first = PAGE_DEFAULT,
    @Arg("after", () => String, {
      nullable: true,
      description: "Cursor of the last gift of the page before.",
    })
    after?: string,
  ) {
    return listGifts(ctx, bounty, { first, after });
  }
}

/** The reply and the member of a gift. */
@Resolver(() => BountyGift)
export class BountyGiftResolver {
  @FieldResolver(() => User, { nullable: true, description: "The member who got it." })
  user(@Ctx() ctx: Context, @Root() { userId }: BountyGift) {
    return load(ctx, userById, userId);
  }

  @FieldResolver(() => Int, { nullable: true, description: "Number of the reply within its thread." })
  postNumber(@Ctx() ctx: Context, @Root() { postId }: BountyGift) {
    return load(ctx, postNumberById, postId);
  }
}
