import type { Context } from "../../core/context.ts";
import { parseId } from "../../core/ids.ts";
import { load, preload } from "../../core/loaders.ts";
import { LegacyPage, legacyPage, legacyTime } from "../../core/rest.ts";
import { checkInput } from "../../core/validation.ts";
import type { Thread } from "../threads/thread.entity.ts";
import { viewThread } from "../threads/thread.service.ts";
import { userById } from "../users/user.loaders.ts";
import type { LegacyNewPost, LegacyPostList } from "./legacy.input.ts";
import type { Post } from "./post.entity.ts";
import { PostSort, ReplyToThreadInput } from "./post.input.ts";
import { listPosts } from "./post.list.service.ts";
import { firstCommentsOf, likedByViewer } from "./post.loaders.ts";
import { canApprovePost, canDeletePost, canLikePost, canSeePostAuthor, seesText } from "./post.policy.ts";
import { replyToThread } from "./post.service.ts";

/** Replies on a page unless a client asks for another number (legacy-facts 1.4). */
const PER_PAGE = 5;
const ANONYMOUS = { id: -1, nickname: "匿名用户", avatar: "", isReal: false };

/** The replies of a thread by numbered pages, each with its first comments (legacy-facts 3.6). */
export async function listPostsForLegacy(ctx: Context, input: LegacyPostList): Promise<LegacyPage> {
  const { thread: named } = (
    input.filter !== null && typeof input.filter === "object" ? input.filter : {}
  ) as {
    thread?: string | number;
  };
  const thread = await viewThread(ctx, parseId(named ?? "", "filter.thread"));
  const request = legacyPage(input, PER_PAGE);
  const newest = input.sort === "-createdAt";
  const passed = (request.page - 1) * request.perPage;
  const fromNumber = newest ? thread.lastNumber - passed : passed + 1;
  if (fromNumber < 1) return new LegacyPage([], request, 0, thread.postCount);
  const sort = newest ? PostSort.NEWEST : PostSort.OLDEST;
  const { nodes } = await listPosts(ctx, thread, { first: request.perPage, fromNumber, sort });
  await preload(
    ctx,
    userById,
    nodes.map(({ authorId }) => authorId),
  );
  const rows = await Promise.all(
    nodes.map(async (post) => {
      const comments = (await load(ctx, firstCommentsOf, post.id)) ?? [];
      const lastThreeComments = await Promise.all(comments.map((each) => legacyPost(ctx, thread, each)));
      return { ...(await legacyPost(ctx, thread, post)), lastThreeComments };
    }),
  );
  return new LegacyPage(rows, request, rows.length, thread.postCount);
}

/** Replies, or comments on a reply (legacy-facts 3.6). */
export async function replyForLegacy(ctx: Context, input: LegacyNewPost): Promise<object> {
  const thread = await viewThread(ctx, input.id);
  const answered = input.isComment ? (input.commentPostId ?? input.replyId) : undefined;
  const attachmentIds = (input.attachments ?? []).map((each) =>
    String((each as { id?: unknown } | null)?.id ?? ""),
  );
  const post = await replyToThread(
    ctx,
    checkInput(
      Object.assign(new ReplyToThreadInput(), {
        threadId: String(input.id),
        body: input.content,
        replyToPostId: answered === undefined ? null : String(answered),
        attachmentIds,
      }),
    ),
  );
  return { ...(await legacyPost(ctx, thread, post)), redPacketAmount: 0 };
}

/** A reply or comment as legacy clients read it. */
async function legacyPost(ctx: Context, thread: Thread, post: Post): Promise<object> {
  const { viewer } = ctx;
  const author = canSeePostAuthor(viewer, post) ? await load(ctx, userById, post.authorId) : null;
  const isLiked = viewer.isMember && (await load(ctx, likedByViewer, post.id)) === true;
  const content = seesText(viewer, thread, post) ? post.bodyHtml : "";
  const canDelete = canDeletePost(viewer, thread, post).allowed;
  return {
    ...{ id: post.id, userId: author?.id ?? -1, threadId: post.threadId, replyPostId: post.parentId },
    ...{ commentPostId: post.replyToPostId, replyCount: post.commentCount, likeCount: post.likeCount },
    ...{ createdAt: legacyTime(post.createdAt), updatedAt: legacyTime(post.editedAt ?? post.createdAt) },
    ...{ isFirst: false, isComment: post.parentId !== null, isApproved: post.approval, rewards: 0 },
    ...{ canApprove: canApprovePost(viewer, thread, post).allowed, canDelete, canHide: canDelete },
    ...{
      canLike: canLikePost(viewer, thread, post).allowed,
      isLiked,
      images: [],
      content,
      summaryText: content,
    },
    isDeleted: post.deletedAt !== null,
    user: author
      ? { id: author.id, nickname: author.nickname, avatar: author.avatarUrl ?? "", isReal: false }
      : ANONYMOUS,
  };
}
