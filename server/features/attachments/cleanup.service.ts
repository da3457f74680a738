import type { Context } from "../../core/context.ts";
import { inTransaction } from "../../core/transaction.ts";
import { lockById } from "../../core/write.ts";
import { Attachment } from "./attachment.entity.ts";
import { findUnused, isUnused, type UnusedUpload } from "./cleanup.sql.ts";
import { removeWithRenditions } from "./pictures/renditions.ts";
import { removeHalfArrived } from "./storage.ts";

/** An upload that nothing uses may be used later, by a text that is still being written: so long it stays. */
const UNUSED_MAX_MS = 86_400_000;
/** Uploads that one statement looks at. */
const BATCH = 200;

/** Removes uploads of yesterday and before that nothing uses, and what never arrived whole. */
export async function removeUnusedUploads(ctx: Context): Promise<void> {
  await removeHalfArrived(ctx.services.filesDir, ctx.now);
  const before = new Date(ctx.now.getTime() - UNUSED_MAX_MS);
  for (let lastId = 0; ;) {
    const found = await findUnused(ctx, { lastId, before, first: BATCH });
    for (const upload of found) await remove(ctx, upload);
    if (found.length < BATCH) return;
    lastId = found.at(-1)!.id;
  }
}

/** The row goes first: a row without its file would be shown as a broken picture. */
async function remove(ctx: Context, { id, path, thumbPath }: UnusedUpload): Promise<void> {
  const isGone = await inTransaction(ctx, async (ctx) => {
    // Looked at once more, and only once it is locked: somebody may be using it just now.
    await lockById(ctx, Attachment, id);
    const isStillUnused = await isUnused(ctx, id);
    if (isStillUnused) await ctx.db.delete(Attachment, { id });
    return isStillUnused;
  });
  if (!isGone) return;
  await removeWithRenditions(ctx.services.filesDir, path);
  await removeWithRenditions(ctx.services.filesDir, thumbPath);
}
