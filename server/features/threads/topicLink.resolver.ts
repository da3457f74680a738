import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { chain, load } from "../../core/loaders.ts";
import { Topic } from "../topics/topic.entity.ts";
import { Thread } from "./thread.entity.ts";
import { canReadThread } from "./thread.policy.ts";
import { topicsOfThread } from "./topicLink.loaders.ts";

/** What a thread is about. */
@Resolver(() => Thread)
export class ThreadTopicsResolver {
  @FieldResolver(() => [Topic], { description: "Topics that its text names, in order." })
  topics(@Ctx() ctx: Context, @Root() thread: Thread) {
    if (!thread.visible || !canReadThread(ctx.viewer, thread).allowed) return [];
    return chain(load(ctx, topicsOfThread, thread.id), (topics) => topics ?? []);
  }
}
