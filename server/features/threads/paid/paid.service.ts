import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { chain, load } from "../../../core/loaders.ts";
import { freePartOf } from "../../../core/markdown/freePart.ts";
import { MARKDOWN_VERSION, readMarkdown, topicsIn } from "../../../core/markdown/markdown.ts";
import { allow, mustBeAdmin } from "../../../core/viewer.ts";
import type { Attachment } from "../../attachments/attachment.entity.ts";
import { setPaidAttachments } from "../../attachments/attachment.service.ts";
import { ownsAttachmentRight, ownsThreadRight } from "../../entitlements/entitlement.service.ts";
import { findTopics } from "../../topics/topic.service.ts";
import { prepareContent, renderStored, type Content, type StoredText } from "../content/content.service.ts";
import { withCurrentNames } from "../../users/mentionedUsers.service.ts";
import type { Thread } from "../thread.entity.ts";
import { threadTextById } from "../thread.loaders.ts";
import { PaidContent } from "./paidContent.entity.ts";
import { paidContentById } from "./paid.loaders.ts";
import { isForSale, readsWithoutPaying, type Priced } from "./paid.policy.ts";

/** Highest price of a thread or its files, in cents (legacy-facts 4.6). */
export const PRICE_MAX_CENTS = 10_000_000;
const PERCENT = 100;
/** Buyers read the number of locked characters in full tens. */
const LOCKED_STEP = 10;

/** Price of a thread and the part that everybody reads, or the price of its files. */
export type Sale = Pick<Thread, "priceCents" | "freePercent" | "attachmentPriceCents">;
/** A sale as somebody wants it; what is absent stays as it is. */
export type WantedSale = { readonly [Key in keyof Sale]?: number | null };
/** Text of a thread as somebody reads it. */
export type ReadableText = StoredText;
/** A text that passed the rules: what everybody reads, rendered, and the whole of it if that is more. */
export interface SoldContent {
  readonly content: Content;
  readonly whole: Omit<PaidContent, "threadId" | "threadRow"> | null;
}

/**
 * Checks what somebody wants for a thread; what is not named stays as it is.
 * @param before the sale of the thread so far
 * @throws {DomainError} INVALID_PARAMETER for no price, two prices and no percentage; FORBIDDEN to set a price without
 *   `thread.insertPay`.
 */
export function checkSale(ctx: Context, wanted: WantedSale, before: Sale = FREE): Sale {
  const priceCents = wanted.priceCents ?? before.priceCents;
  const freePercent = wanted.freePercent ?? before.freePercent;
  const attachmentPriceCents = wanted.attachmentPriceCents ?? before.attachmentPriceCents;
  checkPrice(priceCents, "priceCents");
  checkPrice(attachmentPriceCents, "attachmentPriceCents");
  if (priceCents > 0 && attachmentPriceCents > 0)
    throw invalid(
      "attachmentPriceCents",
      "帖子付费和附件付费只能选一种",
      "A thread is sold as a whole, or its files are: there is one price.",
    );
  if (!Number.isInteger(freePercent) || freePercent < 0 || freePercent > PERCENT)
    throw invalid("freePercent", "免费部分须在 0 到 100 之间", "The free part is between 0 and 100 percent.");
  const sale = { priceCents, freePercent: priceCents === 0 ? 0 : freePercent, attachmentPriceCents };
  const isChanged = isOtherSale(sale, before);
  if (isChanged && isForSale(sale)) allow(ctx.viewer.check("thread.insertPay"));
  return sale;
}

const FREE: Sale = { priceCents: 0, freePercent: 0, attachmentPriceCents: 0 };

function checkPrice(cents: number, field: keyof Sale): void {
  if (cents < 0 || cents > PRICE_MAX_CENTS)
    throw invalid(
      field,
      `价格须在 0 到 ${PRICE_MAX_CENTS / PERCENT} 元之间`,
      `A price is between 0 and ${PRICE_MAX_CENTS} cents.`,
    );
}

function isOtherSale(a: Sale, b: Sale): boolean {
  return (
    a.priceCents !== b.priceCents ||
    a.freePercent !== b.freePercent ||
    a.attachmentPriceCents !== b.attachmentPriceCents
  );
}

