import type { Feature } from "../../core/feature.ts";
import { Order } from "./order.entity.ts";
import { OrderResolver, ThreadOrderResolver } from "./order.resolver.ts";
import { expireOrders } from "./order.service.ts";
import { ordersRest } from "./orders.rest.ts";
import { ThreadTipsResolver } from "./tips/tip.resolver.ts";

/** Orders of what members sell and buy, and their payment. */
export const orders: Feature = {
  name: "orders",
  entities: [Order],
  resolvers: [OrderResolver, ThreadOrderResolver, ThreadTipsResolver],
  rest: ordersRest,
  jobs: [{ name: "expireOrders", everyMs: 60_000, run: expireOrders }],
};
