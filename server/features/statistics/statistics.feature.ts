import type { Feature } from "../../core/feature.ts";
import { ActiveDay } from "./activeDay.entity.ts";
import { statisticsJobs } from "./statistics.jobs.ts";
import { MemberActivityResolver } from "./memberActivity.resolver.ts";
import { StatisticsResolver } from "./statistics.resolver.ts";

/** Growth of the forum, for its administrators. */
export const statistics: Feature = {
  name: "statistics",
  entities: [ActiveDay],
  resolvers: [StatisticsResolver, MemberActivityResolver],
  jobs: statisticsJobs,
};
