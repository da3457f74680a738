import type { Context } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import { parseId, parseOptionalId } from "../../../core/ids.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "../../../core/paging.ts";
import { sqlTime } from "../../../core/sql.ts";
import { cleanText, limited } from "../../../core/text.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { allow, mustBeMember } from "../../../core/viewer.ts";
import type { Values } from "../../../core/write.ts";
import { BOOKMARK_NOTE_MAX, ThreadFavorite } from "../reactions/reaction.entity.ts";
import { keepLocked } from "../reactions/thread.reaction.service.ts";
import { canFavoriteThread } from "../thread.policy.ts";
import { getThread, lockThread } from "../thread.service.ts";
import type { BookmarkFilter, SetBookmarkInput } from "./bookmark.input.ts";
import { readBookmarks } from "./bookmark.sql.ts";
import { lockFolder } from "./folder.service.ts";

const DAY_MS = 86_400_000;
/** Furthest reminder: five years. */
const REMINDER_MAX_DAYS = 1_830;
const LIST = "bookmarks";

/**
 * Lists the bookmarks of the viewer, newest first: those too whose thread they may no longer see.
 * @throws {DomainError} LOGIN_REQUIRED for visitors; INVALID_PARAMETER for `first`, `after`, `folderId`.
 */
export async function listBookmarks(
  ctx: Context,
  filter: BookmarkFilter,
  page: PageRequest,
): Promise<Connection<ThreadFavorite>> {
  allow(mustBeMember(ctx.viewer));
  const first = checkFirst(page.first);
  const after = page.after ? decodeCursor(LIST, page.after, ["string", "number"]) : null;
  const conditions = {
    folderId: parseOptionalId(filter.folderId, "folderId"),
    unfiled: filter.unfiled === true,
    hasReminder: filter.hasReminder === true,
  };
  const bookmarks = await readBookmarks(ctx, conditions, after, first + 1);
  const cursorOf = ({ createdAt, threadId }: ThreadFavorite) =>
    encodeCursor(LIST, [sqlTime(createdAt), threadId]);
  return pageOf(bookmarks, first, cursorOf, after !== null);
}

/** The viewer's bookmark of a thread; null if there is none. @throws {DomainError} LOGIN_REQUIRED for visitors. */
export function findBookmark(ctx: Context, threadId: number): Promise<ThreadFavorite | null> {
  allow(mustBeMember(ctx.viewer));
  return ctx.db.findOneBy(ThreadFavorite, { threadId, userId: ctx.viewer.id });
}

/** Checks what a bookmark is to hold; what is absent is left out. */
function checkChanges({ now }: Context, input: SetBookmarkInput): Values<ThreadFavorite> {
  const { note, folderId, remindAt } = input;
  const changes: Values<ThreadFavorite> = {};
  if (note !== undefined) changes.note = limited(cleanText(note ?? "").trim(), "note", BOOKMARK_NOTE_MAX);
  if (folderId !== undefined) changes.folderId = folderId === null ? null : parseId(folderId, "folderId");
  if (remindAt !== undefined) {
    const wait = remindAt === null ? null : remindAt.getTime() - now.getTime();
    if (wait !== null && !(wait > 0 && wait <= REMINDER_MAX_DAYS * DAY_MS))
      throw invalid(
        "remindAt",
        "提醒时间必须在未来五年之内",
        "The reminder must be within the next five years.",
      );
    changes.remindAt = remindAt;
  }
  return changes;
}

/**
 * Bookmarks a thread, or changes note, folder and reminder of a bookmark, also of one whose thread is gone.
 * @emits threadFavorited for a new one
 * @throws {DomainError} NOT_FOUND for the thread of a new one and for the folder; FORBIDDEN without `thread.favorite`;
 *   INVALID_PARAMETER for a note of more than 500 characters, and for a time that is not within five years.
 */
export const setBookmark = verb({
  name: "setBookmark",
  who: "member",
  rate: "edit",
  idempotent: true,
  async run(ctx: Context, input: SetBookmarkInput): Promise<ThreadFavorite> {
    const threadId = parseId(input.threadId, "threadId");
    const changes = checkChanges(ctx, input);
    const mine = { threadId, userId: ctx.viewer.id };
    if (!(await ctx.db.existsBy(ThreadFavorite, mine)))
      allow(canFavoriteThread(ctx.viewer, await getThread(ctx, threadId)));
    return inTransaction(ctx, async (ctx) => {
      const thread = await lockThread(ctx, threadId);
      if (!(await ctx.db.existsBy(ThreadFavorite, mine))) {
        allow(canFavoriteThread(ctx.viewer, thread));
        await keepLocked(ctx, threadId, true);
      }
      if (typeof changes.folderId === "number") await lockFolder(ctx, changes.folderId);
      if (Object.keys(changes).length > 0) await ctx.db.update(ThreadFavorite, mine, changes);
      return ctx.db.findOneByOrFail(ThreadFavorite, mine);
    });
  },
});

/**
 * Removes a bookmark, also one whose thread the viewer may no longer see.
 * @returns it as it was, so that it can be had back; null if there was none
 * @emits threadFavorited
 */
export const removeBookmark = verb({
  name: "removeBookmark",
  who: "member",
  rate: "like",
  idempotent: true,
  async run(ctx: Context, { threadId }: { readonly threadId: number }): Promise<ThreadFavorite | null> {
    const mine = { threadId, userId: ctx.viewer.id };
    if (!(await ctx.db.existsBy(ThreadFavorite, mine))) return null;
    return inTransaction(ctx, async (ctx) => {
      await lockThread(ctx, threadId);
      const bookmark = await ctx.db.findOneBy(ThreadFavorite, mine);
      if (bookmark) await keepLocked(ctx, threadId, false);
      return bookmark;
    });
  },
});
