import type { Context } from "../../core/context.ts";
import { run } from "../../core/sql.ts";
import { removeFromIndex } from "../search/index.service.ts";
import { ApprovalState, type Thread } from "./thread.entity.ts";
import { linkTopics } from "./topicLink.service.ts";

/** Words that are remembered of what was held back, in characters. */
const WORDS_MAX = 500;

/** What is held back. */
type HeldBack = Pick<Thread, "id" | "categoryId" | "authorId" | "isAnonymous" | "createdAt">;

/** Takes a visible thread out of sight until somebody approves it, in the caller's transaction, and notes why. */
export async function holdBackThread(
  ctx: Context,
  thread: HeldBack,
  words: readonly string[],
): Promise<void> {
  await run(ctx, "UPDATE threads SET approval = ?, visible = 0 WHERE id = ?", [
    ApprovalState.PENDING,
    thread.id,
  ]);
  if (!thread.isAnonymous)
    await run(ctx, "UPDATE users SET threadCount = threadCount - 1 WHERE id = ?", [thread.authorId]);
  await run(ctx, "UPDATE categories SET threadCount = threadCount - 1 WHERE id = ?", [thread.categoryId]);
  await removeFromIndex(ctx, { threadId: thread.id });
  await linkTopics(ctx, thread, []);
  await noteWords(ctx, { threadId: thread.id }, words);
}

/** Remembers which stop words held something back, for whoever reviews it. */
export async function noteWords(
  ctx: Context,
  place: { readonly threadId: number } | { readonly postId: number },
  words: readonly string[],
): Promise<void> {
  const column = "threadId" in place ? "threadId" : "postId";
  const id = "threadId" in place ? place.threadId : place.postId;
  await run(ctx, `DELETE FROM stop_word_hits WHERE ${column} = ?`, [id]);
  await run(ctx, `INSERT INTO stop_word_hits (${column}, words, createdAt) VALUES (?, ?, ?)`, [
    id,
    joined([...new Set(words)]),
    ctx.now,
  ]);
}

/** One per line, as many as there is room for: half a word would be another word. */
function joined(words: readonly string[]): string {
  let text = "";
  for (const word of words) {
    const longer = text === "" ? word : `${text}\n${word}`;
    if (longer.length <= WORDS_MAX) text = longer;
  }
  return text;
}

/** The words of a stored hit; older ones are separated by commas. */
export function wordsOf(stored: string): string[] {
  return stored.split(stored.includes("\n") ? "\n" : ", ").filter((word) => word !== "");
}

/** Counts a thread in another category. */
export async function moveCount(ctx: Context, from: number, to: number): Promise<void> {
  // In ascending order, so that two moves in opposite directions do not wait for each other.
  for (const id of [from, to].sort((a, b) => a - b)) {
    await run(ctx, "UPDATE categories SET threadCount = threadCount + ? WHERE id = ?", [
      id === to ? 1 : -1,
      id,
    ]);
  }
}