/** Refuses a price of files where there are none. @throws {DomainError} INVALID_PARAMETER */
export function refusePriceOfNothing({ attachmentPriceCents }: Sale, hasFiles: boolean): void {
  if (attachmentPriceCents > 0 && !hasFiles)
    throw invalid(
      "attachmentPriceCents",
      "没有附件，不能设置附件价格；图片始终免费",
      "There are no files to sell; pictures stay free.",
    );
}

/** True if the viewer reads all the text of a thread: it is free or theirs, they bought it, or need not. */
export function readsAll(ctx: Context, thread: Priced): boolean | Promise<boolean> {
  const text = { ...thread, attachmentPriceCents: 0 };
  return readsWithoutPaying(ctx.viewer, text) || ownsThreadRight(ctx, thread.id);
}

/** True if the viewer gets the attachments of a thread that are sold: they bought them or all of it, or need not. */
export function mayGetAttachments(ctx: Context, thread: Priced): boolean | Promise<boolean> {
  return readsWithoutPaying(ctx.viewer, thread) || ownsAttachmentRight(ctx, thread.id);
}

/**
 * Gives the text of a thread as far as the viewer has paid for it, with the names that mentioned members have now. Whether
 * the viewer may read it at all is checked before.
 */
export function textFor(ctx: Context, thread: Thread): ReadableText | null | Promise<ReadableText | null> {
  return chain(storedTextFor(ctx, thread), (text) => {
    if (!text) return null;
    const { body, bodyHtml } = text;
    return chain(withCurrentNames(ctx, bodyHtml), (html) =>
      html === bodyHtml ? text : { body, bodyHtml: html },
    );
  }) as ReadableText | null | Promise<ReadableText | null>;
}

function storedTextFor(ctx: Context, thread: Thread): ReadableText | null | Promise<ReadableText | null> {
  const isLoaded = (thread.bodyHtml as string | undefined) !== undefined;
  const free = () => (isLoaded ? thread : load(ctx, threadTextById, thread.id));
  if (thread.priceCents === 0) return free();
  return chain(readsAll(ctx, thread), (all) =>
    all
      ? chain(wholeTextOf(ctx, thread.id), (whole) => whole ?? free())
      : (free() as ReadableText | null | Promise<ReadableText | null>),
  ) as ReadableText | null | Promise<ReadableText | null>;
}

/** The whole text of a thread; null if the free part is all of it. */
export async function wholeTextOf(ctx: Context, threadId: number): Promise<ReadableText | null> {
  const whole = await load(ctx, paidContentById, threadId);
  if (!whole || whole.markdownVersion === MARKDOWN_VERSION) return whole;
  return { body: whole.body, bodyHtml: (await renderStored(ctx, whole)).bodyHtml };
}

/** Counts the characters of a text that the viewer has to buy, markup included, rounded down to full tens. */
export async function countLockedCharacters(ctx: Context, thread: Thread): Promise<number> {
  if (thread.priceCents === 0 || (await readsAll(ctx, thread))) return 0;
  const [whole, free] = await Promise.all([
    wholeTextOf(ctx, thread.id),
    load(ctx, threadTextById, thread.id),
  ]);
  if (!whole || !free) return 0;
  const count = Math.max(0, whole.body.length - free.body.length);
  return count - (count % LOCKED_STEP);
}

/** Leaves out the pictures and files that the viewer has to buy. */
export function boughtAttachments(
  ctx: Context,
  thread: Thread,
  all: readonly Attachment[],
): readonly Attachment[] | Promise<readonly Attachment[]> {
  if (!all.some(({ isPaid }) => isPaid)) return all;
  return chain(mayGetAttachments(ctx, thread), (may) => (may ? all : all.filter(({ isPaid }) => !isPaid)));
}

/**
 * Checks and renders a text that may have a price. Topics, mentions, excerpt and search know the free part alone; the
 * rules of the site hold for all of it.
 * @throws {DomainError} as `prepareContent`
 */
