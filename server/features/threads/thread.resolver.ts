import type { GraphQLResolveInfo } from "graphql";
import {
  Arg,
  Ctx,
  FieldResolver,
  GraphQLISODateTime,
  ID,
  Info,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import type { Context } from "../../core/context.ts";
import { parseId, parseOptionalId } from "../../core/ids.ts";
import { PAGE_DEFAULT } from "../../core/paging.ts";
import { fieldsBelow, fieldsOf } from "../../core/selection.ts";
import { User } from "../users/user.entity.ts";
import { preloadNeighbours } from "./lists/neighbour.service.ts";
import { ApprovalState, Thread } from "./thread.entity.ts";
import { EditThreadInput, PublishThreadInput, ThreadFilter, ThreadSort } from "./thread.input.ts";
import {
  countNewThreads,
  listPinnedThreads,
  listThreads,
  listThreadsOf,
} from "./lists/thread.list.service.ts";
import {
  deleteThread,
  restoreThread,
  setThreadApproval,
  setThreadEssence,
} from "./moderation/thread.moderation.service.ts";
import { setThreadClosing, setThreadSlowMode } from "./moderation/thread.closing.service.ts";
import { setThreadLocked } from "./moderation/thread.lock.service.ts";
import { setThreadSticky } from "./moderation/thread.pin.service.ts";
import { setThreadFavorite, setThreadLiked } from "./reactions/thread.reaction.service.ts";
import { publishThread } from "./thread.publish.service.ts";
import { editThread, getThread, viewThread } from "./thread.service.ts";
import { ThreadConnection } from "./thread.view.ts";
import { countView } from "./view.service.ts";

/** GraphQL's view of threads. Only translates: every rule lives in the service or the policy. */
@Resolver(() => Thread)
export class ThreadResolver {
  @Query(() => Thread, {
    nullable: true,
    description: "Asking for the text counts a view; asking for replies or counters alone does not.",
  })
  async thread(
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg("id", () => ID, { description: "Id of the thread." }) id: string,
    @Arg("isRepeated", () => Boolean, {
      nullable: true,
      description: "Asks for the text of a page that is open already, which is no further view.",
    })
    isRepeated?: boolean,
  ) {
    const wanted = fieldsOf(info);
    if (!wanted.has("body") && !wanted.has("bodyHtml")) return getThread(ctx, parseId(id));
    const thread = await viewThread(ctx, parseId(id));
    if (!isRepeated) countView(ctx, thread.id);
    return thread;
  }

  @Query(() => ThreadConnection, { description: "Threads that the viewer may see." })
  async threads(
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg("categoryId", () => ID, {
      nullable: true,
      description: "Id of the category; without it, all categories that the viewer reads.",
    })
    categoryId: string | undefined,
    @Arg("sort", () => ThreadSort, {
      defaultValue: ThreadSort.LAST_REPLY,
      description: "Order of the threads.",
    })
    sort: ThreadSort,
    @Arg("filter", () => ThreadFilter, {
      nullable: true,
      description: "Narrows the list; all that the viewer may see without it.",
    })
    filter: ThreadFilter | undefined,
    @Arg("first", () => Int, { defaultValue: PAGE_DEFAULT }) first: number,
    @Arg("after", () => String, { nullable: true }) after?: string,
    @Arg("topicId", () => ID, { nullable: true, description: "Threads that name this topic." })
    topicId?: string,
  ) {
    const page = await listThreads(ctx, {
      categoryId: parseOptionalId(categoryId, "categoryId"),
      topicId: parseOptionalId(topicId, "topicId"),
      sort,
      filter,
      first,
      after,
    });
    await preloadNeighbours(ctx, page.nodes, fieldsBelow(info));
    return page;
  }

  @Query(() => Int, { description: "Threads of others that a list has got since then, at most 100." })
  newThreadCount(
    @Ctx() ctx: Context,
    @Arg("since", () => GraphQLISODateTime, { description: "Counts threads published after this." })
    since: Date,
    @Arg("categoryId", () => ID, {
      nullable: true,
      description: "Id of the category; without it, all categories that the viewer reads.",
    })
    categoryId?: string,
    @Arg("filter", () => ThreadFilter, {
      nullable: true,
      description: "Narrows the list; all that the viewer may see without it.",
    })
    filter?: ThreadFilter,
  ) {
    return countNewThreads(ctx, { since, categoryId: parseOptionalId(categoryId, "categoryId"), filter });
  }

  @Query(() => [Thread], { description: "Pinned threads of a category, or of the whole forum, at most 10." })
  async pinnedThreads(
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg("categoryId", () => ID, { nullable: true, description: "Also those pinned in this category." })
    categoryId?: string,
  ) {
    const threads = await listPinnedThreads(ctx, parseOptionalId(categoryId, "categoryId"));
    await preloadNeighbours(ctx, threads, fieldsBelow(info));
    return threads;
  }

  @Mutation(() => Thread, { description: "Starts a thread." })
  publishThread(
    @Ctx() ctx: Context,
    @Arg("input", () => PublishThreadInput, { description: "All that is written, in one object." })
    input: PublishThreadInput,
  ) {
    return publishThread(ctx, input);
  }

  @Mutation(() => Thread, {
    description: "Changes a thread; absent parts stay, and the version before is kept.",
  })
  editThread(
    @Ctx() ctx: Context,
    @Arg("input", () => EditThreadInput, { description: "All that is written, in one object." })
    input: EditThreadInput,
  ) {
    return editThread(ctx, input);
  }

  @Mutation(() => Thread, { description: "Deletes it so that it can be restored." })
  deleteThread(
    @Ctx() ctx: Context,
    @Arg("threadId", () => ID, { description: "Id of the thread." }) threadId: string,
    @Arg("reason", () => String, { nullable: true, description: "Its author is told." }) reason?: string,
  ) {
    return deleteThread(ctx, { threadId: parseId(threadId, "threadId"), reason });
  }

  @Mutation(() => Thread, { description: "Brings a deleted thread back." })
  restoreThread(
    @Ctx() ctx: Context,
    @Arg("threadId", () => ID, { description: "Id of the thread." }) threadId: string,
  ) {
    return restoreThread(ctx, parseId(threadId, "threadId"));
  }

  @Mutation(() => Thread, { description: "Pins a thread, or ends that; for moderators." })
  setThreadSticky(
    @Ctx() ctx: Context,
    @Arg("threadId", () => ID, { description: "Id of the thread." }) threadId: string,
    @Arg("sticky", () => Boolean, { description: "True pins it, false ends that." }) sticky: boolean,
    @Arg("until", () => GraphQLISODateTime, {
      nullable: true,
      description: "End of the pin; none without it.",
    })
    until?: Date,
  ) {
    return setThreadSticky(ctx, { threadId: parseId(threadId, "threadId"), sticky, until });
  }

  @Mutation(() => Thread, {
    description: "Locks it, so that nobody but moderators can reply, or opens it again.",
  })
  setThreadLocked(
    @Ctx() ctx: Context,
    @Arg("threadId", () => ID, { description: "Id of the thread." }) threadId: string,
    @Arg("locked", () => Boolean, { description: "True closes it for replies, false opens it." })
    locked: boolean,
    @Arg("reason", () => String, {
      nullable: true,
      description: "Its readers see it; at most 200 characters.",
    })
    reason?: string,
  ) {
    return setThreadLocked(ctx, { threadId: parseId(threadId, "threadId"), locked, reason });
  }

  @Mutation(() => Thread, {
    description: "Plans that it is locked by itself, or ends that plan if neither is given; for moderators.",
  })
  setThreadClosing(
    @Ctx() ctx: Context,
    @Arg("threadId", () => ID, { description: "Id of the thread." }) threadId: string,
    @Arg("at", () => GraphQLISODateTime, {
      nullable: true,
      description: "When it is locked, within the next year.",
    })
    at?: Date | null,
    @Arg("afterDays", () => Int, {
      nullable: true,
      description: "Days without a reply after which it is locked, 1 to 366.",
    })
    afterDays?: number | null,
  ) {
    return setThreadClosing(ctx, { threadId: parseId(threadId, "threadId"), at, afterDays });
  }

  @Mutation(() => Thread, {
    description: "Lets each member but moderators wait between two replies to it; for moderators.",
  })
  setThreadSlowMode(
    @Ctx() ctx: Context,
    @Arg("threadId", () => ID, { description: "Id of the thread." }) threadId: string,
    @Arg("seconds", () => Int, { description: "The pause, 60 to 604800; 0 for none." }) seconds: number,
  ) {
    return setThreadSlowMode(ctx, { threadId: parseId(threadId, "threadId"), seconds });
  }

  @Mutation(() => Thread, { description: "Features a thread, or ends that; for moderators." })
  setThreadEssence(
    @Ctx() ctx: Context,
    @Arg("threadId", () => ID, { description: "Id of the thread." }) threadId: string,
    @Arg("essence", () => Boolean, { description: "True features it, false ends that." }) essence: boolean,
  ) {
    return setThreadEssence(ctx, { threadId: parseId(threadId, "threadId"), essence });
  }

  @Mutation(() => Thread, { description: "Likes a thread, or ends that." })
  setThreadLiked(
    @Ctx() ctx: Context,
    @Arg("threadId", () => ID, { description: "Id of the thread." }) threadId: string,
    @Arg("liked", () => Boolean, { description: "True likes it, false ends that." }) liked: boolean,
  ) {
    return setThreadLiked(ctx, { threadId: parseId(threadId, "threadId"), liked });
  }

  @Mutation(() => Thread, { description: "Keeps a thread among the viewer's favourites, or ends that." })
  setThreadFavorite(
    @Ctx() ctx: Context,
    @Arg("threadId", () => ID, { description: "Id of the thread." }) threadId: string,
    @Arg("favorite", () => Boolean, { description: "True keeps it, false ends that." }) favorite: boolean,
  ) {
    return setThreadFavorite(ctx, { threadId: parseId(threadId, "threadId"), favorite });
  }

  @Mutation(() => Thread, { description: "Decides whether others see a thread; for moderators." })
  setThreadApproval(
    @Ctx() ctx: Context,
    @Arg("threadId", () => ID, { description: "Id of the thread." }) threadId: string,
    @Arg("approval", () => ApprovalState, { description: "The new state." }) approval: ApprovalState,
    @Arg("reason", () => String, { nullable: true, description: "Its author is told." }) reason?: string,
  ) {
    return setThreadApproval(ctx, { threadId: parseId(threadId, "threadId"), approval, reason });
  }
}

/** The threads of a member, as a field of the member. */
@Resolver(() => User)
export class UserThreadsResolver {
  @FieldResolver(() => ThreadConnection, { description: "Newest first; anonymous ones only for the member." })
  async threads(
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
    @Root() user: User,
    @Arg("first", () => Int, { defaultValue: PAGE_DEFAULT }) first: number,
    @Arg("after", () => String, { nullable: true }) after?: string,
  ) {
    const page = await listThreadsOf(ctx, user.id, { first, after });
    await preloadNeighbours(ctx, page.nodes, fieldsBelow(info));
    return page;
  }
}
