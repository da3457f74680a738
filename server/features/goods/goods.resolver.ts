import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { load } from "../../core/loaders.ts";
import { Attachment } from "../attachments/attachment.entity.ts";
import { Thread } from "../threads/thread.entity.ts";
import { Goods } from "./goods.entity.ts";
import { goodsImageById } from "./goods.loaders.ts";
import { findGoods } from "./goods.service.ts";

/** Goods of threads. */
@Resolver(() => Thread)
export class ThreadGoodsResolver {
  @FieldResolver(() => Goods, { nullable: true, description: "Goods that it recommends; null if none." })
  goods(@Ctx() ctx: Context, @Root() thread: Thread) {
    return findGoods(ctx, thread);
  }
}

/** Fields of goods beside their columns. */
@Resolver(() => Goods)
export class GoodsResolver {
  @FieldResolver(() => Attachment, { nullable: true, description: "Their picture; null if none." })
  image(@Ctx() ctx: Context, @Root() { imageId }: Goods) {
    return imageId === null ? null : load(ctx, goodsImageById, imageId);
  }
}
