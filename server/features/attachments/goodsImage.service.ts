import { In, IsNull } from "typeorm";
import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { Attachment, UploadKind } from "./attachment.entity.ts";

const FITTING = { kind: In([UploadKind.GOODS, UploadKind.IMAGE]) };
const FREE = { threadId: IsNull(), postId: IsNull() };

/**
 * Checks that a picture may be that of the goods of a thread.
 * @param threadId the thread that may have it already
 * @throws {DomainError} NOT_FOUND for other files, those of others, and those that something else uses.
 */
export async function checkGoodsImage(ctx: Context, id: number, threadId: number | undefined): Promise<void> {
  const own = { id, ...FITTING, ...FREE, userId: ctx.viewer.id };
  const current = threadId === undefined ? [] : [{ id, kind: UploadKind.GOODS, threadId }];
  if (!(await ctx.db.existsBy(Attachment, [own, ...current]))) throw notThere();
}

/** Gives a picture to the goods of a thread, in the caller's transaction. @throws {DomainError} NOT_FOUND if it is used by now. */
export async function takeGoodsImage(ctx: Context, threadId: number, id: number): Promise<void> {
  const place = { threadId, kind: UploadKind.GOODS };
  const { affected } = await ctx.db.update(Attachment, { id, ...FITTING, ...FREE }, place);
  if (affected === 0) throw notThere();
}

/** Takes the picture of the goods of a thread away from it, in the caller's transaction. */
export async function detachGoodsImage(ctx: Context, threadId: number): Promise<void> {
  await ctx.db.update(Attachment, { threadId, kind: UploadKind.GOODS }, { threadId: null });
}

/** Takes the picture of the goods of a thread along to another one, in the caller's transaction. */
export async function moveGoodsImage(ctx: Context, fromThreadId: number, toThreadId: number): Promise<void> {
  await ctx.db.update(
    Attachment,
    { threadId: fromThreadId, kind: UploadKind.GOODS },
    { threadId: toThreadId },
  );
}

const notThere = (): DomainError => new DomainError("NOT_FOUND", { field: "imageId" });

/** Finds the picture at a path that may be that of the goods of a thread; null if there is none. */
export async function findGoodsImageAt(
  ctx: Context,
  path: string,
  threadId: number | undefined,
): Promise<number | null> {
  const own = { path, ...FITTING, ...FREE, userId: ctx.viewer.id };
  const current = threadId === undefined ? [] : [{ path, kind: UploadKind.GOODS, threadId }];
  const image = await ctx.db.findOne(Attachment, { select: { id: true }, where: [own, ...current] });
  return image?.id ?? null;
}
