import type { Context } from "../../core/context.ts";
import { row, rows } from "../../core/sql.ts";
import { FILES_PATH } from "./attachment.entity.ts";

/** An upload that nothing uses. */
export interface UnusedUpload {
  readonly id: number;
  readonly path: string;
  readonly thumbPath: string | null;
}

/** True if no thread, reply, message, profile, draft or answer to a sign-in field uses it. Drafts name files by address in
 *  the text, in their list, or as the picture of their goods; answers by address. */
const UNUSED = `a.threadId IS NULL AND a.postId IS NULL
  AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.attachmentId = a.id)
  AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = a.userId
    AND (u.avatarUrl = ADDRESS OR u.backgroundUrl = ADDRESS))
  AND NOT EXISTS (SELECT 1 FROM drafts d WHERE d.userId = a.userId AND (INSTR(d.body, ADDRESS) > 0 OR INSTR(d.fileIds, LISTED) > 0
      OR INSTR(d.goodsJson, PICTURED) > 0))
  AND NOT EXISTS (SELECT 1 FROM user_sign_in_fields f WHERE f.userId = a.userId AND f.status <> 0
    AND INSTR(f.fieldsExt, ADDRESS) > 0)`;

function unusedOn({ services }: Context): string {
  const isMysql = services.database.engine === "mysql";
  const address = isMysql ? `CONCAT('${FILES_PATH}', a.path)` : `'${FILES_PATH}' || a.path`;
  const listed = isMysql ? "CONCAT(',', a.id, ',')" : "',' || a.id || ','";
  const pictured = isMysql ? `CONCAT('"imageId":"', a.id, '"')` : `'"imageId":"' || a.id || '"'`;
  return UNUSED.replaceAll("ADDRESS", address).replaceAll("LISTED", listed).replaceAll("PICTURED", pictured);
}

/** Raw for its anti-joins with five tables and its text functions, which differ by engine. Finds unused uploads, by id. */
export function findUnused(
  ctx: Context,
  { lastId, before, first }: { readonly lastId: number; readonly before: Date; readonly first: number },
): Promise<UnusedUpload[]> {
  return rows<UnusedUpload>(
    ctx,
    `SELECT a.id, a.path, a.thumbPath FROM attachments a
     WHERE a.id > ? AND a.createdAt < ? AND ${unusedOn(ctx)} ORDER BY a.id LIMIT ?`,
    [lastId, before, first],
  );
}

/** Raw for the same condition. True if nothing uses an upload. */
export async function isUnused(ctx: Context, id: number): Promise<boolean> {
  return (
    (await row(ctx, `SELECT a.id FROM attachments a WHERE a.id = ? AND ${unusedOn(ctx)}`, [id])) !== null
  );
}
