import { mustBeMember, type Decision, type Viewer } from "../../core/viewer.ts";
import { OrderKind, type Order } from "./order.entity.ts";

/**
 * True for what members buy to come in, and to keep what they have: joining a paid site, staying on it, and more days in
 * their own group. No permission is needed for that: a group without it could never be left or kept.
 */
function isForStaying(viewer: Viewer, { kind, groupId }: Pick<Order, "kind" | "groupId">): boolean {
  if (kind === OrderKind.GROUP) return groupId === viewer.groupId;
  return kind === OrderKind.REGISTRATION || kind === OrderKind.RENEWAL;
}

/** Ordering needs `order.create`, except for staying. */
export function canOrder(viewer: Viewer, order: Pick<Order, "kind" | "groupId">): Decision {
  return isForStaying(viewer, order) ? mustBeMember(viewer) : viewer.check("order.create");
}

/** Paying needs `trade.pay.order`, except for staying. */
export function canPay(viewer: Viewer, order: Pick<Order, "kind" | "groupId"> | null): Decision {
  return order && isForStaying(viewer, order) ? mustBeMember(viewer) : viewer.check("trade.pay.order");
}
