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
import { attachToContent, checkAttachments, withPicturesIn } from "../attachments/attachment.service.ts";
import { requirePhone } from "../auth/accounts/phoneGate.ts";
import { requireWechat } from "../auth/accounts/wechatGate.ts";
import { removeDraft } from "../drafts/draft.service.ts";
import { refuseIfOffHere } from "../settings/catalogue/deviceSwitches.ts";
import { queueForSearch } from "../search/index/index.service.ts";
import { storeVerdict } from "../spam/assessment.service.ts";
import { prepareContent } from "../threads/content/content.service.ts";
import { claimByReply } from "../red-packets/claim.service.ts";
import { judgeText, judgeWaiting } from "../threads/moderation/hold.service.ts";
import { holdEvent } from "../threads/moderation/heldEvent.service.ts";
import { mustReply } from "../threads/moderation/thread.lock.service.ts";
import { storeRevision } from "../threads/content/revision.service.ts";
import { ApprovalState, type Thread } from "../threads/thread.entity.ts";
import { contentModerated, membersMentioned } from "../threads/thread.events.ts";
import { threadById } from "../threads/thread.loaders.ts";
import { canAttach } from "../threads/thread.policy.ts";
import { countReply } from "../threads/thread.replies.service.ts";
import { getThread, lockThread } from "../threads/thread.service.ts";
import { blocks } from "../users/relations/relation.service.ts";
import { Post } from "./post.entity.ts";
import { postChanged, replied } from "./post.events.ts";
import type { EditPostInput, ReplyToThreadInput } from "./post.input.ts";
import { postById, postTextById } from "./post.loaders.ts";
import { canEditPost, canSeePost } from "./post.policy.ts";
import { countComment, insertPost, lockPostRow, SOURCE_TEXT } from "./post.sql.ts";
import { countPost, holdPost } from "./moderation/postVisibility.service.ts";
import { mustHaveWaited } from "./slowMode.service.ts";

/** A reply with the thread it is in. */
export interface PlacedPost {
  readonly post: Post;
  readonly thread: Thread;
}

/**
 * A reply or comment that the viewer may see, without its Markdown. Whatever acts on one begins here.
 * @throws {DomainError} NOT_FOUND for missing and for hidden ones alike; FORBIDDEN or LOGIN_REQUIRED without
 *   `thread.viewPosts`.
 */
export async function getPost(ctx: Context, id: number): Promise<PlacedPost> {
  if (!ctx.viewer.mayAnywhere("thread.viewPosts")) allow(ctx.viewer.check("thread.viewPosts"));
  const post = await load(ctx, postById, id);
  if (!post) throw new DomainError("NOT_FOUND");
  const thread = (await load(ctx, threadById, post.threadId))!;
  allow(canSeePost(ctx.viewer, thread, post));
  return { post, thread };
}

/** Reads a reply in the transaction that changes it, after its thread has been locked. @throws {DomainError} NOT_FOUND. */
export async function lockPost(
  ctx: Context,
  id: number,
  without: readonly string[] = SOURCE_TEXT,
): Promise<Post> {
  const post = await lockPostRow(ctx, id, without);
  if (!post) throw new DomainError("NOT_FOUND");
  return post;
}

/** Gives the parts of a reply that its events carry. */
export function postEventPartsOf(post: Post) {
  const { id, threadId, number, parentId, authorId, isAnonymous } = post;
  return { postId: id, threadId, number, parentId, authorId, isAnonymous };
}

/** The reply that is commented on, and the comment that is answered if it is one. */
interface Target {
  readonly parentId: number;
  readonly replyToPostId: number | null;
  readonly author: { readonly id: number; readonly isAnonymous: boolean };
}

async function findTarget(ctx: Context, threadId: number, postId: number): Promise<Target> {
  const { post } = await getPost(ctx, postId);
  if (post.threadId !== threadId || !post.visible)
    throw new DomainError("NOT_FOUND", { field: "replyToPostId" });
  return {
    parentId: post.parentId ?? post.id,
    replyToPostId: post.parentId === null ? null : post.id,
    author: { id: post.authorId, isAnonymous: post.isAnonymous },
  };
}

/** Refuses members whom the author blocks. Anonymous authors are not checked, since a refusal would name them. */
async function refuseBlocked(ctx: Context, author: Target["author"]): Promise<void> {
  if (author.isAnonymous || author.id === ctx.viewer.id) return;
  if (await blocks(ctx, author.id, ctx.viewer.id)) throw new DomainError("BLOCKED_YOU");
}

