import { eraseRows } from "../../core/erasure.ts";
import type { Feature } from "../../core/feature.ts";
import { CheckIn } from "./checkIn.entity.ts";
import { CheckInResolver } from "./checkIn.resolver.ts";

/** Check-ins of members, once a day. */
export const checkIns: Feature = {
  name: "check-ins",
  entities: [CheckIn],
  resolvers: [CheckInResolver],
  erasureHooks: [eraseRows("check-ins", CheckIn)],
};
