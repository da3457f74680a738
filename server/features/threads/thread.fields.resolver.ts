import { Arg, Ctx, FieldResolver, GraphQLISODateTime, Int, Resolver, Root } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { chain, load } from "../../core/loaders.ts";
import { inLocale } from "../../core/locale.ts";
import { Attachment, UploadKind } from "../attachments/attachment.entity.ts";
import { attachmentsOfThread } from "../attachments/attachment.loaders.ts";
import { canSeeAttachment } from "../attachments/attachment.policy.ts";
import { Category } from "../categories/category.entity.ts";
import { categoryById } from "../categories/category.service.ts";
import { previewsIn, withPreviews } from "../previews/linkPreview.service.ts";
import { LinkPreviewView } from "../previews/linkPreview.view.ts";
import { User } from "../users/user.entity.ts";
import { userById } from "../users/user.loaders.ts";
import { Revision } from "./content/revision.entity.ts";
import { listRevisions } from "./content/revision.service.ts";
import { lockReasonOf } from "./moderation/thread.lock.service.ts";
import { closingTime, isLocked, lockedSince, Position, posterIdsOf, Thread } from "./thread.entity.ts";
import { ThreadType } from "./thread.input.ts";
import { isForSale } from "./paid/paid.policy.ts";
import {
  boughtAttachments,
  countLockedCharacters,
  mayGetAttachments,
  readsAll,
  textFor,
} from "./paid/paid.service.ts";
import { reactionOf } from "./thread.loaders.ts";
import {
  canAcceptAnswer,
  canApproveThread,
  canDeleteThread,
  canEditThread,
  canFavoriteThread,
  canLikeThread,
  canLockThread,
  canMakePoster,
  canMoveThread,
  canReadThread,
  canReply,
  canRestoreThread,
  canSeeAuthor,
  canSetEssence,
  canSetSticky,
  isPinned,
} from "./thread.policy.ts";

/** Pictures that are shown of one thread. */
const IMAGES_MAX = 9;
const NO_ATTACHMENTS: readonly Attachment[] = [];

/** Fields of a thread beside its columns. */
@Resolver(() => Thread)
export class ThreadFieldsResolver {
  @FieldResolver(() => String, {
    description:
      "Markdown. Empty without `thread.viewPosts`, like all that it says; of a thread with a price what the viewer has paid for.",
  })
  body(@Ctx() ctx: Context, @Root() thread: Thread) {
    return textOf(ctx, thread, "body");
  }

  @FieldResolver(() => String, { description: "The body as safe HTML." })
  bodyHtml(
    @Ctx() ctx: Context,
    @Root() thread: Thread,
    @Arg("previews", () => Boolean, {
      defaultValue: false,
      description: "Puts cards in place of links that have a preview.",
    })
    previews: boolean,
  ) {
    const html = textOf(ctx, thread, "bodyHtml");
    return previews ? chain(html, (text) => withPreviews(ctx, text)) : html;
  }

  @FieldResolver(() => [LinkPreviewView], {
    description: "Previews of its links that are a paragraph of their own, at most 5.",
  })
  linkPreviews(@Ctx() ctx: Context, @Root() thread: Thread) {
    return chain(textOf(ctx, thread, "bodyHtml"), (html) => previewsIn(ctx, html));
  }

