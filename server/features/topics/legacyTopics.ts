import type { Context } from "../../core/context.ts";
import { parseId } from "../../core/ids.ts";
import { load, preload } from "../../core/loaders.ts";
import { PAGE_MAX } from "../../core/paging.ts";
import { LegacyPage, legacyPage, legacyFilter } from "../../core/rest.ts";
import type { LegacyTopicList } from "./legacy.input.ts";
import type { Topic } from "./topic.entity.ts";
import { TopicSort } from "./topic.input.ts";
import { getTopic, listTopics } from "./topic.list.service.ts";
import { readableThreadsOf } from "./topic.loaders.ts";

const NOBODY = { userId: 0, nickname: "" };

/** Topics by numbered pages, as far as one page of ours reaches, hottest or newest first, or one by its id (legacy-facts 3.5). */
export async function listTopicsForLegacy(ctx: Context, input: LegacyTopicList): Promise<LegacyPage> {
  const filter = legacyFilter(input.filter) as Readonly<Record<string, string | number | undefined>>;
  const request = legacyPage(input);
  if (filter["topicId"]) {
    const topic = await getTopic(ctx, parseId(filter["topicId"], "filter.topicId"));
    return new LegacyPage([await legacyTopic(ctx, topic)], request, 1, 1);
  }
  const { nodes, hasNextPage } = await firstTopics(ctx, filter, request.page * request.perPage);
  const shown = nodes.slice((request.page - 1) * request.perPage);
  await preload(
    ctx,
    readableThreadsOf,
    shown.map(({ id }) => id),
  );
  const rows = await Promise.all(shown.map((topic) => legacyTopic(ctx, topic)));
  return new LegacyPage(rows, request, rows.length, nodes.length + (hasNextPage ? 1 : 0));
}

async function firstTopics(
  ctx: Context,
  filter: Readonly<Record<string, string | number | undefined>>,
  wanted: number,
): Promise<{ nodes: readonly Topic[]; hasNextPage: boolean }> {
  const first = Math.min(PAGE_MAX, wanted);
  const { nodes, pageInfo } = await listTopics(ctx, {
    first,
    sort: Number(filter["hot"] ?? 0) === 1 ? TopicSort.HOT : TopicSort.NEWEST,
    query: String(filter["content"] ?? ""),
    recommended: Number(filter["recommended"] ?? 0) === 1 || undefined,
  });
  return { nodes, hasNextPage: pageInfo.hasNextPage && first === wanted };
}

async function legacyTopic(ctx: Context, topic: Topic): Promise<object> {
  return {
    topicId: topic.id,
    ...NOBODY,
    content: topic.name,
    viewCount: topic.viewCount,
    threadCount: (await load(ctx, readableThreadsOf, topic.id)) ?? 0,
    recommended: topic.isRecommended,
    recommendAt: null,
    threads: [],
  };
}
