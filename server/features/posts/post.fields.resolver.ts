import { Arg, Ctx, FieldResolver, Int, Resolver, Root } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { chain, load } from "../../core/loaders.ts";
import { Cents } from "../../core/money.ts";
import { PAGE_DEFAULT } from "../../core/paging.ts";
import type { Decision, Viewer } from "../../core/viewer.ts";
import { Attachment } from "../attachments/attachment.entity.ts";
import { attachmentsOfPost } from "../attachments/attachment.loaders.ts";
import { canSeeAttachment } from "../attachments/attachment.policy.ts";
import { bountyCentsOfPost } from "../bounties/bounty.loaders.ts";
import { previewsIn, withPreviews } from "../previews/linkPreview.service.ts";
import { LinkPreviewView } from "../previews/linkPreview.view.ts";
import { withCurrentNames } from "../users/mentionedUsers.service.ts";
import { Thread } from "../threads/thread.entity.ts";
import { threadById } from "../threads/thread.loaders.ts";
import { canSeeAuthor, canSeeThread } from "../threads/thread.policy.ts";
import { User } from "../users/user.entity.ts";
import { userById } from "../users/user.loaders.ts";
import { Post } from "./post.entity.ts";
import { listComments } from "./lists/post.list.service.ts";
import { answeredPostById, firstCommentsOf, reactionByViewer, postTextById } from "./post.loaders.ts";
import {
  canApprovePost,
  canDeletePost,
  canEditPost,
  canLikePost,
  canRestorePost,
  canSeePost,
  canSeePostAuthor,
} from "./post.policy.ts";
import { PostConnection } from "./post.view.ts";

type Soon<T> = T | Promise<T>;

/** The thread of a reply, which is known already wherever replies are listed. */
function inThread<R>(ctx: Context, post: Post, use: (thread: Thread) => R): Soon<R> {
  return chain(load(ctx, threadById, post.threadId), (thread) => use(thread!));
}

/** Shows something of a reply only to who may see it: a deleted reply keeps its place, not what it says. */
function ifSeen<R>(ctx: Context, post: Post, hidden: R, show: () => Soon<R>): Soon<R> {
  return inThread<Soon<R>>(ctx, post, (thread) =>
    canSeePost(ctx.viewer, thread, post).allowed ? show() : hidden,
  ) as Soon<R>;
}

/** HTML of a reply, for its readers. */
function htmlOf(ctx: Context, post: Post): Soon<string> {
  return ifSeen(ctx, post, "", () => withCurrentNames(ctx, post.bodyHtml));
}

const NO_ATTACHMENTS: readonly Attachment[] = [];
const NO_COMMENTS: readonly Post[] = [];

/** Fields of a reply beside its columns. */
@Resolver(() => Post)
export class PostFieldsResolver {
  @FieldResolver(() => Thread, {
    nullable: true,
    description: "The thread that it is in; null if the viewer may not see it.",
  })
  thread(@Ctx() ctx: Context, @Root() post: Post) {
    return inThread(ctx, post, (thread) => (canSeeThread(ctx.viewer, thread).allowed ? thread : null));
  }

  @FieldResolver(() => Cents, {
    description: "What it was given of the bounty of its thread, in cents; 0 if that is nothing.",
  })
  bountyCents(@Ctx() ctx: Context, @Root() post: Post) {
    return ifSeen(ctx, post, 0, () =>
      inThread(ctx, post, ({ hasBounty }) =>
        hasBounty ? chain(load(ctx, bountyCentsOfPost, post.id), (cents) => cents ?? 0) : 0,
      ),
    );
  }

  @FieldResolver(() => String, { description: "Markdown. Empty if the reply is deleted for the viewer." })
  body(@Ctx() ctx: Context, @Root() post: Post) {
    const loaded = post.body as string | undefined;
    return ifSeen(
      ctx,
      post,
      "",
      () => loaded ?? chain(load(ctx, postTextById, post.id), (body) => body ?? ""),
    );
  }

  @FieldResolver(() => String, { description: "The body as safe HTML." })
  bodyHtml(
    @Ctx() ctx: Context,
    @Root() post: Post,
    @Arg("previews", () => Boolean, {
      defaultValue: false,
      description: "Puts cards in place of links that have a preview; comments keep their links.",
    })
    previews: boolean,
  ) {
    const html = htmlOf(ctx, post);
    return previews && post.parentId === null ? chain(html, (text) => withPreviews(ctx, text)) : html;
  }

