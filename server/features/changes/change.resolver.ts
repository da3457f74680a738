import {
  Arg,
  Ctx,
  FieldResolver,
  GraphQLISODateTime,
  ID,
  Int,
  Query,
  Resolver,
  Root,
  Subscription,
} from "type-graphql";
import type { Context } from "../../core/context.ts";
import { parseOptionalId } from "../../core/ids.ts";
import { load } from "../../core/loaders.ts";
import { Post } from "../posts/post.entity.ts";
import { postById } from "../posts/post.loaders.ts";
import { canSeePost } from "../posts/post.policy.ts";
import { Thread } from "../threads/thread.entity.ts";
import { threadById } from "../threads/thread.loaders.ts";
import { canSeeThread } from "../threads/thread.policy.ts";
import { listChanges } from "./change.service.ts";
import { ChangeConnection, ChangeEvent, ChangeView } from "./change.view.ts";
import { followChanges, type FollowedChange } from "./follow.service.ts";

/** Rows of a page of the feed when nothing is said. */
const CHANGES_DEFAULT = 50;

/** Arguments of the subscription. */
interface FollowArguments {
  readonly after?: string | null;
  readonly since?: Date | null;
  readonly categoryId?: string | null;
}

/** GraphQL door to the feed of changes. */
@Resolver(() => ChangeView)
export class ChangeResolver {
  @Query(() => ChangeConnection, {
    description:
      "What happened to threads and replies, in one order without gaps. Go on with `after: pageInfo.endCursor`, which is there even where nothing new is.",
  })
  changes(
    @Ctx() ctx: Context,
    @Arg("first", () => Int, { defaultValue: CHANGES_DEFAULT, description: "Changes of a page, 1 to 100." })
    first: number,
    @Arg("after", () => String, { nullable: true, description: "Cursor of the last change that was read." })
    after?: string,
    @Arg("since", () => GraphQLISODateTime, {
      nullable: true,
      description: "Where to begin without a cursor; from the first change unless given.",
    })
    since?: Date,
    @Arg("categoryId", () => ID, {
      nullable: true,
      description: "Changes in this category and those below it alone.",
    })
    categoryId?: string,
  ) {
    return listChanges(ctx, { first, after, since, categoryId: parseOptionalId(categoryId, "categoryId") });
  }

  @Subscription(() => ChangeEvent, {
    name: "changes",
    description:
      "The changes of the query of the same name, told as they happen; sent as server-sent events at `/graphql/stream`.",
    subscribe: ({ args, context }) => {
      const { after, since, categoryId } = args as FollowArguments;
      return followChanges(context as Context, {
        after: after ?? null,
        since: since ?? null,
        categoryId: parseOptionalId(categoryId ?? undefined, "categoryId"),
      });
    },
  })
  followChanges(
    @Root() followed: FollowedChange,
    @Arg("after", () => String, {
      nullable: true,
      description: "Cursor of the last change that was read; whoever goes on from it misses none.",
    })
    _after?: string,
    @Arg("since", () => GraphQLISODateTime, {
      nullable: true,
      description: "Where to begin without a cursor; now unless given.",
    })
    _since?: Date,
    @Arg("categoryId", () => ID, {
      nullable: true,
      description: "Changes in this category and those below it alone.",
    })
    _categoryId?: string,
  ) {
    return followed.changes;
  }

  @FieldResolver(() => Thread, {
    nullable: true,
    description: "The thread as it is now; null if the viewer cannot see it any more.",
  })
  async thread(@Ctx() ctx: Context, @Root() change: ChangeView) {
    const thread = await load(ctx, threadById, change.threadId);
    return thread && canSeeThread(ctx.viewer, thread).allowed ? thread : null;
  }

  @FieldResolver(() => Post, {
    nullable: true,
    description: "The reply as it is now; null for threads, and if the viewer cannot see it any more.",
  })
  async post(@Ctx() ctx: Context, @Root() change: ChangeView) {
    if (change.postId === null) return null;
    const post = await load(ctx, postById, change.postId);
    const thread = post && (await load(ctx, threadById, post.threadId));
    return thread && canSeePost(ctx.viewer, thread, post).allowed ? post : null;
  }
}