  @FieldResolver(() => String, {
    description: "The beginning of the body as plain text, at most 200 characters.",
  })
  excerpt(@Ctx() ctx: Context, @Root() thread: Thread) {
    return canReadThread(ctx.viewer, thread).allowed ? thread.excerpt : "";
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: "Null if the thread is anonymous to the viewer.",
  })
  author(@Ctx() ctx: Context, @Root() thread: Thread) {
    return canSeeAuthor(ctx.viewer, thread) ? load(ctx, userById, thread.authorId) : null;
  }

  @FieldResolver(() => Category, { description: "The category that it is in." })
  category(@Ctx() ctx: Context, @Root() thread: Thread) {
    return load(ctx, categoryById, thread.categoryId);
  }

  @FieldResolver(() => Boolean, { description: "Deleted; shown to who may restore it." })
  isDeleted(@Root() thread: Thread) {
    return thread.deletedAt !== null;
  }

  @FieldResolver(() => Boolean, { description: "Pinned above the others of its list." })
  isSticky(@Ctx() ctx: Context, @Root() thread: Thread) {
    return isPinned(thread, ctx.now);
  }

  @FieldResolver(() => GraphQLISODateTime, {
    nullable: true,
    description: "End of the pin; null for none, and where it is not pinned.",
  })
  stickyUntil(@Ctx() ctx: Context, @Root() thread: Thread) {
    return isPinned(thread, ctx.now) ? thread.stickyUntil : null;
  }

  @FieldResolver(() => GraphQLISODateTime, {
    nullable: true,
    description: "Since when nobody but moderators can reply; null while it is open.",
  })
  lockedAt(@Ctx() ctx: Context, @Root() thread: Thread) {
    return lockedSince(thread, ctx.now);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "Why it is locked, for its readers; may be empty.",
  })
  lockReason(@Ctx() ctx: Context, @Root() thread: Thread) {
    return isLocked(thread, ctx.now) ? inLocale(lockReasonOf(thread), ctx.locale) : null;
  }

  @FieldResolver(() => GraphQLISODateTime, {
    nullable: true,
    description:
      "When it is locked by itself unless somebody replies before; null for never, and once it is.",
  })
  closesAt(@Ctx() ctx: Context, @Root() thread: Thread) {
    return isLocked(thread, ctx.now) ? null : closingTime(thread);
  }

  @FieldResolver(() => Boolean, { description: "The viewer reads all of it: free, theirs, or bought." })
  viewerReadsAll(@Ctx() ctx: Context, @Root() thread: Thread) {
    return readsAll(ctx, thread);
  }

  @FieldResolver(() => Int, {
    description: "Characters that the viewer has to buy, in full tens; 0 if they read all of it.",
  })
  lockedCharacterCount(@Ctx() ctx: Context, @Root() thread: Thread) {
    return canReadThread(ctx.viewer, thread).allowed ? countLockedCharacters(ctx, thread) : 0;
  }

  @FieldResolver(() => Boolean, {
    description: "The viewer gets all its files, as far as prices are concerned: free, theirs, or bought.",
  })
  viewerGetsAttachments(@Ctx() ctx: Context, @Root() thread: Thread) {
    return mayGetAttachments(ctx, thread);
  }

  @FieldResolver(() => Int, { description: "Files and pictures that have to be bought." })
  paidAttachmentCount(@Ctx() ctx: Context, @Root() thread: Thread) {
    if (!isForSale(thread) || !canReadThread(ctx.viewer, thread).allowed) return 0;
    return chain(
      load(ctx, attachmentsOfThread, thread.id),
      (all) => (all ?? NO_ATTACHMENTS).filter(({ isPaid }) => isPaid).length,
    );
  }

  @FieldResolver(() => [ThreadType], { description: "What it holds, for filters." })
  types(@Root() thread: Thread) {
    const types: ThreadType[] = [];
    if (thread.hasImages) types.push(ThreadType.IMAGE);
    if (thread.hasAttachments) types.push(ThreadType.ATTACHMENT);
    if (thread.longitude !== null) types.push(ThreadType.POSITION);
    return types.length > 0 ? types : [ThreadType.TEXT];
  }

  @FieldResolver(() => [Attachment], { description: "First pictures, at most 9." })
  images(@Ctx() ctx: Context, @Root() thread: Thread) {
    return thread.hasImages ? attachments(ctx, thread, true) : NO_ATTACHMENTS;
  }

  @FieldResolver(() => [Attachment], { description: "Files other than pictures." })
  attachments(@Ctx() ctx: Context, @Root() thread: Thread) {
    return thread.hasAttachments ? attachments(ctx, thread, false) : NO_ATTACHMENTS;
  }

  @FieldResolver(() => Position, { nullable: true, description: "Place that the author gave; null if none." })
  position(@Ctx() ctx: Context, @Root() thread: Thread) {
    const { longitude, latitude, address, location } = thread;
    if (longitude === null || latitude === null || !canReadThread(ctx.viewer, thread).allowed) return null;
    return { longitude, latitude, address, location };
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: "Null without replies, and if the last one is anonymous.",
  })
  lastPostedBy(@Ctx() ctx: Context, @Root() thread: Thread) {
    return thread.lastPostedById === null ? null : load(ctx, userById, thread.lastPostedById);
  }

  @FieldResolver(() => [User], {
    description: "Members who replied last, the newest first, at most three; nobody who did so anonymously.",
  })
  async participants(@Ctx() ctx: Context, @Root() thread: Thread) {
    const members = await Promise.all(posterIdsOf(thread).map(async (id) => load(ctx, userById, id)));
    return members.filter((member) => member !== null);
  }

  @FieldResolver(() => [Revision], { description: "What it said before, newest first; for who may edit it." })
  revisions(@Ctx() ctx: Context, @Root() thread: Thread) {
    return listRevisions(ctx, thread);
  }

  @FieldResolver(() => Boolean, { description: "Whether the viewer likes it." })
  viewerHasLiked(@Ctx() ctx: Context, @Root() thread: Thread) {
    return reaction(ctx, thread, "liked");
  }

  @FieldResolver(() => Boolean, { description: "Whether it is among the viewer's favourites." })
  viewerHasFavorited(@Ctx() ctx: Context, @Root() thread: Thread) {
    return reaction(ctx, thread, "favorite");
  }
}

function textOf(ctx: Context, thread: Thread, key: "body" | "bodyHtml"): string | Promise<string> {
  if (!canReadThread(ctx.viewer, thread).allowed) return "";
  return chain(textFor(ctx, thread), (text) => text?.[key] ?? "");
}

