import { Arg, Ctx, FieldResolver, ID, Info, Int, Mutation, Query, Resolver, Root } from "type-graphql";
import type { GraphQLResolveInfo } from "graphql";
import type { Context } from "../../core/context.ts";
import { parseId } from "../../core/ids.ts";
import {
  deleteTopic,
  listManagedTopics,
  mergedInto,
  restoreTopic,
  setTopicRecommended,
} from "./topic.admin.service.ts";
import { Topic } from "./topic.entity.ts";
import { TopicState } from "./topic.input.ts";
import { withCounts } from "./topic.resolver.ts";
import { TopicConnection } from "./topic.view.ts";

/** Administration of topics. */
@Resolver(() => Topic)
export class TopicAdminResolver {
  @Query(() => TopicConnection, { description: "For administrators: topics of one state, hottest first." })
  async managedTopics(
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg("query", () => String, { nullable: true, description: "Part of the name." })
    query: string | undefined,
    @Arg("state", () => TopicState, { defaultValue: TopicState.LIVE, description: "Which topics." })
    state: TopicState,
    @Arg("first", () => Int, { defaultValue: 20 }) first: number,
    @Arg("after", () => String, { nullable: true }) after?: string,
  ) {
    const page = await listManagedTopics(ctx, { query, state, first, after });
    await withCounts(ctx, info, page.nodes);
    return page;
  }

  @Mutation(() => Topic, { description: "Recommends a topic, or ends that; for administrators." })
  setTopicRecommended(
    @Ctx() ctx: Context,
    @Arg("topicId", () => ID, { description: "Id of the topic." }) topicId: string,
    @Arg("recommended", () => Boolean, { description: "True recommends it, false ends that." })
    recommended: boolean,
  ) {
    return setTopicRecommended(ctx, { topicId: parseId(topicId, "topicId"), recommended });
  }

  @Mutation(() => Topic, { description: "Its name is plain text from then on; threads stay." })
  deleteTopic(
    @Ctx() ctx: Context,
    @Arg("topicId", () => ID, { description: "Id of the topic." }) topicId: string,
  ) {
    return deleteTopic(ctx, parseId(topicId, "topicId"));
  }

  @Mutation(() => Topic, { description: "Brings a deleted topic back." })
  restoreTopic(
    @Ctx() ctx: Context,
    @Arg("topicId", () => ID, { description: "Id of the topic." }) topicId: string,
  ) {
    return restoreTopic(ctx, parseId(topicId, "topicId"));
  }

  @FieldResolver(() => Boolean, { description: "An administrator took it away." })
  isDeleted(@Root() topic: Topic) {
    return topic.deletedAt !== null;
  }

  @FieldResolver(() => Topic, { nullable: true, description: "The topic that its name leads to." })
  mergedInto(@Ctx() ctx: Context, @Root() topic: Topic) {
    return mergedInto(ctx, topic);
  }
}
