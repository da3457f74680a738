import type { Feature } from "../../core/feature.ts";
import { bountiesRest } from "./bounties.rest.ts";
import { Bounty, BountyGift } from "./bounty.entity.ts";
import { bountyJobs } from "./bounty.jobs.ts";
import { BountyGiftResolver, BountyResolver, ThreadBountyResolver } from "./bounty.resolver.ts";

/** Money that authors of threads give to the replies that they choose. */
export const bounties: Feature = {
  name: "bounties",
  entities: [Bounty, BountyGift],
  resolvers: [ThreadBountyResolver, BountyResolver, BountyGiftResolver],
  rest: bountiesRest,
  jobs: bountyJobs,
};
