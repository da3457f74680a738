import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { askBefore } from "../../core/hooks.ts";
import { parseId, parseOptionalId } from "../../core/ids.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { allow } from "../../core/viewer.ts";
import { insert } from "../../core/write.ts";
import { attachToContent, checkAttachments, withPicturesIn } from "../attachments/attachment.service.ts";
import { requirePhone } from "../auth/accounts/phoneGate.ts";
import { requireWechat } from "../auth/accounts/wechatGate.ts";
import { passCaptcha } from "../captcha/captcha.service.ts";
import { CaptchaPurpose } from "../captcha/captcha.view.ts";
import { invalidateCategories } from "../categories/category.service.ts";
import { removeDraft } from "../drafts/draft.service.ts";
import { onceByKey } from "../money/ledger/onceByKey.service.ts";
import { queueForSearch } from "../search/index/index.service.ts";
import { refuseIfOffHere } from "../settings/catalogue/deviceSwitches.ts";
import { prepareTitle } from "./content/content.service.ts";
import { placeOf } from "./content/place.ts";
import { holdEvent } from "./moderation/heldEvent.service.ts";
import { applyJudgement, judgeText } from "./moderation/hold.service.ts";
import { isForSale } from "./paid/paid.policy.ts";
import { checkSale, prepareSold, refusePriceOfNothing, storeSold } from "./paid/paid.service.ts";
import { hotScoreOf, Thread } from "./thread.entity.ts";
import { threadPublished } from "./thread.events.ts";
import { checkGifts, keyOfThread } from "./thread.gifts.service.ts";
import type { PublishThreadInput } from "./thread.input.ts";
import { canAttach, canPublishThread } from "./thread.policy.ts";
import { checkCategory, countThread, NEW_THREAD, readChanged, storedContent } from "./thread.service.ts";
import { linkTopics } from "./topics/topicLink.service.ts";

/** Checks and renders the texts of a thread with what is attached to it and its price. */
async function prepareTexts(
  ctx: Context,
  input: PublishThreadInput,
  texts: { readonly title: string; readonly body: string },
) {
  const { title, heldBackBy } = await prepareTitle(ctx, texts.title);
  const named = await withPicturesIn(ctx, texts.body, input.attachmentIds);
  const attachments = await checkAttachments(ctx, named, {});
  allow(canAttach(ctx.viewer, attachments));
  const sale = checkSale(ctx, input);
  refusePriceOfNothing(sale, attachments.hasFiles);
  return { title, heldBackBy, attachments, sale, sold: await prepareSold(ctx, texts.body, sale) };
}

/** A thread that passed the checks. */
export type PreparedThread = Awaited<ReturnType<typeof prepareThread>>;

/**
 * Checks a thread that the viewer wants to publish, and renders it; stores nothing of it.
 * @throws {DomainError} as `publishThread`, but nothing about captcha, draft and money
 */
export async function prepareThread(ctx: Context, input: PublishThreadInput) {
  const categoryId = parseId(input.categoryId, "categoryId");
  const { isAnonymous } = input;
  await checkCategory(ctx, categoryId);
  allow(canPublishThread(ctx.viewer, categoryId, { isAnonymous, hasPosition: Boolean(input.position) }));
  await requireWechat(ctx);
  await requirePhone(ctx);
  if (isAnonymous) await refuseIfOffHere(ctx, "site_anonymous");
  const place = placeOf(input.position);
  let texts = await prepareTexts(ctx, input, input);
  const gifts = await checkGifts(ctx, input);
  const given = { title: texts.title, body: input.body, categoryId };
  const draft = await askBefore(ctx, "publishThread", given);
  if (draft.title !== given.title || draft.body !== given.body) texts = await prepareTexts(ctx, input, draft);
  return { categoryId, isAnonymous, place, gifts, ...texts };
}

/**
 * Stores a thread that passed the checks as the viewer's.
 * @param finish ends what the thread was before, in the transaction that stores it; receives whether it waits for approval
 * @emits threadPublished, now or when it is approved
 */
