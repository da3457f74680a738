import type { Context } from "../../../core/context.ts";
import { load, preload } from "../../../core/loaders.ts";
import { mentionedIn } from "../../../core/markdown/mentions.ts";
import { attachmentsOfPost } from "../../attachments/attachment.loaders.ts";
import { canSeeAuthor } from "../../threads/thread.policy.ts";
import { userById } from "../../users/user.loaders.ts";
import type { Post } from "../post.entity.ts";
import { answeredPostById, firstCommentsOf, reactionByViewer, postTextById } from "../post.loaders.ts";
import { canSeePostAuthor } from "../post.policy.ts";

/**
 * Reads what a document wants to show beside each reply of a page, comments included: one statement per kind whatever
 * the length of the page, so that fields later answer at once.
 * @param wanted names of the fields that the document asks for
 */
export async function preloadPostNeighbours(
  ctx: Context,
  replies: readonly Post[],
  wanted: ReadonlySet<string>,
): Promise<void> {
  if (replies.length === 0) return;
  const posts = wanted.has("firstComments") ? [...replies, ...(await firstComments(ctx, replies))] : replies;
  const people = new Set<number>();
  if (wanted.has("author")) {
    for (const post of posts) if (canSeePostAuthor(ctx.viewer, post)) people.add(post.authorId);
  }
  if (wanted.has("replyTo")) {
    for (const id of await answeredAuthors(ctx, posts)) people.add(id);
  }
  if (wanted.has("bodyHtml")) {
    for (const { bodyHtml } of posts) for (const id of mentionedIn(bodyHtml).values()) people.add(id);
  }
  const reading: Promise<void>[] = [];
  if (people.size > 0) reading.push(preload(ctx, userById, people));
  if (ctx.viewer.isMember && wanted.has("viewerHasLiked")) {
    reading.push(
      preload(
        ctx,
        reactionByViewer,
        posts.map((post) => post.id),
      ),
    );
  }
  if (wanted.has("attachments")) {
    const holding = posts.filter((post) => post.hasAttachments).map((post) => post.id);
    if (holding.length > 0) reading.push(preload(ctx, attachmentsOfPost, holding));
  }
  if (wanted.has("body"))
    reading.push(
      preload(
        ctx,
        postTextById,
        posts.map((post) => post.id),
      ),
    );
  await Promise.all(reading);
}

async function firstComments(ctx: Context, replies: readonly Post[]): Promise<Post[]> {
  const commented = replies.filter((post) => post.commentCount > 0).map((post) => post.id);
  if (commented.length === 0) return [];
  await preload(ctx, firstCommentsOf, commented);
  return commented.flatMap((id) => load(ctx, firstCommentsOf, id) as Post[]);
}

async function answeredAuthors(ctx: Context, posts: readonly Post[]): Promise<number[]> {
  const ids = posts.flatMap((post) => post.replyToPostId ?? []);
  if (ids.length === 0) return [];
  await preload(ctx, answeredPostById, ids);
  const answered = ids.map(
    (id) => load(ctx, answeredPostById, id) as { authorId: number; isAnonymous: boolean } | null,
  );
  return answered.flatMap((post) => (post && canSeeAuthor(ctx.viewer, post) ? post.authorId : []));
}
