import type { Context } from "../../../core/context.ts";
import { insert } from "../../../core/write.ts";
import { checkSettings } from "../../checks/checkSettings.service.ts";
import { countThreadIn } from "../../categories/counter.service.ts";
import { queueForSearch } from "../../search/index/index.service.ts";
import { countThreads } from "../../users/userCounter.service.ts";
import {
  assessText,
  NO_VERDICT,
  storeVerdict,
  type Verdict,
  type WrittenText,
} from "../../spam/assessment.service.ts";
import { HoldReason } from "../../spam/contentHold.entity.ts";
import {
  type ContentPlace,
  dropHold,
  findHold,
  keyOfPlace,
  waitsForCheck,
} from "../../spam/contentHold.service.ts";
import { StopWordHit } from "./stopWordHit.entity.ts";
import { ApprovalState, Thread } from "../thread.entity.ts";
import { linkTopics } from "../topics/topicLink.service.ts";

/** Longest text of the stored stop words, in characters. */
const WORDS_MAX = 500;

/** The columns of a thread that holding it needs. */
type HeldBack = Pick<Thread, "id" | "categoryId" | "authorId" | "isAnonymous" | "createdAt">;

/** Reasons for which a text of the viewer waits for approval. */
export interface Judgement {
  readonly words: readonly string[];
  readonly verdict: Verdict;
  readonly isHeld: boolean;
}

/**
 * Finds the reasons for which a text waits: stop words, the rules of the owner, and the outside service. Texts of moderators
 * never wait, and are not checked.
 * @param text null if the body stays as it was
 * @param isChanged true if title, body or attachments change
 */
export async function judgeText(
  ctx: Context,
  categoryId: number,
  words: readonly string[],
  text: WrittenText | null,
  isChanged = text !== null,
): Promise<Judgement> {
  if (ctx.viewer.may("thread.edit", categoryId)) return { words: [], verdict: NO_VERDICT, isHeld: false };
  const verdict = text ? await assessText(ctx, text) : NO_VERDICT;
  const checks = isChanged ? await checkSettings(ctx) : null;
  const waits = checks?.isClosed === true && words.length === 0;
  const reason = verdict.reason ?? (waits ? HoldReason.CHECKING : null);
  const isHeld = words.length > 0 || reason !== null;
  return { words, verdict: { ...verdict, reason, isChecked: checks !== null }, isHeld };
}

/** Stores what was found in a visible thread, and hides it if it has to wait. @returns true if it waits */
export async function applyJudgement(ctx: Context, thread: HeldBack, judgement: Judgement): Promise<boolean> {
  await storeVerdict(ctx, { threadId: thread.id, postId: null }, judgement.verdict, thread.authorId);
  if (judgement.isHeld) await holdThread(ctx, thread, judgement.words);
  return judgement.isHeld;
}

/**
 * Judges a changed text that is held already, in the caller's transaction. If the outside check was its only reason and
 * another one holds it now, a passed check no longer publishes it.
 */
export async function judgeWaiting(
  ctx: Context,
  place: ContentPlace,
  { words, verdict }: Judgement,
  authorId: number,
): Promise<void> {
  if (!verdict.isChecked) return;
  if (words.length > 0) await holdForWords(ctx, place, words);
  const waits = waitsForCheck(await findHold(ctx, keyOfPlace(place)));
  const reason = waits ? verdict.reason : null;
  await storeVerdict(ctx, place, { ...verdict, reason }, authorId);
}

/** Lets a text that waits for the outside service wait for moderators because of stop words, in the caller's transaction. */
export async function holdForWords(
  ctx: Context,
  place: ContentPlace,
  words: readonly string[],
): Promise<void> {
  if (!waitsForCheck(await findHold(ctx, keyOfPlace(place)))) return;
  await dropHold(ctx, place);
  await storeStopWordHit(
    ctx,
    place.threadId === null ? { postId: place.postId } : { threadId: place.threadId },
    words,
  );
}

/** Hides a visible thread until it is approved, in the caller's transaction, and stores the stop words if they are why. */
export async function holdThread(ctx: Context, thread: HeldBack, words: readonly string[]): Promise<void> {
  await ctx.db.update(Thread, { id: thread.id }, { approval: ApprovalState.PENDING, visible: false });
  if (!thread.isAnonymous) await countThreads(ctx, thread.authorId, -1);
  await countThreadIn(ctx, thread.categoryId, -1);
  await queueForSearch(ctx, { threadId: thread.id });
  await linkTopics(ctx, thread, []);
  if (words.length > 0) await storeStopWordHit(ctx, { threadId: thread.id }, words);
}

/** Stores the stop words that held content for approval, for its reviewers. */
export async function storeStopWordHit(
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
