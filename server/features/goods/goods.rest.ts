import { Field, InputType } from "type-graphql";
import { AnyValue, route, type RestRoutes } from "../../core/rest.ts";
import { analyseForLegacy } from "./legacyGoods.ts";

/** An address of goods. */
@InputType("LegacyGoodsAddress")
export class LegacyGoodsAddress {
  @Field(() => AnyValue, { description: "Address in a shop, or a text with one." })
  address!: unknown;
}

/** Goods for legacy clients (legacy-facts 5.10). */
export const goodsRest: RestRoutes = {
  "POST /api/v3/goods/analysis": route(LegacyGoodsAddress, analyseForLegacy, { who: "member" }),
};
