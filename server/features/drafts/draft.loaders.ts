import { In, IsNull } from "typeorm";
import { defineLoader } from "../../core/loaders.ts";
import { Attachment, UploadKind } from "../attachments/attachment.entity.ts";

/** Uploads of the viewer that no thread, reply or profile uses, batched: a draft may keep them. */
export const freeUploadById = defineLoader<number, Attachment>("freeUploadById", async (ctx, ids) => {
  const uploads = await ctx.db.findBy(Attachment, {
    id: In(ids),
    userId: ctx.viewer.id,
    kind: In([UploadKind.IMAGE, UploadKind.FILE]),
    threadId: IsNull(),
    postId: IsNull(),
  });
  return new Map(uploads.map((attachment) => [attachment.id, attachment]));
});
