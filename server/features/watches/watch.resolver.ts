import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Resolver, Root } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { parseId } from "../../core/ids.ts";
import { chain, load } from "../../core/loaders.ts";
import { PAGE_DEFAULT } from "../../core/paging.ts";
import { Category } from "../categories/category.entity.ts";
import { findShownCategory } from "../categories/category.service.ts";
import { Thread } from "../threads/thread.entity.ts";
import { threadById } from "../threads/thread.loaders.ts";
import { canSeeThread } from "../threads/thread.policy.ts";
import { isLiveTopic, Topic } from "../topics/topic.entity.ts";
import { topicById } from "../topics/topic.loaders.ts";
import { User } from "../users/user.entity.ts";
import { userById } from "../users/user.loaders.ts";
import { canViewUser } from "../users/user.policy.ts";
import { WatchLevel, WatchTarget } from "./watch.entity.ts";
import { watchKey } from "./watch.loaders.ts";
import { WatchConnection, Watched } from "./watched.view.ts";
import {
  listWatched,
  preloadWatched,
  setWatchLevel,
  setWatchReplied,
  viewerLevelOf,
  watchesReplied,
} from "./watch.service.ts";

/** GraphQL's view of watching. */
@Resolver(() => Watched)
export class WatchingResolver {
  @Mutation(() => Watched, { description: "Chooses how much the viewer hears of something." })
  setWatchLevel(
    @Ctx() ctx: Context,
    @Arg("target", () => WatchTarget, { description: "Kind of the thing." }) target: WatchTarget,
    @Arg("targetId", () => ID, { description: "Id of the thing." }) targetId: string,
    @Arg("level", () => WatchLevel, { description: "How much." }) level: WatchLevel,
  ) {
    return setWatchLevel(ctx, { target, targetId: parseId(targetId, "targetId"), level });
  }

  @Mutation(() => User, {
    description: "Whether threads that the viewer replies to are watched from then on.",
  })
  setWatchReplied(
    @Ctx() ctx: Context,
    @Arg("watch", () => Boolean, { description: "True has threads watched that the viewer answers." })
    watch: boolean,
  ) {
    return setWatchReplied(ctx, watch);
  }

  @FieldResolver(() => ID, { description: "What is watched: its kind and its id." })
  id(@Root() { target, targetId }: Watched) {
    return watchKey(target, targetId);
  }

  @FieldResolver(() => Thread, { nullable: true, description: "Null if the viewer may not see it now." })
  thread(@Ctx() ctx: Context, @Root() { target, targetId }: Watched) {
    if (target !== WatchTarget.THREAD) return null;
    return chain(load(ctx, threadById, targetId), (thread) =>
      thread && canSeeThread(ctx.viewer, thread).allowed ? thread : null,
    );
  }

  @FieldResolver(() => Category, { nullable: true, description: "Null if the viewer may not see it now." })
  category(@Ctx() ctx: Context, @Root() { target, targetId }: Watched) {
    return target === WatchTarget.CATEGORY ? findShownCategory(ctx, targetId) : null;
  }

  @FieldResolver(() => User, { nullable: true, description: "Null if the viewer may not see them now." })
  user(@Ctx() ctx: Context, @Root() { target, targetId }: Watched) {
    if (target !== WatchTarget.MEMBER || !canViewUser(ctx.viewer, targetId).allowed) return null;
    return load(ctx, userById, targetId);
  }

  @FieldResolver(() => Topic, { nullable: true, description: "Null if the viewer may not see it now." })
  topic(@Ctx() ctx: Context, @Root() { target, targetId }: Watched) {
    if (target !== WatchTarget.TOPIC) return null;
    return chain(load(ctx, topicById, targetId), (topic) => (topic && isLiveTopic(topic) ? topic : null));
  }
}

/** The viewer's watch level, as a field of a topic. */
@Resolver(() => Topic)
export class TopicWatchResolver {
  @FieldResolver(() => WatchLevel, { nullable: true, description: "Null for visitors." })
  viewerWatchLevel(@Ctx() ctx: Context, @Root() topic: Topic) {
    return ctx.viewer.isMember ? viewerLevelOf(ctx, WatchTarget.TOPIC, topic.id) : null;
  }
}

/** The viewer's watch level, as a field of a thread; authors watch their own unless they choose otherwise. */
@Resolver(() => Thread)
export class ThreadWatchResolver {
  @FieldResolver(() => WatchLevel, { nullable: true, description: "Null for visitors." })
  viewerWatchLevel(@Ctx() ctx: Context, @Root() thread: Thread) {
    return ctx.viewer.isMember ? viewerLevelOf(ctx, WatchTarget.THREAD, thread.id) : null;
  }
}

/** The viewer's watch level, as a field of a category. */
@Resolver(() => Category)
export class CategoryWatchResolver {
  @FieldResolver(() => WatchLevel, { nullable: true, description: "Null for visitors." })
  viewerWatchLevel(@Ctx() ctx: Context, @Root() category: Category) {
    return ctx.viewer.isMember ? viewerLevelOf(ctx, WatchTarget.CATEGORY, category.id) : null;
  }
}

/** The viewer's watch level, and their own watches, as fields of a member. */
@Resolver(() => User)
export class MemberWatchResolver {
  @FieldResolver(() => WatchLevel, { nullable: true, description: "Null for visitors and for oneself." })
  viewerWatchLevel(@Ctx() ctx: Context, @Root() user: User) {
    const isOther = ctx.viewer.isMember && user.id !== ctx.viewer.id;
    return isOther ? viewerLevelOf(ctx, WatchTarget.MEMBER, user.id) : null;
  }

  @FieldResolver(() => WatchConnection, {
    nullable: true,
    description: "What the viewer watches or has muted, chosen last first; only for the member.",
  })
  async watches(
    @Ctx() ctx: Context,
    @Root() user: User,
    @Arg("target", () => WatchTarget, { description: "Kind of things." }) target: WatchTarget,
    @Arg("first", () => Int, { defaultValue: PAGE_DEFAULT }) first: number,
    @Arg("after", () => String, { nullable: true }) after?: string,
  ) {
    if (user.id !== ctx.viewer.id) return null;
    const page = await listWatched(ctx, target, { first, after });
    await preloadWatched(ctx, page.nodes);
    return page;
  }

  @FieldResolver(() => Boolean, {
    nullable: true,
    description: "Threads that the member replies to are watched from then on; only for the member.",
  })
  watchesReplied(@Ctx() ctx: Context, @Root() user: User) {
    return user.id === ctx.viewer.id ? watchesReplied(ctx) : null;
  }
}
