import { noteChange } from "../../../core/audit.ts";
import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { verb } from "../../../core/verbs.ts";
import { changing, lockTopic, mustStand } from "../../topics/topic.admin.service.ts";
import type { Topic } from "../../topics/topic.entity.ts";
import { topicChanged } from "../../topics/topic.events.ts";
import { countAnew, setMergedInto } from "../../topics/topic.merge.service.ts";
import { ThreadTopic } from "./topicLink.entity.ts";
import { readLastUses } from "./topicLink.sql.ts";
import { copyLinks, returnLinks } from "./topicMerge.sql.ts";

/** Input of `mergeTopic`. */
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
      await copyLinks(ctx, topicId, intoId);
      await setMergedInto(ctx, topicId, intoId);
      await countAnew(ctx, intoId, await readLastUses(ctx, [intoId]));
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
      // Threads that were edited meanwhile have lost their own link; the one that came by the merge becomes it.
      await returnLinks(ctx, topicId, into.id);
      await ctx.db.delete(ThreadTopic, { topicId: into.id, viaTopicId: topicId });
      await setMergedInto(ctx, topicId, null);
      await countAnew(ctx, into.id, await readLastUses(ctx, [into.id]));
      await countAnew(ctx, topicId, await readLastUses(ctx, [topicId]));
      noteChange(ctx, {
        target: `topic:${topicId}`,
        before: { mergedIntoId: into.id },
        after: { name: topic.name, mergedIntoId: null },
      });
      ctx.emit(topicChanged({ topicId: into.id }));
    });
  },
});
