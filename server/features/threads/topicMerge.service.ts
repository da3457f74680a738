import { noteChange } from "../../core/audit.ts";
import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { run } from "../../core/sql.ts";
import { verb } from "../../core/verbs.ts";
import { changing, lockTopic, mustStand } from "../topics/topic.admin.service.ts";
import type { Topic } from "../topics/topic.entity.ts";
import { topicChanged } from "../topics/topic.events.ts";
import { scoreTopics } from "../topics/topic.service.ts";
import { lastUsed } from "./topicLink.service.ts";

/** What `mergeTopic` takes. */
export interface TopicMerge {
  readonly topicId: number;
  readonly intoId: number;
}

/**
 * Makes a topic part of another: its threads are found there, and its name leads there. The links of its own stay
 * where they are, so that both can be told apart again.
 * @emits topicChanged
 * @throws {DomainError} NOT_FOUND; INVALID_PARAMETER for a topic into itself; CONFLICT for topics that were taken away
 *   or are part of others.
 */
export const mergeTopic = verb({
  name: "mergeTopic",
  who: "admin",
  rate: "manage",
  audited: true,
  async run(ctx: Context, { topicId, intoId }: TopicMerge): Promise<Topic> {
    if (topicId === intoId) throw invalid("intoId", "请选择另一个话题", "Name another topic.");
    return changing(ctx, topicId, async (ctx, topic) => {
      const into = await lockTopic(ctx, intoId);
      mustStand(topic);
      mustStand(into);
      const ignore = ctx.services.database.engine === "mysql" ? "IGNORE" : "OR IGNORE";
      await run(
        ctx,
        `INSERT ${ignore} INTO thread_topics (threadId, topicId, sort, createdAt, viaTopicId)
         SELECT l.threadId, ?, l.sort, l.createdAt, ? FROM thread_topics l WHERE l.topicId = ?`,
        [intoId, topicId, topicId],
      );
      await run(ctx, "UPDATE topics SET mergedIntoId = ? WHERE id = ?", [intoId, topicId]);
      await countAnew(ctx, intoId);
      noteChange(ctx, {
        target: `topic:${topicId}`,
        before: { name: topic.name, mergedIntoId: null },
        after: { mergedIntoId: intoId, name: into.name },
      });
      ctx.emit(topicChanged({ topicId: intoId }));
    });
  },
});

/**
 * Makes a merged topic stand for itself again, with the threads that it brought along.
 * @emits topicChanged
 * @throws {DomainError} NOT_FOUND; CONFLICT if it is part of none, or the topic that it is part of was merged since.
 */
export const unmergeTopic = verb({
  name: "unmergeTopic",
  who: "admin",
  rate: "manage",
  audited: true,
  async run(ctx: Context, topicId: number): Promise<Topic> {
    return changing(ctx, topicId, async (ctx, topic) => {
      const intoId = topic.mergedIntoId;
      const into = intoId === null ? null : await lockTopic(ctx, intoId);
      if (!into || into.mergedIntoId !== null) {
        throw new DomainError("CONFLICT", {
          text: { zh: "请先撤销之后的合并", en: "Undo the later merge first." },
        });
      }
      const ignore = ctx.services.database.engine === "mysql" ? "IGNORE" : "OR IGNORE";
      // Threads that were edited meanwhile have lost their own link; the one that came by the merge becomes it.
      await run(
        ctx,
        `UPDATE ${ignore} thread_topics SET topicId = ?, viaTopicId = NULL WHERE topicId = ? AND viaTopicId = ?`,
        [topicId, into.id, topicId],
      );
      await run(ctx, "DELETE FROM thread_topics WHERE topicId = ? AND viaTopicId = ?", [into.id, topicId]);
      await run(ctx, "UPDATE topics SET mergedIntoId = NULL WHERE id = ?", [topicId]);
      await countAnew(ctx, into.id);
      await countAnew(ctx, topicId);
      noteChange(ctx, {
        target: `topic:${topicId}`,
        before: { mergedIntoId: into.id },
        after: { name: topic.name, mergedIntoId: null },
      });
      ctx.emit(topicChanged({ topicId: into.id }));
    });
  },
});

/** Counts the threads of a topic by its links, in the caller's transaction. */
async function countAnew(ctx: Context, topicId: number): Promise<void> {
  await run(ctx, "DELETE FROM topic_categories WHERE topicId = ?", [topicId]);
  await run(
    ctx,
    `INSERT INTO topic_categories (topicId, categoryId, threadCount)
     SELECT l.topicId, t.categoryId, COUNT(*) FROM thread_topics l JOIN threads t ON t.id = l.threadId
     WHERE l.topicId = ? GROUP BY l.topicId, t.categoryId`,
    [topicId],
  );
  await run(
    ctx,
    "UPDATE topics SET threadCount = (SELECT COUNT(*) FROM thread_topics l WHERE l.topicId = ?) WHERE id = ?",
    [topicId, topicId],
  );
  await scoreTopics(ctx, await lastUsed(ctx, [topicId]));
}
