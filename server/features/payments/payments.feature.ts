import type { Feature } from "../../core/feature.ts";
import { Payment } from "./payment.entity.ts";
import { paymentJobs } from "./payment.jobs.ts";
import { paymentsRest } from "./payments.rest.ts";
import { PaymentResolver } from "./payment.resolver.ts";

/** Money from outside: providers behind one interface, top-ups, payments of orders, refunds. */
export const payments: Feature = {
  name: "payments",
  entities: [Payment],
  resolvers: [PaymentResolver],
  rest: paymentsRest,
  jobs: paymentJobs,
};
