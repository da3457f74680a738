import { noteChange } from "../../core/audit.ts";
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
import { cleanLine, nameKey } from "../../core/text.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { allow, mustBeAdmin } from "../../core/viewer.ts";
import { lockById } from "../../core/write.ts";
import { isLiveTopic, Topic } from "./topic.entity.ts";
import { topicChanged } from "./topic.events.ts";
import type { TopicState } from "./topic.input.ts";
import { topicById } from "./topic.loaders.ts";
import { readManagedTopics } from "./topic.sql.ts";

const LIST = "managedTopics";

/** Parameters of the administrators' list of topics. */
export interface ManagedTopicsRequest extends PageRequest {
  /** Part of the name. */
  readonly query?: string;
  readonly state: TopicState;
}

/**
 * Topics for administrators, hottest first, those without threads too.
 * @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators; INVALID_PARAMETER.
 */
export async function listManagedTopics(
  ctx: Context,
  request: ManagedTopicsRequest,
): Promise<Connection<Topic>> {
  allow(mustBeAdmin(ctx.viewer));
  const first = checkFirst(request.first);
  const after = request.after ? decodeCursor(LIST, request.after, ["number", "number"]) : null;
  const part = nameKey(cleanLine(request.query ?? ""));
  const topics = await readManagedTopics(ctx, { state: request.state, part, after, limit: first + 1 });
  for (const topic of topics) prime(ctx, topicById, topic.id, topic);
  return pageOf(topics, first, ({ hotScore, id }) => encodeCursor(LIST, [hotScore, id]), after !== null);
}

/** A topic in the transaction that changes it. @throws {DomainError} NOT_FOUND. */
export async function lockTopic(ctx: Context, topicId: number): Promise<Topic> {
  const topic = await lockById(ctx, Topic, topicId);
  if (!topic) throw new DomainError("NOT_FOUND");
  return topic;
}

/** @throws {DomainError} CONFLICT for a topic that was taken away or is part of another. */
export function mustBeLive(topic: Topic): void {
  if (isLiveTopic(topic)) return;
  throw new DomainError("CONFLICT", {
    text: { zh: "这个话题已被删除或合并", en: "The topic was deleted or merged." },
  });
}

/** Input of `setTopicRecommended`. */
export interface TopicRecommendation {
  readonly topicId: number;
  readonly recommended: boolean;
}

/**
 * Recommends a topic, or no longer.
 * @emits topicChanged
 * @throws {DomainError} NOT_FOUND; CONFLICT for a topic that was taken away or is part of another.
 */
export const setTopicRecommended = verb({
  name: "setTopicRecommended",
  who: "admin",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, { topicId, recommended }: TopicRecommendation): Promise<Topic> {
    return changeTopic(ctx, topicId, async (ctx, topic) => {
      mustBeLive(topic);
      await ctx.db.update(Topic, { id: topicId }, { isRecommended: recommended });
      noteChange(ctx, {
        target: `topic:${topicId}`,
        before: { isRecommended: topic.isRecommended },
        after: { isRecommended: recommended },
      });
    });
  },
});

/**
 * Takes a topic away: it is shown nowhere, and its name is plain text in what is written from then on. Threads stay.
 * @emits topicChanged
 * @throws {DomainError} NOT_FOUND; CONFLICT for a topic that is part of another.
 */
export const deleteTopic = verb({
  name: "deleteTopic",
  who: "admin",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, topicId: number): Promise<Topic> {
    return changeTopic(ctx, topicId, async (ctx, topic) => {
      if (topic.deletedAt) return;
      mustBeLive(topic);
      await ctx.db.update(Topic, { id: topicId }, { deletedAt: ctx.now });
      noteChange(ctx, {
        target: `topic:${topicId}`,
        before: { name: topic.name, deletedAt: null },
        after: { deletedAt: ctx.now },
      });
    });
  },
});

/**
 * Brings a topic back with all the threads that named it before.
 * @emits topicChanged
 * @throws {DomainError} NOT_FOUND.
 */
export const restoreTopic = verb({
  name: "restoreTopic",
  who: "admin",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, topicId: number): Promise<Topic> {
    return changeTopic(ctx, topicId, async (ctx, topic) => {
      if (!topic.deletedAt) return;
      await ctx.db.update(Topic, { id: topicId }, { deletedAt: null });
      noteChange(ctx, {
        target: `topic:${topicId}`,
        before: { deletedAt: topic.deletedAt },
        after: { name: topic.name, deletedAt: null },
      });
    });
  },
});

/** Changes a topic in a transaction of its own and gives it as it is afterwards. */
export async function changeTopic(
  ctx: Context,
  topicId: number,
  change: (ctx: Context, topic: Topic) => Promise<void>,
): Promise<Topic> {
  return inTransaction(ctx, async (ctx) => {
    await change(ctx, await lockTopic(ctx, topicId));
    ctx.emit(topicChanged({ topicId }));
    return lockTopic(ctx, topicId);
  });
}

/** The topic that another has become a part of; null for those that stand for themselves. */
export async function mergedInto(ctx: Context, { mergedIntoId }: Topic): Promise<Topic | null> {
  return mergedIntoId === null ? null : load(ctx, topicById, mergedIntoId);
}