function attachments(
  ctx: Context,
  thread: Thread,
  images: boolean,
): readonly Attachment[] | Promise<readonly Attachment[]> {
  if (!canReadThread(ctx.viewer, thread).allowed) return NO_ATTACHMENTS;
  return chain(load(ctx, attachmentsOfThread, thread.id), (all) => {
    const chosen = (all ?? NO_ATTACHMENTS).filter(
      (each) => (each.kind === UploadKind.IMAGE) === images && canSeeAttachment(ctx.viewer, each),
    );
    return chain(boughtAttachments(ctx, thread, chosen), (own) => (images ? own.slice(0, IMAGES_MAX) : own));
  }) as readonly Attachment[] | Promise<readonly Attachment[]>;
}

function reaction(ctx: Context, thread: Thread, key: "liked" | "favorite"): boolean | Promise<boolean> {
  if (!ctx.viewer.isMember) return false;
  return chain(load(ctx, reactionOf, thread.id), (known) => known?.[key] ?? false);
}

/** The editor, as a field of a revision. */
@Resolver(() => Revision)
export class RevisionResolver {
  @FieldResolver(() => User, { nullable: true, description: "Null if that would name an anonymous author." })
  editor(@Ctx() ctx: Context, @Root() revision: Revision) {
    return revision.editorId === 0 ? null : load(ctx, userById, revision.editorId);
  }
}

/** Permissions of the viewer for a thread, as the commands check them. */
@Resolver(() => Thread)
export class ThreadAbilitiesResolver {
  @FieldResolver(() => Boolean, { description: "Whether the viewer may like it now." })
  viewerCanLike(@Ctx() ctx: Context, @Root() thread: Thread) {
    return canLikeThread(ctx.viewer, thread).allowed;
  }

  @FieldResolver(() => Boolean, { description: "Whether the viewer may keep it among the favourites." })
  viewerCanFavorite(@Ctx() ctx: Context, @Root() thread: Thread) {
    return canFavoriteThread(ctx.viewer, thread).allowed;
  }

  @FieldResolver(() => Boolean, { description: "Whether the viewer may reply to it now." })
  viewerCanReply(@Ctx() ctx: Context, @Root() thread: Thread) {
    return canReply(ctx.viewer, thread, ctx.now).allowed;
  }

  @FieldResolver(() => Boolean, { description: "Whether the viewer may make a picture for sharing of it." })
  viewerCanMakePoster(@Ctx() ctx: Context, @Root() thread: Thread) {
    return canMakePoster(ctx.viewer, thread).allowed;
  }

  @FieldResolver(() => Boolean, { description: "Whether the viewer may change it now." })
  viewerCanEdit(@Ctx() ctx: Context, @Root() thread: Thread) {
    return canEditThread(ctx.viewer, thread).allowed;
  }

  @FieldResolver(() => Boolean, { description: "Whether the viewer may delete it now." })
  viewerCanDelete(@Ctx() ctx: Context, @Root() thread: Thread) {
    return canDeleteThread(ctx.viewer, thread).allowed && thread.deletedAt === null;
  }

  @FieldResolver(() => Boolean, {
    description: "Whether the viewer may bring it back; false unless it is deleted.",
  })
  viewerCanRestore(@Ctx() ctx: Context, @Root() thread: Thread) {
    return canRestoreThread(ctx.viewer, thread).allowed && thread.deletedAt !== null;
  }

  @FieldResolver(() => Boolean, { description: "Whether the viewer may pin it." })
  viewerCanSetSticky(@Ctx() ctx: Context, @Root() thread: Thread) {
    return canSetSticky(ctx.viewer, thread).allowed;
  }

  @FieldResolver(() => Boolean, { description: "Whether the viewer may feature it." })
  viewerCanSetEssence(@Ctx() ctx: Context, @Root() thread: Thread) {
    return canSetEssence(ctx.viewer, thread).allowed;
  }

  @FieldResolver(() => Boolean, { description: "May lock it, so that nobody replies, and open it again." })
  viewerCanLock(@Ctx() ctx: Context, @Root() thread: Thread) {
    return canLockThread(ctx.viewer, thread).allowed;
  }

  @FieldResolver(() => Boolean, { description: "May accept one of its replies as the answer." })
  viewerCanAcceptAnswer(@Ctx() ctx: Context, @Root() thread: Thread) {
    return canAcceptAnswer(ctx.viewer, thread).allowed;
  }

  @FieldResolver(() => Boolean, { description: "May move it to categories that the viewer looks after." })
  viewerCanMove(@Ctx() ctx: Context, @Root() thread: Thread) {
    return canMoveThread(ctx.viewer, thread).allowed;
  }

  @FieldResolver(() => Boolean, { description: "Whether the viewer may decide about its approval." })
  viewerCanApprove(@Ctx() ctx: Context, @Root() thread: Thread) {
    return canApproveThread(ctx.viewer, thread).allowed;
  }
}
