import type { Context } from "../../core/context.ts";
import { inTransaction } from "../../core/transaction.ts";
import { lockById } from "../../core/write.ts";
import { Attachment } from "./attachment.entity.ts";
import { findUnused, isUnused, type UnusedUpload } from "./cleanup.sql.ts";
import { removeWithRenditions } from "./pictures/renditions.ts";
import { removeExpired } from "./resumable/store.ts";
import { removeIncomplete } from "./storage.ts";

/** Age at which unused uploads are removed: a text that is still being written may use them. In milliseconds. */
const UNUSED_MAX_MS = 86_400_000;
/** Uploads that one statement reads. */
const BATCH = 200;

/** Removes unused uploads older than a day, and incomplete ones. */
export async function removeUnusedUploads(ctx: Context): Promise<void> {
  await removeIncomplete(ctx.services.filesDir, ctx.now);
  await removeExpired(ctx.services.filesDir, ctx.now);
  const before = new Date(ctx.now.getTime() - UNUSED_MAX_MS);
  for (let lastId = 0; ;) {
    const uploads = await findUnused(ctx, { lastId, before, first: BATCH });
    for (const upload of uploads) await remove(ctx, upload);
    if (uploads.length < BATCH) return;
    lastId = uploads.at(-1)!.id;
  }
}

/** Removes the row first: a row without its file would be shown as a broken picture. */
async function remove(ctx: Context, { id, path, thumbPath }: UnusedUpload): Promise<void> {
  const isRemoved = await inTransaction(ctx, async (ctx) => {
    // Checked again under the lock: a request may have used it meanwhile.
    await lockById(ctx, Attachment, id);
    const isStillUnused = await isUnused(ctx, id);
    if (isStillUnused) await ctx.db.delete(Attachment, { id });
    return isStillUnused;
  });
  if (!isRemoved) return;
  await removeWithRenditions(ctx.services.filesDir, path);
  await removeWithRenditions(ctx.services.filesDir, thumbPath);
}
