import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { cleanLine, limited, nameKey, showsNothing } from "../../../core/text.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { allow, mustBeMember } from "../../../core/viewer.ts";
import { insert, lockById } from "../../../core/write.ts";
import { User } from "../../users/user.entity.ts";
import { ThreadFavorite } from "../reactions/reaction.entity.ts";
import { BookmarkFolder, FOLDER_NAME_MAX, FOLDERS_MAX } from "./bookmarkFolder.entity.ts";

/** Lists the folders of the viewer in their order. @throws {DomainError} LOGIN_REQUIRED for visitors. */
export function listFolders(ctx: Context): Promise<BookmarkFolder[]> {
  allow(mustBeMember(ctx.viewer));
  return foldersOf(ctx);
}

const foldersOf = (ctx: Context): Promise<BookmarkFolder[]> =>
  ctx.db.find(BookmarkFolder, { where: { userId: ctx.viewer.id }, order: { position: "ASC", id: "ASC" } });

/** Locks the member, so that what changes their folders at the same moment waits, and reads the folders. */
async function lockFolders(ctx: Context): Promise<BookmarkFolder[]> {
  await lockById(ctx, User, ctx.viewer.id);
  return foldersOf(ctx);
}

/**
 * Locks an own folder until the end of the transaction, so that it is not deleted meanwhile.
 * @throws {DomainError} NOT_FOUND for missing ones and those of others alike.
 */
export async function lockFolder(ctx: Context, id: number): Promise<BookmarkFolder> {
  const folder = await lockById(ctx, BookmarkFolder, id);
  if (folder?.userId !== ctx.viewer.id) throw new DomainError("NOT_FOUND");
  return folder;
}

function checkName(value: string): { readonly name: string; readonly nameKey: string } {
  const name = limited(cleanLine(value), "name", FOLDER_NAME_MAX);
  const key = nameKey(name);
  if (key === "" || showsNothing(name)) throw invalid("name", "名称不能为空", "The name must not be empty.");
  return { name, nameKey: limited(key, "name", KEY_MAX) };
}

/** Length of the column of folded names. */
const KEY_MAX = 100;

function refuseTaken(folders: readonly BookmarkFolder[], key: string, exceptId?: number): void {
  if (folders.some((folder) => folder.nameKey === key && folder.id !== exceptId))
    throw new DomainError("ALREADY_EXISTS", {
      field: "name",
      text: { zh: "已有同名的收藏夹", en: "There is a folder of this name already." },
    });
}

/**
 * Adds a folder behind the others.
 * @throws {DomainError} INVALID_PARAMETER for the name, and if there are 50; ALREADY_EXISTS for the name of another.
 */
export const createBookmarkFolder = verb({
  name: "createBookmarkFolder",
  who: "member",
  rate: "edit",
  async run(ctx: Context, input: { readonly name: string }): Promise<BookmarkFolder> {
    const name = checkName(input.name);
    const id = await inTransaction(ctx, async (ctx) => {
      const folders = await lockFolders(ctx);
      refuseTaken(folders, name.nameKey);
      if (folders.length >= FOLDERS_MAX)
        throw invalid("name", `最多 ${FOLDERS_MAX} 个收藏夹`, `There are ${FOLDERS_MAX} folders at most.`);
      const position = (folders.at(-1)?.position ?? 0) + 1;
      return insert(ctx, BookmarkFolder, { userId: ctx.viewer.id, ...name, position, createdAt: ctx.now });
    });
    return ctx.db.findOneByOrFail(BookmarkFolder, { id });
  },
});

/** Renames a folder. @throws {DomainError} NOT_FOUND; INVALID_PARAMETER; ALREADY_EXISTS for the name of another. */
export const renameBookmarkFolder = verb({
  name: "renameBookmarkFolder",
  who: "member",
  rate: "edit",
  idempotent: true,
  async run(ctx: Context, input: { readonly folderId: number; readonly name: string }) {
    const { folderId: id } = input;
    const name = checkName(input.name);
    await inTransaction(ctx, async (ctx) => {
      const folders = await lockFolders(ctx);
      await lockFolder(ctx, id);
      refuseTaken(folders, name.nameKey, id);
      await ctx.db.update(BookmarkFolder, { id }, name);
    });
    return ctx.db.findOneByOrFail(BookmarkFolder, { id });
  },
});

/** Deletes a folder; its bookmarks stay, in no folder. @returns false if it is gone already */
export const deleteBookmarkFolder = verb({
  name: "deleteBookmarkFolder",
  who: "member",
  rate: "edit",
  idempotent: true,
  run(ctx: Context, { folderId }: { readonly folderId: number }): Promise<boolean> {
    const userId = ctx.viewer.id;
    return inTransaction(ctx, async (ctx) => {
      const folder = await lockById(ctx, BookmarkFolder, folderId);
      if (folder?.userId !== userId) return false;
      await ctx.db.update(ThreadFavorite, { folderId }, { folderId: null });
      await ctx.db.delete(BookmarkFolder, { id: folderId });
      return true;
    });
  },
});

/**
 * Puts the folders of the viewer in order.
 * @throws {DomainError} INVALID_PARAMETER unless each is named once.
 */
export const orderBookmarkFolders = verb({
  name: "orderBookmarkFolders",
  who: "member",
  rate: "edit",
  idempotent: true,
  async run(ctx: Context, { folderIds }: { readonly folderIds: readonly number[] }) {
    await inTransaction(ctx, async (ctx) => {
      const folders = await lockFolders(ctx);
      const wanted = new Set(folderIds);
      const isWhole = wanted.size === folders.length && folders.every(({ id }) => wanted.has(id));
      if (!isWhole || folderIds.length !== folders.length)
        throw invalid("folderIds", "收藏夹已有变化，请刷新后重试", "Name each of your folders once.");
      const positions = new Map(folderIds.map((id, index) => [id, index + 1]));
      for (const { id, position } of folders) {
        const place = positions.get(id)!;
        if (place !== position) await ctx.db.update(BookmarkFolder, { id }, { position: place });
      }
    });
    return foldersOf(ctx);
  },
});
