import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { load, prime } from "../../core/loaders.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "../../core/paging.ts";
import { sqlTime } from "../../core/sql.ts";
import { cleanLine, nameKey } from "../../core/text.ts";
import { viewBuffer } from "../../core/viewBuffer.ts";
import { readableCategoryIds } from "../categories/category.service.ts";
import { isLiveTopic, Topic } from "./topic.entity.ts";
import { TopicSort } from "./topic.input.ts";
import { readableThreadsOf, topicById } from "./topic.loaders.ts";
import { readTopicPage, readTopicsByPrefix } from "./topic.sql.ts";

/** Topics offered behind a #. */
const CANDIDATES_MAX = 8;

/** Topics that may be merged into each other one after the other; a ring cannot arise, and this ends one anyway. */
const MERGES_MAX = 20;

const views = viewBuffer(Topic);

/** Counts one view of a topic, to be written by `flushTopicViews`. */
export function countTopicView(ctx: Context, topicId: number): void {
  views.count(ctx, topicId);
}

/** Writes the counted views of topics. */
export function flushTopicViews(ctx: Context): Promise<void> {
  return views.flush(ctx);
}

/** Follows the merges of a topic to the last one. */
async function standingTopic(ctx: Context, topic: Topic): Promise<Topic> {
  let current = topic;
  for (let step = 0; current.mergedIntoId !== null && step < MERGES_MAX; step++) {
    const next = await load(ctx, topicById, current.mergedIntoId);
    if (!next) break;
    current = next;
  }
  return current;
}

/** Gives the id of the topic that a merged one became part of; other ids stay as they are. */
export async function currentTopicId(ctx: Context, id: number): Promise<number> {
  const topic = await load(ctx, topicById, id);
  return topic?.mergedIntoId ? (await standingTopic(ctx, topic)).id : id;
}

/**
 * A topic that a thread names which the viewer may read.
 * @throws {DomainError} NOT_FOUND if there is none; FORBIDDEN or LOGIN_REQUIRED without `viewThreads` and
 *   `thread.viewPosts`.
 */
export async function getTopic(ctx: Context, id: number): Promise<Topic> {
  const [asked, count] = await Promise.all([load(ctx, topicById, id), load(ctx, readableThreadsOf, id)]);
  const merged = Boolean(asked?.mergedIntoId);
  const topic = asked && merged ? await standingTopic(ctx, asked) : asked;
  const threads = topic && merged ? await load(ctx, readableThreadsOf, topic.id) : count;
  if (!topic || !isLiveTopic(topic) || !threads) throw new DomainError("NOT_FOUND");
  return topic;
}

/** Parameters of a list of topics. */
export interface TopicListRequest extends PageRequest {
  readonly query?: string;
  readonly sort: TopicSort;
  /** Only those that administrators recommend. */
  readonly recommended?: boolean;
}

/**
 * A page of topics: hottest or newest first, all or those whose names hold a query.
 * @throws {DomainError} FORBIDDEN or LOGIN_REQUIRED like `getTopic`; INVALID_PARAMETER for first, after, query.
 */
export async function listTopics(ctx: Context, request: TopicListRequest): Promise<Connection<Topic>> {
  const first = checkFirst(request.first);
  const column = request.sort === TopicSort.HOT ? "hotScore" : "createdAt";
  const list = `topics.${column}`;
  const type = column === "hotScore" ? "number" : "string";
  const after = request.after ? decodeCursor(list, request.after, [type, "number"]) : null;
  const topics = await readTopicPage(ctx, {
    categories: await readableCategoryIds(ctx),
    recommended: request.recommended,
    part: nameKey(cleanLine(request.query ?? "")),
    column,
    after,
    limit: first + 1,
  });
  for (const topic of topics) prime(ctx, topicById, topic.id, topic);
  const cursorOf = (topic: Topic): string =>
    encodeCursor(list, [column === "hotScore" ? topic.hotScore : sqlTime(topic.createdAt), topic.id]);
  return pageOf(topics, first, cursorOf, after !== null);
}

/** Lists topics whose names begin with a prefix, hottest first; the hottest of all for an empty one. */
export async function topicCandidates(ctx: Context, prefix: string): Promise<Topic[]> {
  const categories = await readableCategoryIds(ctx);
  return readTopicsByPrefix(ctx, categories, nameKey(cleanLine(prefix)), CANDIDATES_MAX);
}
