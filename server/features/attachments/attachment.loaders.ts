import { defineLoader } from "../../core/loaders.ts";
import { marks, select } from "../../core/sql.ts";
import { Attachment } from "./attachment.entity.ts";

const byOwner = (column: "threadId" | "postId") =>
  defineLoader<number, readonly Attachment[]>(`attachmentsBy_${column}`, async (ctx, ids) => {
    const found = await select(
      ctx,
      Attachment,
      "a",
      `attachments a WHERE a.${column} IN (${marks(ids)}) ORDER BY a.${column}, a.sort, a.id`,
      ids,
    );
    const lists = new Map<number, Attachment[]>();
    for (const attachment of found) {
      const owner = attachment[column]!;
      const known = lists.get(owner);
      if (known) known.push(attachment);
      else lists.set(owner, [attachment]);
    }
    return lists;
  });

/** The attachments of threads, in their order, batched. */
export const attachmentsOfThread = byOwner("threadId");

/** The attachments of replies, in their order, batched. */
export const attachmentsOfPost = byOwner("postId");
