import { noteChange, noteNothing } from "../../core/audit.ts";
import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { parseId, parseOptionalId } from "../../core/ids.ts";
import { load, prime } from "../../core/loaders.ts";
import { checkReason } from "../../core/reason.ts";
import { inTransaction } from "../../core/transaction.ts";
import { askBefore } from "../../core/hooks.ts";
import { verb } from "../../core/verbs.ts";
import { allow } from "../../core/viewer.ts";
import { insert, type Values } from "../../core/write.ts";
import { attachToContent, checkAttachments, withPicturesIn } from "../attachments/attachment.service.ts";
import { passCaptcha } from "../captcha/captcha.service.ts";
import { CaptchaPurpose } from "../captcha/captcha.view.ts";
import { requirePhone } from "../auth/accounts/phoneGate.ts";
import { requireWechat } from "../auth/accounts/wechatGate.ts";
import { categoryTree, invalidateCategories, viewCategory } from "../categories/category.service.ts";
import { countThreadIn, moveThreadCount } from "../categories/counter.service.ts";
import { removeDraft } from "../drafts/draft.service.ts";
import { onceByKey } from "../money/ledger/onceByKey.service.ts";
import { queueForSearch } from "../search/index/index.service.ts";
import type { WrittenText } from "../spam/assessment.service.ts";
import { refuseIfOffHere } from "../settings/catalogue/deviceSwitches.ts";
import { countThreads } from "../users/userCounter.service.ts";
import { prepareTitle } from "./content/content.service.ts";
import { holdEvent } from "./moderation/heldEvent.service.ts";
import { applyJudgement, judgeText } from "./moderation/hold.service.ts";
import { prepareEditedTexts } from "./content/editedTexts.service.ts";
import { placeOf } from "./content/place.ts";
import { storeRevision } from "./content/revision.service.ts";
import {
  checkSale,
  keepSold,
  prepareSold,
  refuseOvertaken,
  refusePriceOfNothing,
  storeSold,
  storedWhole,
  sourceOf,
} from "./paid/paid.service.ts";
import { isForSale } from "./paid/paid.policy.ts";
import { ApprovalState, hotScoreOf, Thread } from "./thread.entity.ts";
import { contentModerated, membersMentioned, threadChanged, threadPublished } from "./thread.events.ts";
import type { EditThreadInput, PublishThreadInput } from "./thread.input.ts";
import { checkGifts, keyOfThread } from "./thread.gifts.service.ts";
import { threadById, threadTextById } from "./thread.loaders.ts";
import { canAttach, canEditThread, canPublishThread, canSeeThread } from "./thread.policy.ts";
import { LONG_TEXTS, lockThreadRow, readThread } from "./thread.sql.ts";
import { linkTopics, moveTopics } from "./topics/topicLink.service.ts";

/** Visitors of a forum that shows nothing to visitors are asked to sign in, whatever id they name. */
function mayReadAnything({ viewer }: Context): void {
  if (!viewer.mayAnywhere("thread.viewPosts")) allow(viewer.check("thread.viewPosts"));
}

/**
 * A thread that the viewer may see, without its long texts. Whatever acts on a thread begins here.
 * @throws {DomainError} NOT_FOUND for missing and for hidden ones alike; FORBIDDEN or LOGIN_REQUIRED without
 *   `thread.viewPosts`.
 */
export async function getThread(ctx: Context, id: number): Promise<Thread> {
  mayReadAnything(ctx);
  const thread = await load(ctx, threadById, id);
  if (!thread) throw new DomainError("NOT_FOUND");
  allow(canSeeThread(ctx.viewer, thread));
  return thread;
}

/** `getThread` with all its texts, for who reads it. @throws {DomainError} like `getThread`. */
export async function viewThread(ctx: Context, id: number): Promise<Thread> {
  mayReadAnything(ctx);
  const thread = await readThread(ctx, id);
  if (!thread) throw new DomainError("NOT_FOUND");
  allow(canSeeThread(ctx.viewer, thread));
  prime(ctx, threadById, id, thread);
  prime(ctx, threadTextById, id, thread);
  return thread;
}

/**
 * Reads a thread in the transaction that changes it, and keeps others from changing it until the end.
 * Rows are locked in this order: thread, reply, members, category.
 * @throws {DomainError} NOT_FOUND if it is gone.
 */
export async function lockThread(
  ctx: Context,
  id: number,
  without: readonly string[] = LONG_TEXTS,
): Promise<Thread> {
  const thread = await lockThreadRow(ctx, id, without);
  if (!thread) throw new DomainError("NOT_FOUND");
  return thread;
}

/** Gives the parts of a thread that its events carry. */
export function eventPartsOf({
  id,
  categoryId,
  authorId,
  isAnonymous,
}: Pick<Thread, "id" | "categoryId" | "authorId" | "isAnonymous">) {
  return { threadId: id, categoryId, authorId, isAnonymous };
}

