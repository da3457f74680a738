import type { Context } from "../../../core/context.ts";
import { insert } from "../../../core/write.ts";
import { countThreadIn } from "../../categories/counter.service.ts";
import { removeFromIndex } from "../../search/index/index.service.ts";
import { countThreads } from "../../users/userCounter.service.ts";
import { StopWordHit } from "./stopWordHit.entity.ts";
import { ApprovalState, Thread } from "../thread.entity.ts";
import { linkTopics } from "../topics/topicLink.service.ts";

/** Words that are remembered of what was held back, in characters. */
const WORDS_MAX = 500;

/** The columns of a thread that holding it needs. */
type HeldBack = Pick<Thread, "id" | "categoryId" | "authorId" | "isAnonymous" | "createdAt">;

/** Takes a visible thread out of sight until somebody approves it, in the caller's transaction, and notes why. */
export async function holdBackThread(
  ctx: Context,
  thread: HeldBack,
  words: readonly string[],
): Promise<void> {
  await ctx.db.update(Thread, { id: thread.id }, { approval: ApprovalState.PENDING, visible: false });
  if (!thread.isAnonymous) await countThreads(ctx, thread.authorId, -1);
  await countThreadIn(ctx, thread.categoryId, -1);
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
  await ctx.db.delete(StopWordHit, place);
  await insert(ctx, StopWordHit, { ...place, words: joined([...new Set(words)]), createdAt: ctx.now });
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
