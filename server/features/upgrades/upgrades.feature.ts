import type { Feature } from "../../core/feature.ts";
import { UpgradeResolver } from "./upgrade.resolver.ts";
import { upgradesRest } from "./upgrades.rest.ts";

/** Groups that members buy: what is offered, and what they have. */
export const upgrades: Feature = { name: "upgrades", resolvers: [UpgradeResolver], rest: upgradesRest };
