import { connectionType } from "../../core/paging.ts";
import { Order } from "./order.entity.ts";

/** A page of orders. */
export const OrderConnection = connectionType("Order", () => Order);
