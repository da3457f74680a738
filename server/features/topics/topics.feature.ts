import type { Feature } from "../../core/feature.ts";
import { Topic, TopicCategory } from "./topic.entity.ts";
import { topicJobs } from "./topic.jobs.ts";
import { TopicAdminResolver } from "./topic.admin.resolver.ts";
import { TopicResolver } from "./topic.resolver.ts";
import { topicsRest } from "./topics.rest.ts";

/** Subjects that texts name as `#name#`. Which thread names which is the threads' own business. */
export const topics: Feature = {
  name: "topics",
  entities: [Topic, TopicCategory],
  resolvers: [TopicResolver, TopicAdminResolver],
  rest: topicsRest,
  jobs: topicJobs,
};
