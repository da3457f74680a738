import { Arg, Ctx, FieldResolver, Int, Resolver, Root } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { chain, load } from "../../core/loaders.ts";
import { Cents } from "../../core/money.ts";
import { PAGE_DEFAULT } from "../../core/paging.ts";
import { Thread } from "../threads/thread.entity.ts";
import { User } from "../users/user.entity.ts";
import { userById } from "../users/user.loaders.ts";
import { RedPacket, RedPacketShare, RedPacketState, stateOf } from "./redPacket.entity.ts";
import { findRedPacket, listClaims } from "./redPacket.list.service.ts";
import { ownShareOf } from "./redPacket.loaders.ts";
import { RedPacketShareConnection } from "./redPacket.view.ts";

/** Red packets of threads. */
@Resolver(() => Thread)
export class ThreadRedPacketResolver {
  @FieldResolver(() => RedPacket, {
    nullable: true,
    description: "What its author gives to those who reply; null if that is nothing.",
  })
  redPacket(@Ctx() ctx: Context, @Root() thread: Thread) {
    return findRedPacket(ctx, thread);
  }
}

/** Fields of a red packet beside its columns. */
@Resolver(() => RedPacket)
export class RedPacketResolver {
  @FieldResolver(() => RedPacketState, { description: "Whether shares can be claimed." })
  state(@Ctx() ctx: Context, @Root() packet: RedPacket) {
    return stateOf(packet, ctx.now);
  }

  @FieldResolver(() => Cents, {
    nullable: true,
    description: "What the viewer got of it, in cents; null if that is nothing.",
  })
  viewerShareCents(@Ctx() ctx: Context, @Root() { id }: RedPacket) {
    if (!ctx.viewer.isMember || ctx.viewer.isShared) return null;
    return chain(load(ctx, ownShareOf, id), (share) => share?.amountCents ?? null);
  }

  @FieldResolver(() => RedPacketShareConnection, {
    description: "Shares that were claimed, the newest first.",
  })
  claims(
    @Ctx() ctx: Context,
    @Root() packet: RedPacket,
    @Arg("first", () => Int, { defaultValue: PAGE_DEFAULT, description: "Size of the page, at most 100." })
    first = PAGE_DEFAULT,
    @Arg("after", () => String, {
      nullable: true,
      description: "Cursor of the last share of the page before.",
    })
    after?: string,
  ) {
    return listClaims(ctx, packet, { first, after });
  }
}

/** People of a claimed share. */
@Resolver(() => RedPacketShare)
export class RedPacketShareResolver {
  @FieldResolver(() => User, { nullable: true, description: "The member who got it." })
  user(@Ctx() ctx: Context, @Root() { userId }: RedPacketShare) {
    return userId === null ? null : load(ctx, userById, userId);
  }
}
