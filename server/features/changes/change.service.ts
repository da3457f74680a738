import { MoreThanOrEqual } from "typeorm";
import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { preload } from "../../core/loaders.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  isCursorOf,
  pageOf,
  type PageRequest,
} from "../../core/paging.ts";
import { readableCategoryIds } from "../categories/category.service.ts";
import { postById } from "../posts/post.loaders.ts";
import { threadById } from "../threads/thread.loaders.ts";
import { Change, ChangeHead, ChangeKind } from "./change.entity.ts";
import { readChanges } from "./change.sql.ts";
import type { ChangePage } from "./change.view.ts";
import { ALL_KEPT_MS } from "./compact.service.ts";
import { CHANGE_HEAD_ID } from "./record.service.ts";

/** Parameters of the feed. */
export interface ChangeRequest extends PageRequest {
  /** Changes at and after a time, where no cursor says more. */
  readonly since?: Date | null;
  readonly categoryId?: number | undefined;
}

const LIST = "changes";
/** Cursors within the part that is compacted, with its end: they are good until more is compacted. */
const OLD_LIST = "oldChanges";

function cursorIn({ horizonId }: ChangeHead, id: number): string {
  return horizonId === null || id >= horizonId
    ? encodeCursor(LIST, [id])
    : encodeCursor(OLD_LIST, [id, horizonId]);
}

/** Reads a cursor. @throws {DomainError} CURSOR_EXPIRED if changes after it are not there any more. */
function placeOf({ horizonId }: ChangeHead, cursor: string): number {
  const [id, horizonThen] = isCursorOf(OLD_LIST, cursor)
    ? decodeCursor(OLD_LIST, cursor, ["number", "number"])
    : decodeCursor(LIST, cursor, ["number"]);
  if (horizonId !== null && (id as number) < horizonId && horizonThen !== horizonId)
    throw new DomainError("CURSOR_EXPIRED", { field: "after" });
  return id as number;
}

/**
 * Lists changes of threads and replies in categories that the viewer reads, in its order and without gaps: whoever goes on
 * from the last cursor misses nothing. Before the horizon there is only the last change of each thing. What moves out of what the viewer reads is hidden to them, what moves in created.
 * @throws {DomainError} FORBIDDEN or LOGIN_REQUIRED for who reads nothing; NOT_FOUND for the category; INVALID_PARAMETER;
 *   CURSOR_EXPIRED for a cursor before the horizon.
 */
export async function listChanges(ctx: Context, request: ChangeRequest): Promise<ChangePage> {
  const first = checkFirst(request.first);
  const { after, since = null, categoryId } = request;
  const categories = await readableCategoryIds(ctx, categoryId);
  const head = await readHead(ctx);
  const afterId = after ? placeOf(head, after) : await before(ctx, since, head);
  const rows = await readChanges(ctx, { afterId, limit: first + 1, categories });
  // The old part may have been compacted since the head was read.
  if (after && rows[0] && ctx.now.getTime() - rows[0].at.getTime() > ALL_KEPT_MS)
    placeOf(await readHead(ctx), after);
  const cursorOf = (id: number): string => cursorIn(head, id);
  const changes = rows.map((change) => seenBy(change, categories));
  const page = pageOf(changes, first, ({ id }) => cursorOf(id), Boolean(after));
  // Who has read everything goes on from the end, whatever of it they may not see.
  const end = page.pageInfo.hasNextPage
    ? page.pageInfo.endCursor
    : cursorOf(Math.max(afterId, head.lastId, page.nodes.at(-1)?.id ?? 0));
  await preload(
    ctx,
    threadById,
    page.nodes.map(({ threadId }) => threadId),
  );
  const postIds = page.nodes.flatMap(({ postId }) => postId ?? []);
  if (postIds.length > 0) await preload(ctx, postById, postIds);
  return { ...page, pageInfo: { ...page.pageInfo, endCursor: end } };
}

/** Gives the cursor of the end of the feed. */
export async function endOfChanges(ctx: Context): Promise<string> {
  const head = await readHead(ctx);
  return cursorIn(head, head.lastId);
}

function readHead(ctx: Context): Promise<ChangeHead> {
  return ctx.db.findOneByOrFail(ChangeHead, { id: CHANGE_HEAD_ID });
}

/** The place before the first change at or after a time; the beginning if none is given. */
async function before(ctx: Context, since: Date | null, head: ChangeHead): Promise<number> {
  if (since === null) return 0;
  const [next] = await ctx.db.find(Change, {
    select: { id: true },
    where: { at: MoreThanOrEqual(since) },
    order: { at: "ASC", id: "ASC" },
    take: 1,
  });
  return next ? next.id - 1 : head.lastId;
}

type Categories = "all" | readonly number[];

/** A change as somebody sees it who reads these categories alone. */
function seenBy(change: Change, categories: Categories): Change {
  const { kind, categoryId, fromCategoryId } = change;
  if (kind !== ChangeKind.MOVED || categories === "all" || fromCategoryId === null) return change;
  const [isIn, wasIn] = [categories.includes(categoryId), categories.includes(fromCategoryId)];
  if (isIn && wasIn) return change;
  return { ...change, kind: isIn ? ChangeKind.CREATED : ChangeKind.HIDDEN };
}
