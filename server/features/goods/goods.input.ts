import { Field, ID, InputType } from "type-graphql";
import { Cents } from "../../core/money.ts";
import { MaxCharacters } from "../../core/validation.ts";
import { GOODS_TITLE_MAX, GOODS_URL_MAX, SHOP_NAME_MAX } from "./goods.entity.ts";

/** Goods for a thread. */
@InputType("GoodsInput", { description: "Goods in a shop elsewhere, for a thread." })
export class GoodsInput {
  @Field(() => String, { description: "Plain text, at most 100 characters." })
  @MaxCharacters(GOODS_TITLE_MAX)
  title!: string;

  @Field(() => String, { description: "Address in the shop: http or https; it is not read by the forum." })
  @MaxCharacters(GOODS_URL_MAX)
  url!: string;

  @Field(() => Cents, {
    nullable: true,
    description: "Price in the shop, in cents of the currency of the site; nothing if it is not named.",
  })
  priceCents?: number | null;

  @Field(() => String, { nullable: true, description: "Name of the shop, at most 50 characters." })
  @MaxCharacters(SHOP_NAME_MAX)
  shopName?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: "Own upload of the kind `goods` or `image` that nothing else uses, or the picture so far.",
  })
  imageId?: string | null;
}
