import { In } from "typeorm";
import { defineLoader } from "../../../core/loaders.ts";
import { BookmarkFolder } from "./bookmarkFolder.entity.ts";
import { countInFolders } from "./bookmark.sql.ts";

/** Folders of the viewer by id. */
export const folderById = defineLoader<number, BookmarkFolder>("bookmarkFolderById", async (ctx, ids) => {
  const folders = await ctx.db.findBy(BookmarkFolder, { id: In([...ids]), userId: ctx.viewer.id });
  return new Map(folders.map((folder) => [folder.id, folder]));
});

/** Number of bookmarks by folder; absent for empty ones. */
export const bookmarkCountOf = defineLoader<number, number>("bookmarkCountOf", async (ctx, ids) => {
  const counts = await countInFolders(ctx, ids);
  return new Map(counts.map(({ folderId, count }) => [Number(folderId), Number(count)]));
});