export async function storeThread(
  ctx: Context,
  input: PublishThreadInput,
  prepared: PreparedThread,
  finish: (ctx: Context, threadId: number, isHeld: boolean) => Promise<void>,
): Promise<Thread> {
  const { categoryId, isAnonymous, title, gifts, attachments, sale, sold } = prepared;
  const { content } = sold;
  const words = [...prepared.heldBackBy, ...content.heldBackBy, ...gifts.heldBackBy];
  const bodyHtml = content.bodyHtml + gifts.link;
  const judgement = await judgeText(ctx, categoryId, words, { title, ...content, bodyHtml, isAnonymous });
  const authorId = ctx.viewer.id;
  const hotScore = hotScoreOf({ createdAt: ctx.now, postCount: 0, likeCount: 0 });

  const store = async (ctx: Context): Promise<number> => {
    await countThread(ctx, { authorId, categoryId, isAnonymous }, 1);
    const threadId = await insert(ctx, Thread, {
      ...NEW_THREAD,
      categoryId,
      authorId,
      title,
      isAnonymous,
      ...gifts.marks,
      hotScore,
      ...storedContent(content),
      ...sale,
      ...prepared.place,
      hasImages: attachments.hasImages,
      hasAttachments: attachments.hasFiles,
      createdAt: ctx.now,
      lastPostedAt: ctx.now,
    });
    if (attachments.ids.length > 0) await attachToContent(ctx, { threadId }, attachments);
    if (isForSale(sale)) await storeSold(ctx, threadId, { sale, sold });
    await gifts.place(ctx, { id: threadId, title });
    await queueForSearch(ctx, { threadId });
    await linkTopics(ctx, { id: threadId, categoryId, createdAt: ctx.now }, content.topicIds);
    await finish(ctx, threadId, judgement.isHeld);
    const mentionedIds = content.mentionedIds.filter((userId) => userId !== authorId);
    const news = threadPublished({ threadId, categoryId, authorId, isAnonymous, mentionedIds });
    const stored = { id: threadId, categoryId, authorId, isAnonymous, createdAt: ctx.now };
    if (await applyJudgement(ctx, stored, judgement)) await holdEvent(ctx, { threadId, postId: null }, news);
    else ctx.emit(news);
    return threadId;
  };
  const id = await inTransaction(ctx, (ctx) => onceByKey(ctx, keyOfThread(input), () => store(ctx)));
  invalidateCategories(ctx.services);
  return readChanged(ctx, id);
}

/**
 * Publishes a thread in the viewer's name.
 * @emits threadPublished, now or when it is approved
 * @throws {DomainError} NOT_FOUND for an unknown category; FORBIDDEN naming the permission that category or content
 *   need; INVALID_PARAMETER for title, body, attachments, red packet, bounty; CAPTCHA_NEEDED, CAPTCHA_WRONG; RATE_LIMITED;
 *   DRAFT_GONE if its draft was published or deleted;
 *   with money PAY_PASSWORD_MISSING, PAY_PASSWORD_WRONG, BALANCE_TOO_LOW, and CONFLICT if its key came with another thread.
 */
export const publishThread = verb({
  name: "publishThread",
  who: "member",
  rate: "post",
  publishes: true,
  async run(ctx: Context, input: PublishThreadInput): Promise<Thread> {
    const draftId = parseOptionalId(input.draftId, "draftId");
    const prepared = await prepareThread(ctx, input);
    // Last of all, so that what is wrong with the text uses up no captcha.
    await passCaptcha(ctx, CaptchaPurpose.PUBLISH, input.captcha);
    return storeThread(ctx, input, prepared, async (ctx) => {
      // Of several calls with one draft exactly one publishes.
      if (draftId !== undefined && (await removeDraft(ctx, draftId)) === 0)
        throw new DomainError("DRAFT_GONE", { field: "draftId" });
    });
  },
});