  @FieldResolver(() => [LinkPreviewView], {
    description: "Previews of its links that are a paragraph of their own, at most 5; none of comments.",
  })
  linkPreviews(@Ctx() ctx: Context, @Root() post: Post) {
    if (post.parentId !== null) return [];
    return chain(htmlOf(ctx, post), (html) => previewsIn(ctx, html));
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: "Null if anonymous to the viewer, and if deleted for them.",
  })
  author(@Ctx() ctx: Context, @Root() post: Post) {
    if (!canSeePostAuthor(ctx.viewer, post)) return null;
    return ifSeen<User | null>(ctx, post, null, () => load(ctx, userById, post.authorId));
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: "Whom a comment answers, if it answers another comment.",
  })
  replyTo(@Ctx() ctx: Context, @Root() post: Post) {
    if (post.replyToPostId === null) return null;
    return chain(load(ctx, answeredPostById, post.replyToPostId), (answered) =>
      answered && canSeeAuthor(ctx.viewer, answered) ? load(ctx, userById, answered.authorId) : null,
    );
  }

  @FieldResolver(() => Boolean, { description: "Deleted: it keeps its number." })
  isDeleted(@Root() post: Post) {
    return post.deletedAt !== null;
  }

  @FieldResolver(() => Boolean, { description: "Written by the author of the thread." })
  isThreadAuthor(@Ctx() ctx: Context, @Root() post: Post) {
    return inThread(
      ctx,
      post,
      (thread) => thread.authorId === post.authorId && canSeePost(ctx.viewer, thread, post).allowed,
    );
  }

  @FieldResolver(() => [Attachment], { description: "Pictures and files, in order." })
  attachments(@Ctx() ctx: Context, @Root() post: Post) {
    if (!post.hasAttachments) return NO_ATTACHMENTS;
    return ifSeen(ctx, post, NO_ATTACHMENTS, () =>
      chain(load(ctx, attachmentsOfPost, post.id), (all) =>
        (all ?? NO_ATTACHMENTS).filter((each) => canSeeAttachment(ctx.viewer, each)),
      ),
    );
  }

  @FieldResolver(() => Boolean, { description: "Whether the viewer likes it." })
  viewerHasLiked(@Ctx() ctx: Context, @Root() post: Post) {
    return (
      ctx.viewer.isMember && chain(load(ctx, reactionByViewer, post.id), (reaction) => reaction !== null)
    );
  }

  @FieldResolver(() => [Post], { description: "First comments, oldest first, at most 3." })
  firstComments(@Ctx() ctx: Context, @Root() post: Post) {
    if (post.commentCount === 0) return NO_COMMENTS;
    return chain(load(ctx, firstCommentsOf, post.id), (comments) => comments ?? NO_COMMENTS);
  }

  @FieldResolver(() => PostConnection, { description: "Comments, oldest first." })
  comments(
    @Ctx() ctx: Context,
    @Root() post: Post,
    @Arg("first", () => Int, { defaultValue: PAGE_DEFAULT }) first: number,
    @Arg("after", () => String, { nullable: true }) after?: string,
  ) {
    return listComments(ctx, post, { first, after });
  }
}

type Can = (viewer: Viewer, thread: Thread, post: Post) => Decision;

function may(ctx: Context, post: Post, can: Can): Soon<boolean> {
  return inThread(ctx, post, (thread) => can(ctx.viewer, thread, post).allowed);
}

/** Permissions of the viewer for a reply, as the commands check them. */
@Resolver(() => Post)
export class PostAbilitiesResolver {
  @FieldResolver(() => Boolean, { description: "Whether the viewer may like it now." })
  viewerCanLike(@Ctx() ctx: Context, @Root() post: Post) {
    return may(ctx, post, canLikePost);
  }

  @FieldResolver(() => Boolean, { description: "Whether the viewer may change it now." })
  viewerCanEdit(@Ctx() ctx: Context, @Root() post: Post) {
    return may(ctx, post, canEditPost);
  }

  @FieldResolver(() => Boolean, { description: "Whether the viewer may delete it now." })
  viewerCanDelete(@Ctx() ctx: Context, @Root() post: Post) {
    return post.deletedAt === null && may(ctx, post, canDeletePost);
  }

  @FieldResolver(() => Boolean, {
    description: "Whether the viewer may bring it back; false unless it is deleted.",
  })
  viewerCanRestore(@Ctx() ctx: Context, @Root() post: Post) {
    return post.deletedAt !== null && may(ctx, post, canRestorePost);
  }

  @FieldResolver(() => Boolean, { description: "Whether the viewer may decide about its approval." })
  viewerCanApprove(@Ctx() ctx: Context, @Root() post: Post) {
    return may(ctx, post, canApprovePost);
  }
}
