import type { Context } from "../../core/context.ts";
import { unhurried } from "../../core/slices.ts";
import { inTransaction } from "../../core/transaction.ts";
import { lockById } from "../../core/write.ts";
import { removeStored } from "../attachments/storage.ts";
import { LinkPreview, LinkPreviewUse } from "./linkPreview.entity.ts";
import { findUnusedPreviews } from "./linkPreview.sql.ts";

/** Time for which a preview without texts is kept, in milliseconds. */
export const UNUSED_MS = 365 * 86_400_000;
const SLICE = 100;

/** Removes previews that no text has used for a year, with their pictures. */
export async function removeUnusedPreviews(ctx: Context, stopping: AbortSignal): Promise<void> {
  const pause = unhurried(stopping);
  const before = new Date(ctx.now.getTime() - UNUSED_MS);
  for (;;) {
    const ids = await findUnusedPreviews(ctx, before, SLICE);
    if (ids.length === 0) return;
    for (const id of ids) await remove(ctx, id, before);
    await pause();
  }
}

/** Removes the row first: a row without its file would be shown as a broken picture. */
async function remove(ctx: Context, id: number, before: Date): Promise<void> {
  const imagePath = await inTransaction(ctx, async (ctx) => {
    // Once more under the lock: a text may use it by now.
    const preview = await lockById(ctx, LinkPreview, id);
    if (!preview || preview.usedAt >= before || preview.forgottenAt) return null;
    if (await ctx.db.existsBy(LinkPreviewUse, { previewId: id })) return null;
    await ctx.db.delete(LinkPreview, { id });
    return preview.imagePath;
  });
  await removeStored(ctx.services.filesDir, imagePath);
}
