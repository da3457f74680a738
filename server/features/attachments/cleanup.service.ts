import type { Context } from "../../core/context.ts";
import { row, rows, run } from "../../core/sql.ts";
import { inTransaction } from "../../core/transaction.ts";
import { FILES_PATH } from "./attachment.entity.ts";
import { removeWithRenditions } from "./renditions.ts";
import { removeHalfArrived } from "./storage.ts";

/** An upload that nothing uses may be used later, by a text that is still being written: so long it stays. */
const UNUSED_MAX_MS = 86_400_000;
/** Uploads that one statement looks at. */
const BATCH = 200;

interface Unused {
  readonly id: number;
  readonly path: string;
  readonly thumbPath: string | null;
}

/** No thread, reply, message, profile or draft shows it. Drafts name files by their address in the text, or in their list. */
const UNUSED = `a.threadId IS NULL AND a.postId IS NULL
  AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.attachmentId = a.id)
  AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = a.userId
    AND (u.avatarUrl = ADDRESS OR u.backgroundUrl = ADDRESS))
  AND NOT EXISTS (SELECT 1 FROM drafts d WHERE d.userId = a.userId AND (INSTR(d.body, ADDRESS) > 0 OR INSTR(d.fileIds, LISTED) > 0))`;

function unusedOn(engine: "sqlite" | "mysql"): string {
  const address = engine === "mysql" ? `CONCAT('${FILES_PATH}', a.path)` : `'${FILES_PATH}' || a.path`;
  const listed = engine === "mysql" ? "CONCAT(',', a.id, ',')" : "',' || a.id || ','";
  return UNUSED.replaceAll("ADDRESS", address).replaceAll("LISTED", listed);
}

/** Removes uploads of yesterday and before that nothing uses, and what never arrived whole. */
export async function removeUnusedUploads(ctx: Context): Promise<void> {
  const { filesDir, database } = ctx.services;
  await removeHalfArrived(filesDir, ctx.now);
  const before = new Date(ctx.now.getTime() - UNUSED_MAX_MS);
  const unused = unusedOn(database.engine);
  for (let lastId = 0; ;) {
    const found = await rows<Unused>(
      ctx,
      `SELECT a.id, a.path, a.thumbPath FROM attachments a
       WHERE a.id > ? AND a.createdAt < ? AND ${unused} ORDER BY a.id LIMIT ?`,
      [lastId, before, BATCH],
    );
    for (const upload of found) await remove(ctx, upload, unused);
    if (found.length < BATCH) return;
    lastId = found.at(-1)!.id;
  }
}

/** The row goes first: a row without its file would be shown as a broken picture. */
async function remove(ctx: Context, { id, path, thumbPath }: Unused, unused: string): Promise<void> {
  const isGone = await inTransaction(ctx, async (ctx) => {
    // Looked at once more, and only once it is locked: somebody may be using it just now.
    if (ctx.services.database.engine === "mysql")
      await rows(ctx, "SELECT a.id FROM attachments a WHERE a.id = ? FOR UPDATE", [id]);
    const still = await row(ctx, `SELECT a.id FROM attachments a WHERE a.id = ? AND ${unused}`, [id]);
    if (still) await run(ctx, "DELETE FROM attachments WHERE id = ?", [id]);
    return still !== null;
  });
  if (!isGone) return;
  await removeWithRenditions(ctx.services.filesDir, path);
  await removeWithRenditions(ctx.services.filesDir, thumbPath);
}
