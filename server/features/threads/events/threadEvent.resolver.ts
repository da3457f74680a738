import { Ctx, FieldResolver, GraphQLISODateTime, Int, Resolver, Root } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { chain, load } from "../../../core/loaders.ts";
import { inLocale } from "../../../core/locale.ts";
import { Category } from "../../categories/category.entity.ts";
import { findShownCategory } from "../../categories/category.service.ts";
import { User } from "../../users/user.entity.ts";
import { userById } from "../../users/user.loaders.ts";
import { lockReasonOf } from "../moderation/thread.lock.service.ts";
import { Thread } from "../thread.entity.ts";
import { threadById } from "../thread.loaders.ts";
import { canReadThread, canSeeAuthor } from "../thread.policy.ts";
import { factsOf, ThreadEvent, ThreadEventKind } from "./threadEvent.entity.ts";
import { EVENTS_MAX, eventsOfThread } from "./threadEvent.loaders.ts";

const NO_EVENTS: readonly ThreadEvent[] = [];

/** Events as a field of their thread. */
@Resolver(() => Thread)
export class ThreadEventsResolver {
  @FieldResolver(() => [ThreadEvent], {
    description: `What staff, or the forum by itself, did to it, the oldest first: the newest ${EVENTS_MAX}.`,
  })
  events(@Ctx() ctx: Context, @Root() thread: Thread) {
    // Most threads have none, which must cost nothing.
    if (!(thread.eventCount > 0) || !canReadThread(ctx.viewer, thread).allowed) return NO_EVENTS;
    return chain(load(ctx, eventsOfThread, thread.id), (events) => events ?? NO_EVENTS);
  }
}

/** Facts of an event, as far as the viewer may know them. */
@Resolver(() => ThreadEvent)
export class ThreadEventResolver {
  @FieldResolver(() => User, {
    nullable: true,
    description: "Null for what the forum did by itself, and if it would name an anonymous author.",
  })
  actor(@Ctx() ctx: Context, @Root() { actorId, threadId }: ThreadEvent) {
    if (actorId === null) return null;
    return chain(load(ctx, threadById, threadId), (thread) => {
      const isHidden = thread?.authorId === actorId && !canSeeAuthor(ctx.viewer, thread);
      return isHidden ? null : load(ctx, userById, actorId);
    });
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "Why it was locked; null for other kinds, and where none was given.",
  })
  reason(@Ctx() ctx: Context, @Root() event: ThreadEvent) {
    const { reason, afterDays = null } = factsOf(event);
    if (event.kind !== ThreadEventKind.LOCKED_BY_ITSELF) return reason ?? null;
    const plan = { lockReason: null, closesAt: event.createdAt, closesAfterDays: afterDays };
    return inLocale(lockReasonOf(plan), ctx.locale);
  }

  @FieldResolver(() => Category, {
    nullable: true,
    description: "The category that it was in before a move; null if the viewer may not see it.",
  })
  fromCategory(@Ctx() ctx: Context, @Root() event: ThreadEvent) {
    return categoryOf(ctx, factsOf(event).fromCategoryId);
  }

  @FieldResolver(() => Category, {
    nullable: true,
    description: "The category that it was moved to; null if the viewer may not see it.",
  })
  toCategory(@Ctx() ctx: Context, @Root() event: ThreadEvent) {
    return categoryOf(ctx, factsOf(event).toCategoryId);
  }

  @FieldResolver(() => GraphQLISODateTime, {
    nullable: true,
    description: "End of the pin; null for other kinds, and for a pin without an end.",
  })
  until(@Root() event: ThreadEvent) {
    const { until } = factsOf(event);
    return until === undefined ? null : new Date(until);
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description: "Seconds between two replies of a member in slow mode; null for other kinds.",
  })
  seconds(@Root() event: ThreadEvent) {
    return factsOf(event).seconds ?? null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "Title that the merged thread had; null for other kinds.",
  })
  title(@Root() event: ThreadEvent) {
    return factsOf(event).title ?? null;
  }
}

function categoryOf(ctx: Context, id: number | undefined): Category | null | Promise<Category | null> {
  return id === undefined ? null : findShownCategory(ctx, id);
}
