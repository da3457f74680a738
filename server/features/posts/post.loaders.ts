import { defineLoader } from "../../core/loaders.ts";
import { timeOf } from "../../core/sql.ts";
import { SLOW_MODE_SECONDS } from "../threads/thread.entity.ts";
import type { Post } from "./post.entity.ts";
import {
  readCommentPages,
  readFirstComments,
  readLastReplyTimes,
  readPostAuthors,
  readPostPlainTexts,
  readPosts,
  readPostTexts,
  type CommentPage,
} from "./post.sql.ts";
import { readLikedPosts } from "./reactions/reaction.sql.ts";

/** Comments shown below each reply of a page. */
const FIRST_COMMENTS = 3;

/** Replies and comments by id, without their Markdown. Callers check the policy before they show one. */
export const postById = defineLoader<number, Post>("postById", async (ctx, ids) => {
  const posts = await readPosts(ctx, ids);
  return new Map(posts.map((post) => [post.id, post]));
});

/** The Markdown of replies by id. */
export const postTextById = defineLoader<number, string>("postTextById", async (ctx, ids) => {
  const texts = await readPostTexts(ctx, ids);
  return new Map(texts.map(({ id, body }) => [id, body]));
});

/** Replies by id without marks, for snippets; rows not yet rendered give their Markdown. */
export const postPlainTextById = defineLoader<number, string>("postPlainTextById", async (ctx, ids) => {
  const texts = await readPostPlainTexts(ctx, ids);
  return new Map(texts.map(({ id, text }) => [id, text]));
});

/** The author of a reply or comment that a comment answers. */
export interface AnsweredPost {
  readonly id: number;
  readonly authorId: number;
  readonly isAnonymous: boolean;
}

/** Authors of answered comments, by id of the comment. */
export const answeredPostById = defineLoader<number, AnsweredPost>("answeredPostById", async (ctx, ids) => {
  const answered = await readPostAuthors(ctx, ids);
  return new Map(answered.map((post) => [post.id, { ...post, isAnonymous: Boolean(post.isAnonymous) }]));
});

/** The emoji with which the viewer reacted to replies, empty for plain likes; absent for others. */
export const reactionByViewer = defineLoader<number, string>("postReactionByViewer", async (ctx, ids) => {
  if (!ctx.viewer.isMember) return new Map();
  const likes = await readLikedPosts(ctx, ids);
  return new Map(likes.map(({ postId, reaction }) => [postId, reaction]));
});

/** Times of the viewer's last replies to threads, whatever became of them; none of more than a week ago. */
export const lastReplyTimeOf = defineLoader<number, Date>("lastReplyTimeOf", async (ctx, ids) => {
  const times = await readLastReplyTimes(
    ctx,
    ids,
    new Date(ctx.now.getTime() - SLOW_MODE_SECONDS.max * 1000),
  );
  return new Map(times.map(({ threadId, lastAt }) => [threadId, timeOf(lastAt)]));
});

/** The first visible comments of replies, oldest first; one statement for a whole page. */
export const firstCommentsOf = defineLoader<number, Post[]>("firstCommentsOf", async (ctx, ids) =>
  byParent(ids, await readFirstComments(ctx, ids, FIRST_COMMENTS)),
);

/** Writes the key of `commentPageOf`. */
export function commentPageKey({ parentId, afterId, limit, everything }: CommentPage): string {
  return `${parentId} ${afterId} ${limit} ${everything ? 1 : 0}`;
}

function commentPage(key: string): CommentPage {
  const [parentId, afterId, limit, everything] = key.split(" ").map(Number) as [
    number,
    number,
    number,
    number,
  ];
  return { parentId, afterId, limit, everything: everything === 1 };
}

/** Pages of comments; the pages of many replies are one statement. */
export const commentPageOf = defineLoader<string, Post[]>("commentPageOf", async (ctx, keys) => {
  const pages = keys.map(commentPage);
  const comments = byParent(
    pages.map(({ parentId }) => parentId),
    await readCommentPages(ctx, pages),
  );
  // Two pages of one reply in one document: each takes its own part.
  return new Map(
    pages.map(({ parentId, afterId, limit }, index) => [
      keys[index]!,
      comments
        .get(parentId)!
        .filter((post, place, all) => post.id > afterId && all[place - 1]?.id !== post.id)
        .slice(0, limit),
    ]),
  );
});

function byParent(parentIds: readonly number[], comments: readonly Post[]): Map<number, Post[]> {
  const groups = new Map<number, Post[]>(parentIds.map((id) => [id, []]));
  for (const post of [...comments].sort((a, b) => a.id - b.id)) groups.get(post.parentId!)!.push(post);
  return groups;
}
