import { defineLoader } from "../../core/loaders.ts";
import { type Attachment, UploadKind } from "./attachment.entity.ts";
import { attachmentsBy, type OwnerColumn } from "./attachment.sql.ts";

const byOwner = (column: OwnerColumn) =>
  defineLoader<number, readonly Attachment[]>(`attachmentsBy_${column}`, async (ctx, ids) => {
    const lists = new Map<number, Attachment[]>();
    for (const attachment of await attachmentsBy(ctx, column, ids)) {
      if (attachment.kind === UploadKind.GOODS) continue;
      const ownerId = attachment[column]!;
      const list = lists.get(ownerId);
      if (list) list.push(attachment);
      else lists.set(ownerId, [attachment]);
    }
    return lists;
  });

/** Attachments of threads, in their order, batched. */
export const attachmentsOfThread = byOwner("threadId");

/** Attachments of replies, in their order, batched. */
export const attachmentsOfPost = byOwner("postId");