/** Checks and renders the text of a reply with what is attached to it. */
async function prepareReply(ctx: Context, body: string, attachmentIds: readonly string[]) {
  const named = await withPicturesIn(ctx, body, attachmentIds);
  const attachments = await checkAttachments(ctx, named, {});
  allow(canAttach(ctx.viewer, attachments));
  return { attachments, content: await prepareContent(ctx, body) };
}

/**
 * Replies to a thread with the next number, or comments on a reply.
 * @emits replied, now or when it is approved
 * @throws {DomainError} NOT_FOUND for what cannot be answered (missing, hidden, deleted, waiting); FORBIDDEN naming the
 *   permission; THREAD_LOCKED with the reason; SLOW_MODE with the seconds to wait; BLOCKED_YOU; INVALID_PARAMETER for body
 *   and attachments; RATE_LIMITED.
 */
export const replyToThread = verb({
  name: "replyToThread",
  who: "member",
  rate: "reply",
  publishes: true,
  async run(ctx: Context, input: ReplyToThreadInput): Promise<Post> {
    const threadId = parseId(input.threadId, "threadId");
    const answeredId = parseOptionalId(input.replyToPostId, "replyToPostId");
    const draftId = parseOptionalId(input.draftId, "draftId");
    const thread = await getThread(ctx, threadId);
    mustReply(ctx, thread);
    await requireWechat(ctx);
    await requirePhone(ctx);
    await refuseIfOffHere(ctx, "site_comment");
    const target = answeredId === undefined ? null : await findTarget(ctx, threadId, answeredId);
    await refuseBlocked(ctx, { id: thread.authorId, isAnonymous: thread.isAnonymous });
    if (target) await refuseBlocked(ctx, target.author);
    let prepared = await prepareReply(ctx, input.body, input.attachmentIds);
    const { body } = await askBefore(ctx, "reply", { body: input.body, threadId });
    if (body !== input.body) prepared = await prepareReply(ctx, body, input.attachmentIds);
    const { content, attachments } = prepared;
    const isAnonymous = thread.isAnonymous && ctx.viewer.owns(thread);
    const written = { title: "", ...content, isAnonymous };
    const judgement = await judgeText(ctx, thread.categoryId, content.heldBackBy, written);

    const post = Object.assign(new Post(), {
      threadId,
      parentId: target?.parentId ?? null,
      replyToPostId: target?.replyToPostId ?? null,
      authorId: ctx.viewer.id,
      isAnonymous,
      body: content.body,
      bodyHtml: content.bodyHtml,
      markdownVersion: content.markdownVersion,
      excerpt: content.excerpt,
      plainText: content.plainText,
      hasAttachments: attachments.hasImages || attachments.hasFiles,
      approval: ApprovalState.APPROVED,
      visible: true,
      deletedAt: null,
      deletedById: null,
      likeCount: 0,
      reactions: "",
      commentCount: 0,
      createdAt: ctx.now,
      editedAt: null,
    });
    const news = (hasClaimed: boolean) =>
      replied({
        hasClaimed,
        ...postEventPartsOf(post),
        threadAuthorId: thread.authorId,
        threadHasRedPacket: thread.hasRedPacket,
        answeredUserId: target?.author.id ?? null,
        mentionedIds: content.mentionedIds.filter((id) => id !== post.authorId),
      });
    await inTransaction(ctx, async (ctx) => {
      await store(ctx, post);
      if (attachments.ids.length > 0) await attachToContent(ctx, { postId: post.id }, attachments);
      await queueForSearch(ctx, { postId: post.id });
      if (draftId !== undefined) await removeDraft(ctx, draftId);
      await storeVerdict(ctx, { threadId: null, postId: post.id }, judgement.verdict, post.authorId);
      if (judgement.isHeld) {
        await holdPost(ctx, await lockThread(ctx, threadId), post, judgement.words);
        await holdEvent(ctx, { threadId, postId: post.id }, news(false));
        // Its author sees it, and pages that members share do not know of it.
        ctx.emit(postChanged(postEventPartsOf(post)));
        return;
      }
      const claims = thread.hasRedPacket && post.parentId === null;
      if (claims) await claimByReply(ctx, { threadId, postId: post.id });
      ctx.emit(news(claims));
    });
    return post;
  },
});

