import type { Feature } from "../../core/feature.ts";
import { deliver } from "../../core/outbox.ts";
import { userBlocked } from "../users/user.events.ts";
import { partWatchers } from "./automatic.service.ts";
import {
  CategoryWatchResolver,
  MemberWatchResolver,
  ThreadWatchResolver,
  WatchingResolver,
} from "./watching.resolver.ts";

/** Choosing how closely threads, categories and members are watched. */
export const watching: Feature = {
  name: "watching",
  resolvers: [WatchingResolver, ThreadWatchResolver, CategoryWatchResolver, MemberWatchResolver],
  deliveries: [deliver("partWatchers", userBlocked, partWatchers)],
};
