import type { Context } from "../../../core/context.ts";
import { preload } from "../../../core/loaders.ts";
import { attachmentsOfThread } from "../../attachments/attachment.loaders.ts";
import { categoryById } from "../../categories/category.service.ts";
import { userById } from "../../users/user.loaders.ts";
import { posterIdsOf, type Thread } from "../thread.entity.ts";
import { reactionOf, threadTextById } from "../thread.loaders.ts";
import { canReadThread, canSeeAuthor } from "../thread.policy.ts";
import { topicsOfThread } from "../topics/topicLink.loaders.ts";

/**
 * Reads what a document wants to show beside each thread of a list, one statement per kind whatever the length of the
 * list, so that fields later answer at once.
 * @param wanted names of the fields that the document asks for
 */
export async function preloadNeighbours(
  ctx: Context,
  threads: readonly Thread[],
  wanted: ReadonlySet<string>,
): Promise<void> {
  if (threads.length === 0) return;
  const reading: Promise<void>[] = [];
  const people = peopleOf(ctx, threads, wanted);
  if (people.length > 0) reading.push(preload(ctx, userById, people));
  if (wanted.has("category")) {
    reading.push(
      preload(
        ctx,
        categoryById,
        threads.map((thread) => thread.categoryId),
      ),
    );
  }
  if (wanted.has("images") || wanted.has("attachments")) {
    const holding = threads.filter((thread) => thread.hasImages || thread.hasAttachments);
    if (holding.length > 0) reading.push(preload(ctx, attachmentsOfThread, idsOf(holding)));
  }
  if (ctx.viewer.isMember && (wanted.has("viewerHasLiked") || wanted.has("viewerHasFavorited"))) {
    reading.push(preload(ctx, reactionOf, idsOf(threads)));
  }
  if (wanted.has("topics")) reading.push(preload(ctx, topicsOfThread, idsOf(threads)));
  if (wanted.has("body") || wanted.has("bodyHtml")) {
    const readable = threads.filter(
      (thread) => thread.body === undefined && canReadThread(ctx.viewer, thread).allowed,
    );
    if (readable.length > 0) reading.push(preload(ctx, threadTextById, idsOf(readable)));
  }
  await Promise.all(reading);
}

function idsOf(threads: readonly Thread[]): number[] {
  return threads.map((thread) => thread.id);
}

function peopleOf(ctx: Context, threads: readonly Thread[], wanted: ReadonlySet<string>): number[] {
  const ids: number[] = [];
  for (const thread of threads) {
    if (wanted.has("author") && canSeeAuthor(ctx.viewer, thread)) ids.push(thread.authorId);
    if (wanted.has("participants")) ids.push(...posterIdsOf(thread));
    if (wanted.has("lastPostedBy") && thread.lastPostedById !== null) ids.push(thread.lastPostedById);
  }
  return ids;
}
