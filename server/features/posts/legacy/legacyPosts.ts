import { In, IsNull, LessThanOrEqual } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { parseId } from "../../../core/ids.ts";
import { load, preload } from "../../../core/loaders.ts";
import { PAGE_MAX } from "../../../core/paging.ts";
import { LegacyPage, legacyPage, legacyTime, legacyAddress, legacyFilter } from "../../../core/rest.ts";
import { checkInput } from "../../../core/validation.ts";
import { FILES_PATH, UploadKind } from "../../attachments/attachment.entity.ts";
import { extensionOf } from "../../attachments/fileKinds.ts";
import { attachmentsOfPost } from "../../attachments/attachment.loaders.ts";
import { actingGroupOf } from "../../users/paid-groups/actingGroup.service.ts";
import { bountyCentsOfPost, rewardedPostIds } from "../../bounties/bounty.loaders.ts";
import { shareOfPost } from "../../red-packets/redPacket.loaders.ts";
import {
  bodyWithPictures,
  editWithPictures,
  isBesideText,
  textForLegacy,
} from "../../threads/legacy/legacyPictures.ts";
import { withCurrentNames } from "../../users/mentionedUsers.service.ts";
import { firstPostIdOf, threadOfFirstPost } from "../../threads/legacy/legacyText.ts";
import { deleteThread } from "../../threads/moderation/thread.moderation.service.ts";
import { setThreadLiked } from "../../threads/reactions/thread.reaction.service.ts";
import type { Thread } from "../../threads/thread.entity.ts";
import { reactionOf } from "../../threads/thread.loaders.ts";
import { canLikeThread } from "../../threads/thread.policy.ts";
import { getThread, viewThread } from "../../threads/thread.service.ts";
import type { User } from "../../users/user.entity.ts";
import { userById } from "../../users/user.loaders.ts";
import type {
  LegacyNewPost,
  LegacyPostChange,
  LegacyPostList,
  LegacyPostPlace,
  LegacyPostRef,
} from "./legacy.input.ts";
import { excerptOfPost, Post } from "../post.entity.ts";
import { EditPostInput, PostSort, ReplyToThreadInput } from "../post.input.ts";
import { listComments, listPosts } from "../lists/post.list.service.ts";
import { answeredPostById, firstCommentsOf, reactionByViewer } from "../post.loaders.ts";
import { deletePost } from "../moderation/post.moderation.service.ts";
import { canApprovePost, canDeletePost, canLikePost, canSeePostAuthor, seesText } from "../post.policy.ts";
import { setPostLiked } from "../reactions/post.reaction.service.ts";
import { editPost, getPost, replyToThread } from "../post.service.ts";

/** Replies on a page unless a client asks for another number (legacy-facts 1.4). */
const PER_PAGE = 5;
/** Comments that stand below a reply. */
const COMMENTS_MAX = 3;
/** Characters of a summary. */
const SUMMARY_MAX = 80;
const CENTS_PER_YUAN = 100;
const ANONYMOUS = { id: -1, nickname: "匿名用户", avatar: "", isReal: false };

/** The replies of a thread by numbered pages, each with its first comments (legacy-facts 3.6). */
export async function listPostsForLegacy(ctx: Context, input: LegacyPostList): Promise<LegacyPage> {
  const { thread: named } = legacyFilter(input.filter);
  const thread = await viewThread(ctx, parseId(String(named ?? ""), "filter.thread"));
  const request = legacyPage(input, PER_PAGE);
  const newest = input.sort === "-createdAt";
  const passed = (request.page - 1) * request.perPage;
  const fromNumber = newest ? thread.lastNumber - passed : passed + 1;
  if (fromNumber < 1) return new LegacyPage([], request, 0, thread.postCount);
  const sort = newest ? PostSort.NEWEST : PostSort.OLDEST;
  const rewarded = await rewardedPosts(ctx, thread);
  const { nodes } = await listPosts(ctx, thread, { first: request.perPage, fromNumber, sort });
  const others = nodes.filter(({ id }) => !rewarded.some((each) => each.id === id));
  const rows = await legacyPosts(ctx, thread, request.page === 1 ? [...rewarded, ...others] : others);
  return new LegacyPage(rows, request, rows.length, thread.postCount);
}