/** Gives a reply its number and stores it. The thread's lock is what makes numbers have no gaps and no doubles. */
async function store(ctx: Context, post: Post): Promise<void> {
  const thread = await lockThread(ctx, post.threadId);
  mustReply(ctx, thread);
  await mustHaveWaited(ctx, thread);
  post.number = post.parentId === null ? await countReply(ctx, thread, post) : null;
  if (post.parentId !== null && !(await countComment(ctx, post.parentId))) throw new DomainError("NOT_FOUND");
  await countPost(ctx, post, 1);
  post.id = await insertPost(ctx, post);
}

/** Reads a reply that the viewer has just changed, without checking that they may read it. */
export async function readChangedPost(ctx: Context, id: number): Promise<Post> {
  const post = await load(ctx, postById, id);
  if (!post) throw new DomainError("NOT_FOUND");
  return post;
}

/** Checks and renders a new text of a reply. Features are asked about it unless it stays as it was. */
async function prepareEditedReply(ctx: Context, { id: postId, threadId, bodyHtml }: Post, source: string) {
  const before = { body: (await load(ctx, postTextById, postId)) ?? "", bodyHtml };
  const content = await prepareContent(ctx, source, { before });
  if (content.body === before.body) return { content, source };
  const { body } = await askBefore(ctx, "editReply", { body: source, threadId, postId });
  if (body === source) return { content, source };
  return { content: await prepareContent(ctx, body, { before }), source: body };
}

/**
 * Changes what a reply or comment says; what it said before is kept as a revision.
 * @emits postChanged, membersMentioned
 * @throws {DomainError} NOT_FOUND; FORBIDDEN naming the permission; INVALID_PARAMETER for body and attachments.
 */
export const editPost = verb({
  name: "editPost",
  who: "member",
  rate: "edit",
  publishes: true,
  audited: true,
  async run(ctx: Context, input: EditPostInput): Promise<Post> {
    // Only changes of others' replies by staff are logged.
    noteNothing(ctx);
    const id = parseId(input.postId, "postId");
    const reason = checkReason(input.reason);
    const { post, thread } = await getPost(ctx, id);
    allow(canEditPost(ctx.viewer, thread, post));
    const { content, source } = await prepareEditedReply(ctx, post, input.body);
    const attachments =
      input.attachmentIds &&
      (await checkAttachments(ctx, await withPicturesIn(ctx, source, input.attachmentIds, { postId: id }), {
        postId: id,
      }));
    const edited = { threadId: null, postId: id } as const;
    const written = { title: "", ...content, isAnonymous: post.isAnonymous, edited };
    const judgement = await judgeText(ctx, thread.categoryId, content.heldBackBy, written);
    if (attachments && !post.hasAttachments) allow(canAttach(ctx.viewer, attachments));

    await inTransaction(ctx, async (ctx) => {
      const before = await lockPost(ctx, id, []);
      allow(canEditPost(ctx.viewer, thread, before));
      let revisionId: number | null = null;
      if (content.body !== before.body) {
        revisionId = await storeRevision(ctx, { postId: id }, { body: before.body });
        const { body, bodyHtml, markdownVersion, excerpt, plainText } = content;
        const texts = { body, bodyHtml, markdownVersion, excerpt, plainText };
        await ctx.db.update(Post, { id }, { ...texts, editedAt: ctx.now });
        if (before.visible) await queueForSearch(ctx, { postId: id });
      }
      if (attachments) {
        await attachToContent(ctx, { postId: id }, attachments);
        const hasAttachments = attachments.hasImages || attachments.hasFiles;
        await ctx.db.update(Post, { id }, { hasAttachments });
      }
      if (before.visible) {
        await storeVerdict(ctx, edited, judgement.verdict, before.authorId);
        if (judgement.isHeld)
          await holdPost(ctx, await lockThread(ctx, before.threadId), before, judgement.words);
      } else await judgeWaiting(ctx, edited, judgement, before.authorId);
      ctx.emit(postChanged(postEventPartsOf(before)));
      if (revisionId !== null && before.authorId !== ctx.viewer.id) {
        noteChange(ctx, { target: `post:${id}`, after: { revisionId }, reason });
        const byUserId = ctx.viewer.id;
        const { threadId, authorId } = before;
        ctx.emit(contentModerated({ threadId, postId: id, authorId, byUserId, action: "updated", reason }));
      }
      const { threadId, authorId, isAnonymous } = before;
      const userIds = content.mentionedIds.filter((userId) => userId !== authorId);
      if (userIds.length > 0)
        ctx.emit(membersMentioned({ threadId, postId: id, userIds, authorId, isAnonymous }));
    });
    prime(ctx, postTextById, id, content.body);
    return readChangedPost(ctx, id);
  },
});
