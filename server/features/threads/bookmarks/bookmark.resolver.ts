import type { GraphQLResolveInfo } from "graphql";
import { Arg, Ctx, FieldResolver, ID, Info, Int, Mutation, Query, Resolver, Root } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { parseId } from "../../../core/ids.ts";
import { chain, load, preload } from "../../../core/loaders.ts";
import { connectionType, PAGE_DEFAULT } from "../../../core/paging.ts";
import { fieldsBelow } from "../../../core/selection.ts";
import { preloadNeighbours } from "../lists/neighbour.service.ts";
import { ThreadFavorite } from "../reactions/reaction.entity.ts";
import { Thread } from "../thread.entity.ts";
import { threadById } from "../thread.loaders.ts";
import { canSeeThread } from "../thread.policy.ts";
import { BookmarkFilter, SetBookmarkInput } from "./bookmark.input.ts";
import { bookmarkCountOf, folderById } from "./bookmark.loaders.ts";
import { findBookmark, listBookmarks, removeBookmark, setBookmark } from "./bookmark.service.ts";
import { BookmarkFolder } from "./bookmarkFolder.entity.ts";
import {
  createBookmarkFolder,
  deleteBookmarkFolder,
  listFolders,
  orderBookmarkFolders,
  renameBookmarkFolder,
} from "./folder.service.ts";

/** A page of bookmarks. */
export const BookmarkConnection = connectionType("Bookmark", () => ThreadFavorite);

/** The thread of a bookmark if the viewer may see it. */
function seenThread(ctx: Context, threadId: number): Thread | null | Promise<Thread | null> {
  return chain(load(ctx, threadById, threadId), (thread) =>
    thread && canSeeThread(ctx.viewer, thread).allowed ? thread : null,
  );
}

/** GraphQL's view of bookmarks. */
@Resolver(() => ThreadFavorite)
export class BookmarkResolver {
  @Query(() => BookmarkConnection, { description: "Bookmarks of the viewer, newest first." })
  async bookmarks(
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg("first", () => Int, { defaultValue: PAGE_DEFAULT }) first: number,
    @Arg("after", () => String, { nullable: true }) after?: string,
    @Arg("filter", () => BookmarkFilter, { nullable: true, description: "Which ones; all without it." })
    filter?: BookmarkFilter,
  ) {
    const page = await listBookmarks(ctx, filter ?? {}, { first, after });
    const ids = page.nodes.map(({ threadId }) => threadId);
    await preload(ctx, threadById, ids);
    const seen = ids.flatMap((id) => (seenThread(ctx, id) as Thread | null) ?? []);
    await preloadNeighbours(ctx, seen, fieldsBelow(info));
    return page;
  }

  @Query(() => ThreadFavorite, { nullable: true, description: "The viewer's bookmark of a thread, if any." })
  bookmark(
    @Ctx() ctx: Context,
    @Arg("threadId", () => ID, { description: "Id of the thread." }) threadId: string,
  ) {
    return findBookmark(ctx, parseId(threadId, "threadId"));
  }

  @FieldResolver(() => ID, { description: "Id of the thread, of which a member has one bookmark at most." })
  id(@Root() bookmark: ThreadFavorite) {
    return bookmark.threadId;
  }

  @FieldResolver(() => Thread, {
    nullable: true,
    description: "The thread; null if the viewer may no longer see it.",
  })
  thread(@Ctx() ctx: Context, @Root() bookmark: ThreadFavorite) {
    return seenThread(ctx, bookmark.threadId);
  }

  @FieldResolver(() => BookmarkFolder, { nullable: true, description: "Its folder; null for none." })
  folder(@Ctx() ctx: Context, @Root() { folderId }: ThreadFavorite) {
    return folderId === null ? null : load(ctx, folderById, folderId);
  }

  @Mutation(() => ThreadFavorite, { description: "Bookmarks a thread, or changes its bookmark." })
  setBookmark(
    @Ctx() ctx: Context,
    @Arg("input", () => SetBookmarkInput, { description: "All that is to change, in one object." })
    input: SetBookmarkInput,
  ) {
    return setBookmark(ctx, input);
  }

  @Mutation(() => ThreadFavorite, {
    nullable: true,
    description: "Removes a bookmark and gives it as it was; null if there was none.",
  })
  removeBookmark(
    @Ctx() ctx: Context,
    @Arg("threadId", () => ID, { description: "Id of the thread." }) threadId: string,
  ) {
    return removeBookmark(ctx, { threadId: parseId(threadId, "threadId") });
  }
}

/** GraphQL's view of folders of bookmarks. */
@Resolver(() => BookmarkFolder)
export class BookmarkFolderResolver {
  @Query(() => [BookmarkFolder], { description: "Folders of the viewer in their order, at most 50." })
  bookmarkFolders(@Ctx() ctx: Context) {
    return listFolders(ctx);
  }

  @FieldResolver(() => Int, { description: "Bookmarks in it, those too whose thread is gone." })
  bookmarkCount(@Ctx() ctx: Context, @Root() folder: BookmarkFolder) {
    return chain(load(ctx, bookmarkCountOf, folder.id), (count) => count ?? 0);
  }

  @Mutation(() => BookmarkFolder, { description: "Adds a folder behind the others." })
  createBookmarkFolder(
    @Ctx() ctx: Context,
    @Arg("name", () => String, { description: "Name of at most 30 characters." }) name: string,
  ) {
    return createBookmarkFolder(ctx, { name });
  }

  @Mutation(() => BookmarkFolder, { description: "Renames a folder." })
  renameBookmarkFolder(
    @Ctx() ctx: Context,
    @Arg("folderId", () => ID, { description: "Id of the folder." }) folderId: string,
    @Arg("name", () => String, { description: "Name of at most 30 characters." }) name: string,
  ) {
    return renameBookmarkFolder(ctx, { folderId: parseId(folderId, "folderId"), name });
  }

  @Mutation(() => Boolean, { description: "Deletes a folder; its bookmarks stay. False if it was gone." })
  deleteBookmarkFolder(
    @Ctx() ctx: Context,
    @Arg("folderId", () => ID, { description: "Id of the folder." }) folderId: string,
  ) {
    return deleteBookmarkFolder(ctx, { folderId: parseId(folderId, "folderId") });
  }

  @Mutation(() => [BookmarkFolder], { description: "Puts the folders in order and gives them so." })
  orderBookmarkFolders(
    @Ctx() ctx: Context,
    @Arg("folderIds", () => [ID], { description: "Each folder of the viewer once." }) folderIds: string[],
  ) {
    return orderBookmarkFolders(ctx, { folderIds: folderIds.map((id) => parseId(id, "folderIds")) });
  }
}