/** Adds to the thread counts of author and category; anonymous threads would give their author away. */
export async function countThread(
  ctx: Context,
  thread: Pick<Thread, "authorId" | "categoryId" | "isAnonymous">,
  by: 1 | -1,
) {
  // The category first: replies lock it before members, and pay members of the thread together with them.
  await countThreadIn(ctx, thread.categoryId, by);
  if (!thread.isAnonymous) await countThreads(ctx, thread.authorId, by);
}

/** A category that may be named: it exists, and the viewer sees it or may publish there. */
async function checkCategory(ctx: Context, categoryId: number): Promise<void> {
  const exists = (await categoryTree(ctx)).byId.has(categoryId);
  if (!exists || !ctx.viewer.may("createThread", categoryId)) await viewCategory(ctx, categoryId);
}

/** Initial values of a thread. */
export const NEW_THREAD = {
  isSticky: false,
  stickyUntil: null,
  lockedAt: null,
  lockReason: null,
  closesAt: null,
  closesAfterDays: null,
  slowModeSeconds: 0,
  isEssence: false,
  hasRedPacket: false,
  hasBounty: false,
  hasQuestion: false,
  hasPoll: false,
  approval: ApprovalState.APPROVED,
  visible: true,
  postCount: 0,
  lastNumber: 0,
  movedNumber: 0,
  mergedIntoId: null,
  solutionId: null,
  solutionNumber: null,
  viewCount: 0,
  likeCount: 0,
  reactions: "",
  favoriteCount: 0,
  revisionCount: 0,
} as const;

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

/**
 * Publishes a thread in the viewer's name.
 * @emits threadPublished, now or when it is approved
 * @throws {DomainError} NOT_FOUND for an unknown category; FORBIDDEN naming the permission that category or content
 *   need; INVALID_PARAMETER for title, body, attachments, red packet, bounty; CAPTCHA_NEEDED, CAPTCHA_WRONG; RATE_LIMITED;
 *   with money PAY_PASSWORD_MISSING, PAY_PASSWORD_WRONG, BALANCE_TOO_LOW, and CONFLICT if its key came with another thread.
 */
export const publishThread = verb({
  name: "publishThread",
  who: "member",
  rate: "post",
  async run(ctx: Context, input: PublishThreadInput): Promise<Thread> {
    const categoryId = parseId(input.categoryId, "categoryId");
    const draftId = parseOptionalId(input.draftId, "draftId");
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
    if (draft.title !== given.title || draft.body !== given.body)
      texts = await prepareTexts(ctx, input, draft);
    const { title, heldBackBy, attachments, sale, sold } = texts;
    // Last of all, so that what is wrong with the text uses up no captcha.
    await passCaptcha(ctx, CaptchaPurpose.PUBLISH, input.captcha);
    const { content } = sold;
    const words = [...heldBackBy, ...content.heldBackBy, ...gifts.heldBackBy];
    const judgement = await judgeText(ctx, categoryId, words, { title, ...content, isAnonymous });
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
        ...place,
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
      if (draftId !== undefined) await removeDraft(ctx, draftId);
      const mentionedIds = content.mentionedIds.filter((userId) => userId !== authorId);
      const news = threadPublished({ threadId, categoryId, authorId, isAnonymous, mentionedIds });
      const stored = { id: threadId, categoryId, authorId, isAnonymous, createdAt: ctx.now };
      if (await applyJudgement(ctx, stored, judgement))
        await holdEvent(ctx, { threadId, postId: null }, news);
      else ctx.emit(news);
      return threadId;
    };
    const id = await inTransaction(ctx, (ctx) => onceByKey(ctx, keyOfThread(input), () => store(ctx)));
    invalidateCategories(ctx.services);
    return readChanged(ctx, id);
  },
});

/** The new text of a thread for the rules of the owner; null if it stays as it was. */
function editedText(
  { id, title, isAnonymous }: Thread,
  newTitle: string | undefined,
  content: StoredContent | undefined,
): WrittenText | null {
  if (!content) return null;
  return { title: newTitle ?? title, ...content, isAnonymous, edited: { threadId: id, postId: null } };
}

/** The columns that keep a body and what was made of it. */
function storedContent(content: StoredContent): StoredContent {
  const { body, bodyHtml, markdownVersion, excerpt, plainText } = content;
  return { body, bodyHtml, markdownVersion, excerpt, plainText };
}

type StoredContent = Pick<Thread, "body" | "bodyHtml" | "markdownVersion" | "excerpt" | "plainText">;

function mention(
  ctx: Context,
  thread: { threadId: number; authorId: number; isAnonymous: boolean },
  mentionedIds: readonly number[],
): void {
  const userIds = mentionedIds.filter((id) => id !== thread.authorId);
  if (userIds.length > 0) ctx.emit(membersMentioned({ ...thread, postId: null, userIds }));
}

/** Reads a thread that the viewer has just changed, without checking that they may read it. */
export async function readChanged(ctx: Context, id: number): Promise<Thread> {
  const thread = await readThread(ctx, id);
  if (!thread) throw new DomainError("NOT_FOUND");
  prime(ctx, threadById, id, thread);
  return thread;
}

