import { defineLoader, load, preload } from "../../../core/loaders.ts";
import { isLiveTopic, type Topic } from "../../topics/topic.entity.ts";
import { topicById } from "../../topics/topic.loaders.ts";
import { readTopicLinks } from "./topicLink.sql.ts";

/** The topics that threads name, in order; absent for threads that name none. */
export const topicsOfThread = defineLoader<number, Topic[]>("topicsOfThread", async (ctx, ids) => {
  const links = await readTopicLinks(ctx, ids);
  await preload(
    ctx,
    topicById,
    links.map(({ topicId }) => Number(topicId)),
  );
  const topics = new Map<number, Topic[]>();
  for (const { threadId, topicId } of links) {
    const topic = load(ctx, topicById, Number(topicId)) as Topic | null;
    if (!topic || !isLiveTopic(topic)) continue;
    const others = topics.get(Number(threadId));
    if (others) others.push(topic);
    else topics.set(Number(threadId), [topic]);
  }
  return topics;
});
