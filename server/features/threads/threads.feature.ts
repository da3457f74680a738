import type { Feature } from "../../core/feature.ts";
import { threadsRest } from "./threads.rest.ts";
import { HeldNews } from "./heldNews.entity.ts";
import { StopWordHit } from "./stopWordHit.entity.ts";
import { ThreadFavorite, ThreadLike } from "./reaction.entity.ts";
import { Revision } from "./revision.entity.ts";
import { Thread } from "./thread.entity.ts";
import { RevisionResolver, ThreadAbilitiesResolver, ThreadFieldsResolver } from "./thread.fields.resolver.ts";
import { threadJobs } from "./thread.jobs.ts";
import { ThreadResolver, UserThreadsResolver } from "./thread.resolver.ts";
import { ThreadTopicsResolver } from "./topicLink.resolver.ts";
import { ThreadTopic } from "./topicLink.entity.ts";

/** Posts that start discussions. */
export const threads: Feature = {
  name: "threads",
  rest: threadsRest,
  entities: [Thread, StopWordHit, HeldNews, ThreadLike, ThreadFavorite, Revision, ThreadTopic],
  resolvers: [
    ThreadResolver,
    ThreadFieldsResolver,
    ThreadAbilitiesResolver,
    RevisionResolver,
    UserThreadsResolver,
    ThreadTopicsResolver,
  ],
  jobs: threadJobs,
};
