import type { Feature } from "../../core/feature.ts";
import { UnreadRow } from "./unread.entity.ts";
import { unreadJobs } from "./unread.jobs.ts";
import { UnreadResolver } from "./unread.resolver.ts";

/** Unread counts of each member, kept with the member's row. */
export const unread: Feature = {
  name: "unread",
  entities: [UnreadRow],
  resolvers: [UnreadResolver],
  jobs: unreadJobs,
};