/**
 * Finds the page of a reply and its place on it, or the place of a comment below its reply, both from 1: where a notice
 * leads to (legacy-facts 3.6).
 */
export async function findPlaceForLegacy(ctx: Context, input: LegacyPostPlace): Promise<object> {
  const { threadId, postId, pageSize } = legacyFilter(input.filter);
  const { post, thread } = await getPost(ctx, parseId(String(postId ?? ""), "filter.postId"));
  if (String(post.threadId) !== String(threadId)) throw new DomainError("NOT_FOUND");
  if (post.number === null) {
    const before = { parentId: post.parentId!, visible: true, id: LessThanOrEqual(post.id) };
    return { page: 1, location: await ctx.db.countBy(Post, before), pageSize: pageSize ?? null };
  }
  const { perPage } = legacyPage({ perPage: Number(pageSize) || null }, PER_PAGE);
  const page = Math.ceil(post.number / perPage);
  const request = { page, perPage, filter: { thread: thread.id } };
  const rows = (await listPostsForLegacy(ctx, request)).pageData as readonly { readonly id: number }[];
  return { page, location: rows.findIndex(({ id }) => id === post.id) + 1, pageSize: perPage };
}

/** Replies that were given something of a bounty: the first page begins with them, and no other has them. */
async function rewardedPosts(ctx: Context, thread: Thread): Promise<Post[]> {
  const ids = thread.hasBounty ? ((await load(ctx, rewardedPostIds, thread.id)) ?? []) : [];
  if (ids.length === 0) return [];
  const posts = await ctx.db.findBy(Post, {
    id: In([...ids]),
    threadId: thread.id,
    parentId: IsNull(),
    visible: true,
  });
  return posts.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

/** Replies, or comments on a reply (legacy-facts 3.6). */
export async function replyForLegacy(ctx: Context, input: LegacyNewPost): Promise<object> {
  const thread = await viewThread(ctx, input.id);
  const answered = input.isComment ? (input.commentPostId ?? input.replyId) : undefined;
  const attachmentIds = (input.attachments ?? []).map((each) =>
    String((each as { id?: unknown } | null)?.id ?? ""),
  );
  const reply = await replyToThread(
    ctx,
    checkInput(
      Object.assign(new ReplyToThreadInput(), {
        threadId: String(input.id),
        body: await bodyWithPictures(ctx, input.content ?? "", attachmentIds),
        replyToPostId: answered === undefined ? null : String(answered),
        attachmentIds,
      }),
    ),
  );
  return (await legacyPosts(ctx, thread, [reply]))[0]!;
}

/** Edits, likes or deletes a reply, or likes or deletes a thread by its first post (legacy-facts 3.6). */
export async function updatePostForLegacy(ctx: Context, input: LegacyPostChange): Promise<object> {
  const postId = input.pid ?? input.postId;
  if (postId === undefined) throw invalid("pid", "pid 是必填项", "pid is required.");
  const { isLiked, isDeleted, content } = input;
  if ([isLiked, isDeleted, content].every((each) => each === undefined))
    throw invalid("pid", "未获取到必要参数", "Say what to change.");
  const threadId = threadOfFirstPost(postId);
  if (threadId !== null) return updateFirstPost(ctx, threadId, input);
  const { post: found, thread } = await getPost(ctx, postId);
  let post = found;
  const body =
    content === undefined
      ? undefined
      : await editWithPictures(
          ctx,
          content,
          { body: post.body, bodyHtml: await withCurrentNames(ctx, post.bodyHtml) },
          { attachmentIds: null, owner: { postId } },
        );
  if (body !== undefined)
    post = await editPost(
      ctx,
      checkInput(Object.assign(new EditPostInput(), { postId: String(postId), body })),
    );
  if (isLiked !== undefined) post = await setPostLiked(ctx, { postId, liked: isLiked });
  if (isDeleted) post = await deletePost(ctx, { postId });
  const likes = isLiked ?? (await load(ctx, reactionByViewer, postId)) !== null;
  return {
    postId,
    threadId: post.threadId,
    isLiked: likes,
    likeCount: post.likeCount,
    likePayCount: post.likeCount,
    replyCount: post.commentCount,
    isApproved: post.approval,
    isFirst: false,
    rewards: await rewardOf(ctx, thread, post),
    redPacketAmount: await packetAmountOf(ctx, thread, post),
    canLike: canLikePost(ctx.viewer, thread, post).allowed,
  };
}

/** Likes or deletes a thread, which old clients know by its first post. */
async function updateFirstPost(
  ctx: Context,
  threadId: number,
  { isLiked, isDeleted, content }: LegacyPostChange,
): Promise<object> {
  if (content !== undefined)
    throw invalid("content", "请使用 thread.update 修改帖子", "Threads are changed by thread.update.");
  let thread = await getThread(ctx, threadId);
  if (isLiked !== undefined) thread = await setThreadLiked(ctx, { threadId, liked: isLiked });
  if (isDeleted) thread = await deleteThread(ctx, { threadId });
  return {
    postId: firstPostIdOf(threadId),
    threadId,
    isLiked: isLiked ?? (await load(ctx, reactionOf, threadId))?.liked ?? false,
    likeCount: thread.likeCount,
    likePayCount: thread.likeCount,
    replyCount: thread.postCount,
    isApproved: thread.approval,
    isFirst: true,
    rewards: 0,
    redPacketAmount: 0,
    canLike: canLikeThread(ctx.viewer, thread).allowed,
  };
}

/** One reply with its comments (legacy-facts 3.6). */
export async function readPostForLegacy(ctx: Context, { postId, pid }: LegacyPostRef): Promise<object> {
  const id = postId ?? pid;
  if (id === undefined) throw invalid("postId", "postId 是必填项", "postId is required.");
  const { post, thread } = await getPost(ctx, id);
  const [row] = await legacyPosts(ctx, thread, [post]);
  const { nodes } = await listComments(ctx, post, { first: PAGE_MAX });
  return { ...row, commentPosts: await legacyPosts(ctx, thread, nodes) };
}

/** Replies with their first comments: as many statements for fifty as for one. */
async function legacyPosts(ctx: Context, thread: Thread, posts: readonly Post[]): Promise<object[]> {
  await preload(
    ctx,
    firstCommentsOf,
    posts.map(({ id }) => id),
  );
  const comments = await Promise.all(
    posts.map(async ({ id }) => ((await load(ctx, firstCommentsOf, id)) ?? []).slice(0, COMMENTS_MAX)),
  );
  const all = [...posts, ...comments.flat()];
  const withFiles = all.filter(({ hasAttachments }) => hasAttachments).map(({ id }) => id);
  await Promise.all([
    preload(
      ctx,
      reactionByViewer,
      all.map(({ id }) => id),
    ),
    preload(
      ctx,
      answeredPostById,
      all.flatMap((post) => answeredIdOf(post) ?? []),
    ),
    preload(ctx, attachmentsOfPost, withFiles),
    preload(ctx, shareOfPost, thread.hasRedPacket ? all.map(({ id }) => id) : []),
    preload(ctx, bountyCentsOfPost, thread.hasBounty ? all.map(({ id }) => id) : []),
  ]);
  const answered = await Promise.all(
    all.map(async (post) => {
      const id = answeredIdOf(post);
      return id === null ? null : await load(ctx, answeredPostById, id);
    }),
  );
  await preload(
    ctx,
    userById,
    [...all, ...answered].flatMap((post) => post?.authorId ?? []),
  );
  return Promise.all(
    posts.map(async (post, index) => ({
      ...(await legacyPost(ctx, thread, post)),
      lastThreeComments: await Promise.all(comments[index]!.map((each) => legacyPost(ctx, thread, each))),
    })),
  );
}

/** Finds what a comment answers: another comment, or the reply below which it stands; null for replies. */
function answeredIdOf({ replyToPostId, parentId }: Post): number | null {
  return replyToPostId ?? parentId;
}

/** A reply or comment as legacy clients read it. */
async function legacyPost(ctx: Context, thread: Thread, post: Post): Promise<object> {
  const { viewer } = ctx;
  const author = canSeePostAuthor(viewer, post) ? await load(ctx, userById, post.authorId) : null;
  const isLiked = viewer.isMember && (await load(ctx, reactionByViewer, post.id)) !== null;
  const isSeen = seesText(viewer, thread, post);
  const content = isSeen ? textForLegacy(ctx, await withCurrentNames(ctx, post.bodyHtml)) : "";
  const canDelete = canDeletePost(viewer, thread, post).allowed;
  const answeredId = answeredIdOf(post);
  const answered = answeredId === null ? null : await load(ctx, answeredPostById, answeredId);
  const whom =
    answered && canSeePostAuthor(viewer, answered) ? await load(ctx, userById, answered.authorId) : null;
  // A comment on a comment names whom it answers in fields of its own.
  const isDeeper = post.replyToPostId !== null && post.replyToPostId !== post.parentId;
  return {
    id: post.id,
    userId: author?.id ?? -1,
    threadId: post.threadId,
    replyPostId: post.parentId,
    replyUserId: isDeeper ? null : (whom?.id ?? null),
    replyUser: isDeeper ? null : personOf(ctx, whom),
    commentPostId: isDeeper ? post.replyToPostId : null,
    commentUserId: isDeeper ? (whom?.id ?? null) : null,
    commentUser: isDeeper ? personOf(ctx, whom) : null,
    replyCount: post.commentCount,
    likeCount: post.likeCount,
    isLiked,
    likeState: isLiked ? {} : null,
    createdAt: legacyTime(post.createdAt),
    updatedAt: legacyTime(post.editedAt ?? post.createdAt),
    isFirst: false,
    isComment: post.parentId !== null,
    isApproved: post.approval,
    rewards: await rewardOf(ctx, thread, post),
    canApprove: canApprovePost(viewer, thread, post).allowed,
    canDelete,
    canHide: canDelete,
    canLike: canLikePost(viewer, thread, post).allowed,
    images: isSeen && post.hasAttachments ? await imagesOf(ctx, post, content) : [],
    content,
    summaryText: isSeen ? [...excerptOfPost(post, SUMMARY_MAX * 2)].slice(0, SUMMARY_MAX).join("") : "",
    isDeleted: post.deletedAt !== null,
    redPacketAmount: await packetAmountOf(ctx, thread, post),
    ...(post.deletedAt ? { deletedAt: legacyTime(post.deletedAt) } : {}),
    user: author ? { ...personOf(ctx, author), groups: await groupOf(ctx, author) } : ANONYMOUS,
  };
}

/** Reads what a reply got of the red packet of its thread, in yuan. */
async function packetAmountOf(ctx: Context, { hasRedPacket }: Thread, { id }: Post): Promise<number> {
  const share = hasRedPacket ? await load(ctx, shareOfPost, id) : null;
  return (share?.amountCents ?? 0) / CENTS_PER_YUAN;
}

/** Reads what a reply was given of the bounty of its thread, in yuan. */
async function rewardOf(ctx: Context, { hasBounty }: Thread, { id }: Post): Promise<number> {
  const cents = hasBounty ? await load(ctx, bountyCentsOfPost, id) : null;
  return (cents ?? 0) / CENTS_PER_YUAN;
}

function personOf(ctx: Context, user: User | null): object | null {
  return (
    user && {
      id: user.id,
      nickname: user.nickname,
      avatar: legacyAddress(ctx, user.avatarUrl),
      isReal: false,
    }
  );
}

async function groupOf(ctx: Context, user: User): Promise<object> {
  const { id, name, isDisplay, level } = await actingGroupOf(ctx, user);
  return { id, name, isDisplay, level };
}

async function imagesOf(ctx: Context, { id }: Post, content: string): Promise<object[]> {
  const all = (await load(ctx, attachmentsOfPost, id)) ?? [];
  return all
    .filter((each) => each.kind === UploadKind.IMAGE && isBesideText(each, content))
    .map(({ id, path, thumbPath, fileName, mimeType, width, height }) => ({
      id,
      url: legacyAddress(ctx, FILES_PATH + path),
      fileName,
      extension: extensionOf(fileName),
      fileType: mimeType,
      thumbUrl: legacyAddress(ctx, FILES_PATH + (thumbPath ?? path)),
      fileWidth: width,
      fileHeight: height,
      isImage: true,
    }));
}