export async function prepareSold(
  ctx: Context,
  source: string,
  { priceCents, freePercent }: Pick<Sale, "priceCents" | "freePercent">,
  before?: ReadableText | null,
): Promise<SoldContent> {
  const isSold = priceCents > 0 && freePercent < PERCENT;
  const content = await prepareContent(ctx, source, { before, newTopics: !isSold });
  if (!isSold) return { content, whole: null };
  const { body, bodyHtml, markdownVersion } = content;
  const free = freePartOf(body, freePercent);
  const rendition = await renderStored(ctx, { body: free, bodyHtml }, { newTopics: true });
  const topics = await findTopics(ctx, topicsIn(free));
  const { own } = readMarkdown(free).mentions(ctx.services.publicUrl);
  return {
    content: {
      ...rendition,
      mentionedIds: content.mentionedIds.filter((id) => own.includes(id)),
      topicIds: [...new Set(topics.values())],
      heldBackBy: content.heldBackBy,
    },
    whole: { body, bodyHtml, markdownVersion },
  };
}

/** Gives the whole text of a thread as it is stored, in the caller's transaction. */
export async function storedWhole(ctx: Context, { id, priceCents, body }: Thread): Promise<string> {
  if (priceCents === 0) return body;
  return (await ctx.db.findOneBy(PaidContent, { threadId: id }))?.body ?? body;
}

/** A change of a thread as far as text and price are concerned. */
export interface SoldEdit {
  readonly sale: Sale;
  /** True if a price or the free part change. */
  readonly isSoldAnew: boolean;
  /** Null if nothing of it changes. */
  readonly sold: SoldContent | null;
}

/**
 * Checks and renders what an edit makes of text and price. A new price cuts the free part anew.
 * @throws {DomainError} as `checkSale` and `prepareSold`; FORBIDDEN for prices of others' threads.
 */
export async function prepareEdit(
  ctx: Context,
  thread: Thread,
  input: WantedSale & { readonly body?: string | null },
): Promise<SoldEdit> {
  const sale = checkSale(ctx, input, thread);
  const isSoldAnew = isOtherSale(sale, thread);
  if (isSoldAnew && !ctx.viewer.owns(thread)) allow(mustBeAdmin(ctx.viewer));
  if (input.body == null && !isSoldAnew) return { sale, isSoldAnew, sold: null };
  const before = await writtenText(ctx, thread);
  return { sale, isSoldAnew, sold: await prepareSold(ctx, input.body ?? before?.body ?? "", sale, before) };
}

/** The whole text of a thread as its author wrote it. */
export async function sourceOf(ctx: Context, thread: Thread): Promise<string | undefined> {
  return (await writtenText(ctx, thread))?.body;
}

async function writtenText(ctx: Context, { id, priceCents }: Thread): Promise<ReadableText | null> {
  const whole = priceCents > 0 ? await wholeTextOf(ctx, id) : null;
  return whole ?? load(ctx, threadTextById, id);
}

/**
 * Refuses an edit if somebody has changed the price, or with a new text what that was cut from, since it was prepared:
 * what has to be bought would be published.
 * @throws {DomainError} CONFLICT
 */
export function refuseOvertaken(prepared: Thread, present: Thread, hasText: boolean): void {
  const { priceCents, editedAt } = prepared;
  const isSameText = editedAt?.getTime() === present.editedAt?.getTime();
  if (isOtherSale(prepared, present) || (hasText && !isSameText && priceCents + present.priceCents > 0))
    throw new DomainError("CONFLICT");
}

/** Keeps text and files of an edited thread sold as far as they were, or are from now on, in the caller's transaction. */
export async function keepSold(ctx: Context, before: Thread, { sale, sold }: SoldEdit): Promise<void> {
  if (!isForSale(before) && !isForSale(sale)) return;
  if (sold) return storeSold(ctx, before.id, { sale, sold });
  const hasMore = before.priceCents > 0 && (await ctx.db.existsBy(PaidContent, { threadId: before.id }));
  const freeBody = hasMore ? before.body : null;
  await setPaidAttachments(ctx, before.id, { freeBody, filesAreSold: sale.attachmentPriceCents > 0 });
}

/** Stores what a thread sells: the whole of its text beside the free part, and which of its files, in the caller's transaction. */
export async function storeSold(
  ctx: Context,
  threadId: number,
  { sale, sold: { content, whole } }: { readonly sale: Sale; readonly sold: SoldContent },
): Promise<void> {
  if (whole) await ctx.db.upsert(PaidContent, { threadId, ...whole }, ["threadId"]);
  else await ctx.db.delete(PaidContent, { threadId });
  const freeBody = whole ? content.body : null;
  await setPaidAttachments(ctx, threadId, { freeBody, filesAreSold: sale.attachmentPriceCents > 0 });
}
