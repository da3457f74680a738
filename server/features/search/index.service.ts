import type { Context } from "../../core/context.ts";
import { run } from "../../core/sql.ts";
import { indexTokens, indexTokensInBlock } from "../../core/searchTokens.ts";
import { searchableText } from "./searchableText.ts";

/** The table of each kind; a row's id is the id of what it finds. */
export const SEARCH_TABLES = {
  thread: "search_threads",
  post: "search_posts",
  user: "search_users",
  topic: "search_topics",
} as const;

/** What can be searched for. */
export type SearchedKind = keyof typeof SEARCH_TABLES;

/** What is found of a thread. */
export interface IndexedThread {
  readonly threadId: number;
  readonly title: string;
  readonly body: string;
}

/** What is found of a reply or comment. */
export interface IndexedPost {
  readonly postId: number;
  readonly threadId: number;
  readonly body: string;
}

/** What is found of a topic. */
export interface IndexedTopic {
  readonly topicId: number;
  readonly name: string;
}

/** What is found of a member. */
export interface IndexedUser {
  readonly userId: number;
  readonly nickname: string;
}

/** Makes a thread findable by its title and body, in the caller's transaction; what it said before is forgotten. */
export async function indexThread(ctx: Context, { threadId, title, body }: IndexedThread): Promise<void> {
  await put(ctx, "thread", threadId, `${title}\n${searchableText(body)}`);
}

/** Makes a reply or comment findable, in the caller's transaction; what it said before is forgotten. */
export async function indexPost(ctx: Context, { postId, body }: IndexedPost): Promise<void> {
  await put(ctx, "post", postId, searchableText(body));
}

/** Makes a member findable by nickname, in the caller's transaction; an earlier one is forgotten. */
export async function indexUser(ctx: Context, { userId, nickname }: IndexedUser): Promise<void> {
  await put(ctx, "user", userId, nickname);
}

/** Makes a topic findable by its name, in the caller's transaction. */
export async function indexTopic(ctx: Context, { topicId, name }: IndexedTopic): Promise<void> {
  await put(ctx, "topic", topicId, name);
}

/** Something that is found no longer. */
export type Removed =
  { readonly threadId: number } | { readonly postId: number } | { readonly userId: number };

/** Takes something out of the index, in the caller's transaction; replies of a thread stay, their search asks for it. */
export async function removeFromIndex(ctx: Context, removed: Removed): Promise<void> {
  const [kind, id] =
    "postId" in removed
      ? (["post", removed.postId] as const)
      : "userId" in removed
        ? (["user", removed.userId] as const)
        : (["thread", removed.threadId] as const);
  const key = ctx.services.database.engine === "sqlite" ? "rowid" : "id";
  await run(ctx, `DELETE FROM ${SEARCH_TABLES[kind]} WHERE ${key} = ?`, [id]);
}

async function put(ctx: Context, kind: SearchedKind, id: number, text: string): Promise<void> {
  const table = SEARCH_TABLES[kind];
  if (ctx.services.database.engine === "sqlite") {
    await run(ctx, `INSERT OR REPLACE INTO ${table} (rowid, words) VALUES (?, ?)`, [id, indexTokens(text)]);
  } else {
    await run(
      ctx,
      `INSERT INTO ${table} (id, words) VALUES (?, ?) ON DUPLICATE KEY UPDATE words = VALUES(words)`,
      [id, indexTokensInBlock(text, id)],
    );
  }
}
