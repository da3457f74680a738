import { In } from "typeorm";
import { defineLoader } from "../../core/loaders.ts";
import { Attachment } from "../attachments/attachment.entity.ts";
import { Goods } from "./goods.entity.ts";

/** Goods by thread, batched; absent for threads without any. */
export const goodsOf = defineLoader<number, Goods>("goodsOf", async (ctx, threadIds) => {
  const goods = await ctx.db.findBy(Goods, { threadId: In([...threadIds]) });
  return new Map(goods.map((each) => [each.threadId, each]));
});

/** Pictures of goods by their ids, batched. */
export const goodsImageById = defineLoader<number, Attachment>("goodsImageById", async (ctx, ids) => {
  const images = await ctx.db.findBy(Attachment, { id: In([...ids]) });
  return new Map(images.map((image) => [image.id, image]));
});
