import { defineLoader } from "../../core/loaders.ts";
import { marks, select } from "../../core/sql.ts";
import { Attachment, UploadKind } from "../attachments/attachment.entity.ts";

/** The viewer's own uploads that no thread, reply or profile holds, batched: what a draft may keep. */
export const freeUploadById = defineLoader<number, Attachment>("freeUploadById", async (ctx, ids) => {
  const found = await select(
    ctx,
    Attachment,
    "a",
    `attachments a WHERE a.id IN (${marks(ids)}) AND a.userId = ? AND a.kind IN (?, ?)
       AND a.threadId IS NULL AND a.postId IS NULL`,
    [...ids, ctx.viewer.id, UploadKind.IMAGE, UploadKind.FILE],
  );
  return new Map(found.map((attachment) => [attachment.id, attachment]));
});
