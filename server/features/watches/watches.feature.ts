import { eraseRows } from "../../core/erasure.ts";
import type { Feature } from "../../core/feature.ts";
import { deliver } from "../../core/outbox.ts";
import { userBlocked } from "../users/user.events.ts";
import { unwatchBlocked } from "./automatic.service.ts";
import { Watch, WatchChoice } from "./watch.entity.ts";
import {
  CategoryWatchResolver,
  MemberWatchResolver,
  ThreadWatchResolver,
  TopicWatchResolver,
  WatchingResolver,
} from "./watch.resolver.ts";

/** Watch levels of threads, categories, members and topics. */
export const watches: Feature = {
  name: "watches",
  entities: [Watch, WatchChoice],
  resolvers: [
    WatchingResolver,
    ThreadWatchResolver,
    CategoryWatchResolver,
    MemberWatchResolver,
    TopicWatchResolver,
  ],
  deliveries: [deliver("partWatchers", userBlocked, unwatchBlocked)],
  erasureHooks: [eraseRows("watches", Watch, WatchChoice)],
};
