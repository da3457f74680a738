import { noteChange, noteNothing } from "../../core/audit.ts";
import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { parseId, parseOptionalId } from "../../core/ids.ts";
import { load, prime } from "../../core/loaders.ts";
import { checkReason } from "../../core/reason.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { allow } from "../../core/viewer.ts";
import { type Values } from "../../core/write.ts";
import { attachToContent, checkAttachments, withPicturesIn } from "../attachments/attachment.service.ts";
import { categoryTree, invalidateCategories, viewCategory } from "../categories/category.service.ts";
import { countThreadIn, moveThreadCount } from "../categories/counter.service.ts";
import { checkGoods, type GoodsPlan, linkOf, replaceGoods } from "../goods/goods.service.ts";
import { queueForSearch } from "../search/index/index.service.ts";
import type { WrittenText } from "../spam/assessment.service.ts";
import { countThreads } from "../users/userCounter.service.ts";
import { applyJudgement, judgeText, judgeWaiting } from "./moderation/hold.service.ts";
import { recordMove } from "./events/threadEvent.service.ts";
import { prepareEditedTexts } from "./content/editedTexts.service.ts";
import { placeOf } from "./content/place.ts";
import { storeRevision } from "./content/revision.service.ts";
import {
  keepSold,
  refuseOvertaken,
  refusePriceOfNothing,
  storedWhole,
  sourceOf,
} from "./paid/paid.service.ts";
import { ApprovalState, Thread } from "./thread.entity.ts";
import { contentModerated, membersMentioned, threadChanged } from "./thread.events.ts";
import type { EditThreadInput } from "./thread.input.ts";
import { threadById, threadTextById } from "./thread.loaders.ts";
import { canAttach, canEditThread, canSeeThread } from "./thread.policy.ts";
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
export async function checkCategory(ctx: Context, categoryId: number): Promise<void> {
  const exists = (await categoryTree(ctx)).byId.has(categoryId);
  if (!exists || !ctx.viewer.may("createThread", categoryId)) await viewCategory(ctx, categoryId);
}

/** Checks that the viewer may move a thread that they edit into a category. */
async function checkNewCategory(ctx: Context, categoryId: number): Promise<void> {
  await checkCategory(ctx, categoryId);
  if (!ctx.viewer.may("thread.edit", categoryId)) allow(ctx.viewer.check("createThread", categoryId));
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
  hasGoods: false,
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
  eventCount: 0,
} as const;

/** The new text of a thread for the rules of the owner; null if it stays as it was. */
function editedText(
  thread: Thread,
  newTitle: string | undefined,
  content: StoredContent | undefined,
  goods: GoodsPlan | null,
): WrittenText | null {
  if (!content && !goods) return null;
  const { id, title, isAnonymous } = thread;
  const { body, bodyHtml } = content ?? thread;
  const edited = { threadId: id, postId: null };
  return { title: newTitle ?? title, body, bodyHtml: bodyHtml + linkOf(goods), isAnonymous, edited };
}

/** Gives the columns that keep a body and what was made of it. */
export function storedContent(content: StoredContent): StoredContent {
  const { body, bodyHtml, markdownVersion, excerpt, plainText } = content;
  return { body, bodyHtml, markdownVersion, excerpt, plainText };
}

/** The columns of a thread that keep a body and what was made of it. */
export type StoredContent = Pick<Thread, "body" | "bodyHtml" | "markdownVersion" | "excerpt" | "plainText">;

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
  publishes: true,
  audited: true,
  async run(ctx: Context, input: EditThreadInput): Promise<Thread> {
    // Only changes of others' threads by staff are logged.
    noteNothing(ctx);
    const id = parseId(input.threadId, "threadId");
    const reason = checkReason(input.reason);
    const thread = await getThread(ctx, id);
    allow(canEditThread(ctx.viewer, thread));
    const categoryId = parseOptionalId(input.categoryId, "categoryId") ?? thread.categoryId;
    if (categoryId !== thread.categoryId) await checkNewCategory(ctx, categoryId);
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
    const goods = await checkGoods(ctx, input.goods, id);
    const words = [newTitle, content, goods].flatMap((part) => part?.heldBackBy ?? []);
    const isChanged = Boolean(newTitle ?? content ?? attachments ?? goods);
    const written = editedText(thread, newTitle?.title, content, goods);
    const judgement = await judgeText(ctx, categoryId, words, written, isChanged);
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
      if (before.visible && (revisionId !== null || isSoldAnew || input.goods !== undefined))
        await queueForSearch(ctx, { threadId: id });
      if (revisionId !== null || isSoldAnew) {
        if (content) Object.assign(changes, storedContent(content), sale);
        if (before.visible && content) await linkTopics(ctx, before, content.topicIds);
      }
      if (place) Object.assign(changes, place);
      if (attachments) {
        await attachToContent(ctx, { threadId: id }, attachments);
        changes.hasImages = attachments.hasImages;
        changes.hasAttachments = attachments.hasFiles;
      }
      if (input.goods !== undefined) Object.assign(changes, await replaceGoods(ctx, id, goods));
      await keepSold(ctx, before, edit);
      if (categoryId !== before.categoryId) {
        changes.categoryId = categoryId;
        if (before.visible) await moveThreadCount(ctx, before.categoryId, categoryId);
        await moveTopics(ctx, id, before.categoryId, categoryId);
        await recordMove(ctx, before, categoryId);
      }
      const isChanged = Object.keys(changes).length > 0;
      if (isChanged) await ctx.db.update(Thread, { id }, changes);
      if (before.visible) await applyJudgement(ctx, { ...before, categoryId }, judgement);
      else await judgeWaiting(ctx, { threadId: id, postId: null }, judgement, before.authorId);
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
