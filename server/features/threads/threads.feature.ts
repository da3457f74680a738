import { eraseRows } from "../../core/erasure.ts";
import type { Feature } from "../../core/feature.ts";
import { BookmarkFolder } from "./bookmarks/bookmarkFolder.entity.ts";
import { BookmarkFolderResolver, BookmarkResolver } from "./bookmarks/bookmark.resolver.ts";
import { ThreadEvent } from "./events/threadEvent.entity.ts";
import { ThreadEventResolver, ThreadEventsResolver } from "./events/threadEvent.resolver.ts";
import { threadsRest } from "./threads.rest.ts";
import { HeldEvent } from "./moderation/heldEvent.entity.ts";
import { StopWordHit } from "./moderation/stopWordHit.entity.ts";
import { eraseFavorites } from "./reactions/thread.reaction.service.ts";
import { ThreadFavorite, ThreadLike } from "./reactions/reaction.entity.ts";
import { Revision } from "./content/revision.entity.ts";
import { PaidContent } from "./paid/paidContent.entity.ts";
import { SchedulingResolver } from "./scheduling/scheduling.resolver.ts";
import { Thread } from "./thread.entity.ts";
import { RevisionResolver, ThreadAbilitiesResolver, ThreadFieldsResolver } from "./thread.fields.resolver.ts";
import { threadJobs } from "./thread.jobs.ts";
import { ThreadResolver, UserThreadsResolver } from "./thread.resolver.ts";
import { ThreadReactionsResolver } from "./reactions/reaction.resolver.ts";
import { ThreadTopicsResolver } from "./topics/topicLink.resolver.ts";
import { ThreadTopic } from "./topics/topicLink.entity.ts";

/** Posts that start discussions. */
export const threads: Feature = {
  name: "threads",
  rest: threadsRest,
  entities: [
    Thread,
    ThreadEvent,
    StopWordHit,
    HeldEvent,
    ThreadLike,
    ThreadFavorite,
    BookmarkFolder,
    Revision,
    ThreadTopic,
    PaidContent,
  ],
  resolvers: [
    ThreadResolver,
    ThreadFieldsResolver,
    ThreadAbilitiesResolver,
    RevisionResolver,
    ThreadEventsResolver,
    ThreadEventResolver,
    UserThreadsResolver,
    ThreadTopicsResolver,
    ThreadReactionsResolver,
    BookmarkResolver,
    BookmarkFolderResolver,
    SchedulingResolver,
  ],
  jobs: threadJobs,
  erasureHooks: [eraseFavorites, eraseRows("threads.bookmarkFolders", BookmarkFolder)],
};
