import type { Feature } from "../../core/feature.ts";
import { Goods } from "./goods.entity.ts";
import { GoodsResolver, ThreadGoodsResolver } from "./goods.resolver.ts";
import { goodsRest } from "./goods.rest.ts";

/** Goods in shops elsewhere that threads recommend. */
export const goods: Feature = {
  name: "goods",
  entities: [Goods],
  resolvers: [ThreadGoodsResolver, GoodsResolver],
  rest: goodsRest,
};
