import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { parseId } from "../../../core/ids.ts";
import { chain, load } from "../../../core/loaders.ts";
import { Topic } from "../../topics/topic.entity.ts";
import { Thread } from "../thread.entity.ts";
import { canReadThread } from "../thread.policy.ts";
import { topicsOfThread } from "./topicLink.loaders.ts";
import { mergeTopic, unmergeTopic } from "./topicMerge.service.ts";

/** Topics, as a field of a thread. */
@Resolver(() => Thread)
export class ThreadTopicsResolver {
  @FieldResolver(() => [Topic], { description: "Topics that its text names, in order." })
  topics(@Ctx() ctx: Context, @Root() thread: Thread) {
    if (!thread.visible || !canReadThread(ctx.viewer, thread).allowed) return [];
    return chain(load(ctx, topicsOfThread, thread.id), (topics) => topics ?? []);
  }

  @Mutation(() => Topic, { description: "The topic, now part of another, which its name leads to." })
  mergeTopic(
    @Ctx() ctx: Context,
    @Arg("topicId", () => ID, { description: "Id of the topic that goes into it." }) topicId: string,
    @Arg("intoId", () => ID, { description: "Id of the topic that stays." }) intoId: string,
  ) {
    return mergeTopic(ctx, { topicId: parseId(topicId, "topicId"), intoId: parseId(intoId, "intoId") });
  }

  @Mutation(() => Topic, { description: "Takes a merger back." })
  unmergeTopic(
    @Ctx() ctx: Context,
    @Arg("topicId", () => ID, { description: "Id of the topic that went into another." }) topicId: string,
  ) {
    return unmergeTopic(ctx, parseId(topicId, "topicId"));
  }
}
