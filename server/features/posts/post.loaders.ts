import { defineLoader } from "../../core/loaders.ts";
import { marks, rows, select, selectEach } from "../../core/sql.ts";
import { Post } from "./post.entity.ts";

/** Comments that a page of replies shows under each. */
const FIRST_COMMENTS = 3;
/** What pages leave in the database: they show the HTML; see `postTextById`. */
export const SOURCE_TEXT: readonly string[] = ["body", "plainText"];

/** Replies and comments by id, without their Markdown; whoever shows them asks the policy first. */
export const postById = defineLoader<number, Post>("postById", async (ctx, ids) => {
  const found = await select(ctx, Post, "p", `posts p WHERE p.id IN (${marks(ids)})`, ids, SOURCE_TEXT);
  return new Map(found.map((post) => [post.id, post]));
});

/** The Markdown of replies by id. */
export const postTextById = defineLoader<number, string>("postTextById", async (ctx, ids) => {
  const found = await rows<{ id: number; body: string }>(
    ctx,
    `SELECT p.id, p.body FROM posts p WHERE p.id IN (${marks(ids)})`,
    ids,
  );
  return new Map(found.map(({ id, body }) => [id, body]));
});

/** Replies by id without marks, for snippets. Rows that wait for the job give their Markdown. */
export const postPlainTextById = defineLoader<number, string>("postPlainTextById", async (ctx, ids) => {
  const found = await rows<{ id: number; text: string }>(
    ctx,
    `SELECT p.id, COALESCE(p.plainText, p.body) AS text FROM posts p WHERE p.id IN (${marks(ids)})`,
    ids,
  );
  return new Map(found.map(({ id, text }) => [id, text]));
});

/** Who wrote what a comment answers. */
export interface AnsweredPost {
  readonly id: number;
  readonly authorId: number;
  readonly isAnonymous: boolean;
}

/** Who wrote the comments that comments answer, by id. */
export const answeredPostById = defineLoader<number, AnsweredPost>("answeredPostById", async (ctx, ids) => {
  const found = await rows<{ id: number; authorId: number; isAnonymous: number }>(
    ctx,
    `SELECT p.id, p.authorId, p.isAnonymous FROM posts p WHERE p.id IN (${marks(ids)})`,
    ids,
  );
  return new Map(found.map((post) => [post.id, { ...post, isAnonymous: Boolean(post.isAnonymous) }]));
});

/** Whether the viewer likes replies. */
export const likedByViewer = defineLoader<number, boolean>("postLikedByViewer", async (ctx, ids) => {
  if (!ctx.viewer.isMember) return new Map();
  const found = await rows<{ postId: number }>(
    ctx,
    `SELECT l.postId FROM post_likes l WHERE l.userId = ? AND l.postId IN (${marks(ids)})`,
    [ctx.viewer.id, ...ids],
  );
  return new Map(found.map(({ postId }) => [postId, true]));
});

/** The first visible comments of replies, oldest first; one statement for a whole page. */
export const firstCommentsOf = defineLoader<number, Post[]>("firstCommentsOf", async (ctx, ids) => {
  const from = `posts p WHERE p.parentId = ? AND p.visible = 1 ORDER BY p.id LIMIT ${FIRST_COMMENTS}`;
  const found = await selectEach(
    ctx,
    Post,
    "p",
    from,
    ids.map((id) => [id]),
    SOURCE_TEXT,
  );
  return byParent(ids, found);
});

/** One page of the comments of one reply: `first` and one more after an id. */
export interface CommentPage {
  readonly parentId: number;
  readonly afterId: number;
  readonly limit: number;
  /** Also those that wait or are deleted, for moderators of the thread. */
  readonly everything: boolean;
}

/** Writes the key of `commentPageOf`. */
export function commentPageKey({ parentId, afterId, limit, everything }: CommentPage): string {
  return `${parentId} ${afterId} ${limit} ${everything ? 1 : 0}`;
}

/** Pages of comments; the pages of many replies are one statement. */
export const commentPageOf = defineLoader<string, Post[]>("commentPageOf", async (ctx, keys) => {
  const me = ctx.viewer.id;
  const pages = keys.map((key) => key.split(" ").map(Number) as [number, number, number, number]);
  const from = `posts p WHERE p.parentId = ? AND p.id > ?
    AND (p.visible = 1 OR ? = 1 OR (p.authorId = ? AND (p.deletedAt IS NULL OR p.deletedById = ?)))
    ORDER BY p.id LIMIT ?`;
  const values = pages.map(([parentId, afterId, limit, everything]) => [
    parentId,
    afterId,
    everything,
    me,
    me,
    limit,
  ]);
  const found = byParent(
    pages.map(([parentId]) => parentId),
    await selectEach(ctx, Post, "p", from, values, SOURCE_TEXT),
  );
  // Two pages of one reply in one document: each takes its own part.
  return new Map(
    pages.map(([parentId, afterId, limit], index) => [
      keys[index]!,
      found
        .get(parentId)!
        .filter((post, place, all) => post.id > afterId && all[place - 1]?.id !== post.id)
        .slice(0, limit),
    ]),
  );
});

function byParent(parentIds: readonly number[], found: readonly Post[]): Map<number, Post[]> {
  const groups = new Map<number, Post[]>(parentIds.map((id) => [id, []]));
  for (const post of [...found].sort((a, b) => a.id - b.id)) groups.get(post.parentId!)!.push(post);
  return groups;
}
