import { Between, LessThan, MoreThan } from "typeorm";
import type { Context } from "../../core/context.ts";
import { load } from "../../core/loaders.ts";
import { lengthOf } from "../../core/text.ts";
import { inTransaction } from "../../core/transaction.ts";
import { insert } from "../../core/write.ts";
import { requestCheck } from "../checks/queue.service.ts";
import { ChannelAddress } from "../notifications/delivery/addresses/address.entity.ts";
import { getSettings } from "../settings/setting.service.ts";
import type { User } from "../users/user.entity.ts";
import { userById } from "../users/user.loaders.ts";
import { TextAssessment } from "./assessment.entity.ts";
import { HoldReason } from "./contentHold.entity.ts";
import { type ContentPlace, keyOfPlace, storeHold } from "./contentHold.service.ts";
import { isNewcomer } from "./newcomer.service.ts";
import { countLinks, type FoundSign, printOf, scoreOf, signsOf, storedSigns } from "./signs.ts";

const DAY_MS = 86_400_000;
/** Period in which texts count as written at once. */
const FREQUENT_MS = 600_000;
/** Period in which equal texts are found. */
const SAME_TEXT_MS = 7 * DAY_MS;
/** Time for which assessments are stored. */
const STORED_MS = 60 * DAY_MS;
/** Largest number of texts that are counted for a sign. */
const COUNTED_MAX = 50;
const MAIL = "EMAIL" as ChannelAddress["channel"];

/** A text that its author wants to publish. */
export interface WrittenText {
  readonly title: string;
  readonly body: string;
  readonly bodyHtml: string;
  readonly isAnonymous: boolean;
  /** Place of a text that was published before, if this is an edit. */
  readonly edited?: ContentPlace;
}

/** Signs in a text, as they are stored. */
interface Assessment {
  readonly print: string | null;
  readonly signs: readonly FoundSign[];
  readonly score: number;
}

/** Result of the rules of the owner for a text. */
export interface Verdict {
  /** The rule by which it waits for a moderator; null if it may appear. */
  readonly reason: HoldReason | null;
  /** Null for texts that are not looked at. */
  readonly assessment: Assessment | null;
  /** True if the outside service checks it. */
  readonly isChecked: boolean;
}

/** The verdict about texts that no rule concerns. */
export const NO_VERDICT: Verdict = { reason: null, assessment: null, isChecked: false };

/**
 * Applies the rules of the owner to a text of the viewer: the first texts of a member wait, and so do those of new members
 * whose signs reach a score. Without these rules, and for other members, nothing is read.
 */
export async function assessText(ctx: Context, text: WrittenText): Promise<Verdict> {
  const settings = await getSettings(ctx);
  const firstTexts = Number(settings.first_texts_held);
  const looksForSigns = settings.spam_signs === "1";
  if (firstTexts === 0 && !looksForSigns) return NO_VERDICT;
  const author = await load(ctx, userById, ctx.viewer.id);
  if (!author) return NO_VERDICT;
  const isFirst = !text.edited && author.threadCount + author.postCount < firstTexts;
  const assessment =
    looksForSigns && (await isNewcomer(ctx, author)) ? await assess(ctx, author, text) : null;
  const limit = Number(settings.spam_hold_score);
  const isSpam = assessment !== null && limit > 0 && assessment.score >= limit;
  return {
    reason: isSpam ? HoldReason.SIGNS : isFirst ? HoldReason.FIRST_TEXTS : null,
    assessment,
    isChecked: false,
  };
}

async function assess(ctx: Context, author: User, text: WrittenText): Promise<Assessment> {
  const { title, body, bodyHtml, isAnonymous, edited } = text;
  const whole = `${title}\n${body}`;
  const print = printOf(whole);
  const { id: authorId } = author;
  const since = (ms: number) => new Date(ctx.now.getTime() - ms);
  const recent = edited
    ? []
    : await ctx.db.find(TextAssessment, {
        select: { id: true, createdAt: true },
        where: { authorId, createdAt: MoreThan(since(SAME_TEXT_MS)) },
        order: { createdAt: "DESC", id: "DESC" },
        take: COUNTED_MAX,
      });
  const equal = await equalTexts(ctx, print, since(SAME_TEXT_MS));
  const others = edited ? equal.filter((other) => !isAt(other, edited)) : equal;
  const last = recent[0]?.createdAt ?? author.createdAt;
  const signs = signsOf({
    links: countLinks(bodyHtml, ctx.services.publicUrl),
    length: lengthOf(whole),
    seconds: edited ? null : (ctx.now.getTime() - last.getTime()) / 1000,
    recent: recent.filter(({ createdAt }) => createdAt > since(FREQUENT_MS)).length,
    repeats: others.filter((other) => other.authorId === authorId).length,
    copies: others.filter((other) => other.authorId !== authorId).length,
    author: isAnonymous
      ? null
      : { mail: await mailOf(ctx, authorId), names: [author.username, author.nickname] },
  });
  return { print, signs, score: scoreOf(signs) };
}

type Equal = Pick<TextAssessment, "authorId" | "threadId" | "postId">;

async function equalTexts(ctx: Context, print: string | null, after: Date): Promise<Equal[]> {
  if (print === null) return [];
  return ctx.db.find(TextAssessment, {
    select: { id: true, authorId: true, threadId: true, postId: true },
    where: { print, createdAt: Between(after, ctx.now) },
    take: COUNTED_MAX,
  });
}

const isAt = ({ threadId, postId }: Equal, place: ContentPlace): boolean =>
  threadId === place.threadId && postId === place.postId;

async function mailOf(ctx: Context, userId: number): Promise<string | null> {
  const row = await ctx.db.findOneBy(ChannelAddress, { userId, channel: MAIL });
  return row?.address || row?.pendingAddress || null;
}

/**
 * Stores what the rules said about a text, in the caller's transaction.
 * @param authorId author of the text, whom an editor may not be
 */
export async function storeVerdict(
  ctx: Context,
  place: ContentPlace,
  { reason, assessment, isChecked }: Verdict,
  authorId: number,
): Promise<void> {
  if (assessment) {
    const { print, signs, score } = assessment;
    const values = { print, score, signs: storedSigns(signs) };
    const changed = await ctx.db.update(TextAssessment, whereOf(place), values);
    if (changed.affected === 0)
      await insert(ctx, TextAssessment, { ...place, authorId: ctx.viewer.id, ...values, createdAt: ctx.now });
  }
  if (reason) await storeHold(ctx, place, { reason, score: assessment?.score ?? 0 });
  if (isChecked) await requestCheck(ctx, { ...place, targetKey: keyOfPlace(place), authorId });
}

function whereOf({ threadId, postId }: ContentPlace) {
  return threadId === null ? { postId: postId! } : { threadId };
}

/** Deletes assessments that no text is compared with any more and that no moderator needs. */
export async function deleteOldAssessments(ctx: Context): Promise<void> {
  const createdAt = LessThan(new Date(ctx.now.getTime() - STORED_MS));
  await inTransaction(ctx, (ctx) => ctx.db.delete(TextAssessment, { createdAt }));
}

/** Takes the texts of a member out of the comparison, as part of erasing their account. */
export async function eraseAssessments(ctx: Context, userId: number): Promise<void> {
  await inTransaction(ctx, (ctx) => ctx.db.delete(TextAssessment, { authorId: userId }));
}
