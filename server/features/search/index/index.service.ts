import type { Context } from "../../../core/context.ts";
import { putWords, removeWords } from "./index.sql.ts";
import { searchableText } from "./searchableText.ts";

/** The searchable parts of a thread. */
export interface IndexedThread {
  readonly threadId: number;
  readonly title: string;
  readonly body: string;
}

/** The searchable parts of a reply or comment. */
export interface IndexedPost {
  readonly postId: number;
  readonly threadId: number;
  readonly body: string;
}

/** The searchable parts of a topic. */
export interface IndexedTopic {
  readonly topicId: number;
  readonly name: string;
}

/** The searchable parts of a member. */
export interface IndexedUser {
  readonly userId: number;
  readonly nickname: string;
}

/** Makes a thread findable by its title and body, in the caller's transaction; what it said before is forgotten. */
export async function indexThread(ctx: Context, { threadId, title, body }: IndexedThread): Promise<void> {
  await putWords(ctx, "thread", threadId, `${title}\n${searchableText(body)}`);
}

/** Makes a reply or comment findable, in the caller's transaction; what it said before is forgotten. */
export async function indexPost(ctx: Context, { postId, body }: IndexedPost): Promise<void> {
  await putWords(ctx, "post", postId, searchableText(body));
}

/** Makes a member findable by nickname, in the caller's transaction; an earlier one is forgotten. */
export async function indexUser(ctx: Context, { userId, nickname }: IndexedUser): Promise<void> {
  await putWords(ctx, "user", userId, nickname);
}

/** Makes a topic findable by its name, in the caller's transaction. */
export async function indexTopic(ctx: Context, { topicId, name }: IndexedTopic): Promise<void> {
  await putWords(ctx, "topic", topicId, name);
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
  await removeWords(ctx, kind, id);
}
