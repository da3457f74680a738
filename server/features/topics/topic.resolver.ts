import type { GraphQLResolveInfo } from "graphql";
import { Arg, Ctx, FieldResolver, ID, Info, Int, Query, Resolver, Root } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { parseId } from "../../core/ids.ts";
import { chain, load, preload } from "../../core/loaders.ts";
import { PAGE_DEFAULT } from "../../core/paging.ts";
import { fieldsBelow } from "../../core/selection.ts";
import { Topic } from "./topic.entity.ts";
import { TopicSort } from "./topic.input.ts";
import { countTopicView, getTopic, listTopics, topicCandidates } from "./topic.list.service.ts";
import { readableThreadsOf } from "./topic.loaders.ts";
import { TopicConnection } from "./topic.view.ts";

/** Reads the counts of a list in one go, if somebody asks for them. */
export async function withCounts(
  ctx: Context,
  info: GraphQLResolveInfo,
  topics: readonly Topic[],
): Promise<void> {
  if (!fieldsBelow(info).has("threadCount") || topics.length === 0) return;
  await preload(
    ctx,
    readableThreadsOf,
    topics.map(({ id }) => id),
  );
}

/** GraphQL's view of topics. Only translates: every rule lives in the services. */
@Resolver(() => Topic)
export class TopicResolver {
  @Query(() => Topic, {
    nullable: true,
    description: "A topic; NOT_FOUND where there is none, or it was deleted.",
  })
  async topic(@Ctx() ctx: Context, @Arg("id", () => ID, { description: "Id of the topic." }) id: string) {
    const topic = await getTopic(ctx, parseId(id));
    countTopicView(ctx, topic.id);
    return topic;
  }

  @Query(() => TopicConnection, { description: "Topics of threads that the viewer may read." })
  async topics(
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg("query", () => String, { nullable: true, description: "Part of the name." })
    query: string | undefined,
    @Arg("sort", () => TopicSort, { defaultValue: TopicSort.HOT, description: "Order of the topics." })
    sort: TopicSort,
    @Arg("first", () => Int, { defaultValue: PAGE_DEFAULT }) first: number,
    @Arg("after", () => String, { nullable: true }) after?: string,
    @Arg("recommended", () => Boolean, {
      defaultValue: false,
      description: "Only those that administrators recommend.",
    })
    recommended: boolean = false,
  ) {
    const page = await listTopics(ctx, { query, sort, first, after, recommended });
    await withCounts(ctx, info, page.nodes);
    return page;
  }

  @Query(() => [Topic], { description: "Topics whose names begin so, hottest first, at most 8." })
  async topicCandidates(
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg("prefix", () => String, { description: "What was typed behind the `#`." }) prefix: string,
  ) {
    const topics = await topicCandidates(ctx, prefix);
    await withCounts(ctx, info, topics);
    return topics;
  }

  @FieldResolver(() => Int, { description: "Threads that the viewer may read." })
  threadCount(@Ctx() ctx: Context, @Root() topic: Topic) {
    return chain(load(ctx, readableThreadsOf, topic.id), (count) => count ?? 0);
  }
}