/** Logs what staff changed of a thread of somebody else, and lets its author know. @emits contentModerated */
function noteEditByStaff(
  ctx: Context,
  before: Thread,
  edit: { title: string; categoryId: number; revisionId: number | null; reason: string },
): void {
  const { id, authorId } = before;
  const { reason, ...after } = edit;
  const was = { title: before.title, categoryId: before.categoryId };
  noteChange(ctx, { target: `thread:${id}`, before: was, after, reason });
  const by = { byUserId: ctx.viewer.id, action: "updated", reason } as const;
  ctx.emit(contentModerated({ threadId: id, postId: null, authorId, ...by }));
}

/**
 * Changes a thread; what it said before is kept as a revision.
 * @emits threadChanged, membersMentioned
 * @throws {DomainError} NOT_FOUND; FORBIDDEN naming the permission; INVALID_PARAMETER for title, body, attachments.
 */
export const editThread = verb({
  name: "editThread",
  who: "member",
  rate: "edit",
  audited: true,
  async run(ctx: Context, input: EditThreadInput): Promise<Thread> {
    // Only changes of others' threads by staff are logged.
    noteNothing(ctx);
    const id = parseId(input.threadId, "threadId");
    const reason = checkReason(input.reason);
    const thread = await getThread(ctx, id);
    allow(canEditThread(ctx.viewer, thread));
    const categoryId = parseOptionalId(input.categoryId, "categoryId") ?? thread.categoryId;
    if (categoryId !== thread.categoryId) {
      await checkCategory(ctx, categoryId);
      if (!ctx.viewer.may("thread.edit", categoryId)) allow(ctx.viewer.check("createThread", categoryId));
    }
    if (input.position) allow(ctx.viewer.check("thread.insertPosition"));
    // Null takes it away, which needs no permission; absent leaves it.
    const place = input.position === undefined ? null : placeOf(input.position);
    const { newTitle, source, edit } = await prepareEditedTexts(ctx, { ...thread, categoryId }, input);
    const { sale, isSoldAnew, sold } = edit;
    const content = sold?.content;
    const attachments =
      input.attachmentIds &&
      (await checkAttachments(
        ctx,
        await withPicturesIn(ctx, source ?? (await sourceOf(ctx, thread)) ?? "", input.attachmentIds, {
          threadId: id,
        }),
        { threadId: id },
      ));
    const words = [...(newTitle?.heldBackBy ?? []), ...(content?.heldBackBy ?? [])];
    const judgement = await judgeText(ctx, categoryId, words, editedText(thread, newTitle?.title, content));
    const had = { hasImages: thread.hasImages, hasFiles: thread.hasAttachments };
    if (attachments) allow(canAttach(ctx.viewer, attachments, had));
    refusePriceOfNothing(sale, (attachments ?? had).hasFiles);

    await inTransaction(ctx, async (ctx) => {
      const before = await lockThread(ctx, id, []);
      allow(canEditThread(ctx.viewer, before));
      refuseOvertaken(thread, before, sold !== null);
      const title = newTitle?.title ?? before.title;
      const bodyBefore = await storedWhole(ctx, before);
      const body = sold?.whole?.body ?? content?.body ?? bodyBefore;
      const changes: Values<Thread> = {};
      let revisionId: number | null = null;
      if (title !== before.title || body !== bodyBefore) {
        revisionId = await storeRevision(ctx, { threadId: id }, { title: before.title, body: bodyBefore });
        Object.assign(changes, { title, editedAt: ctx.now, revisionCount: before.revisionCount + 1 });
      }
      if (revisionId !== null || isSoldAnew) {
        if (content) Object.assign(changes, storedContent(content), sale);
        if (before.visible) await queueForSearch(ctx, { threadId: id });
        if (before.visible && content) await linkTopics(ctx, before, content.topicIds);
      }
      if (place) Object.assign(changes, place);
      if (attachments) {
        await attachToContent(ctx, { threadId: id }, attachments);
        changes.hasImages = attachments.hasImages;
        changes.hasAttachments = attachments.hasFiles;
      }
      await keepSold(ctx, before, edit);
      if (categoryId !== before.categoryId) {
        changes.categoryId = categoryId;
        if (before.visible) await moveThreadCount(ctx, before.categoryId, categoryId);
        await moveTopics(ctx, id, before.categoryId, categoryId);
      }
      const isChanged = Object.keys(changes).length > 0;
      if (isChanged) await ctx.db.update(Thread, { id }, changes);
      if (before.visible) await applyJudgement(ctx, { ...before, categoryId }, judgement);
      ctx.emit(threadChanged({ ...eventPartsOf(before), categoryId }));
      if (isChanged && before.authorId !== ctx.viewer.id)
        noteEditByStaff(ctx, before, { title, categoryId, revisionId, reason });
      const mentioned = content ? content.mentionedIds : [];
      mention(ctx, { threadId: id, authorId: before.authorId, isAnonymous: before.isAnonymous }, mentioned);
    });
    invalidateCategories(ctx.services);
    return readChanged(ctx, id);
  },
});
