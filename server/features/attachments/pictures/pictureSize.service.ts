import type { Context } from "../../../core/context.ts";
import type { Pictures } from "../../../core/markdown/html.ts";
import { marks, rows } from "../../../core/sql.ts";
import { FILES_PATH } from "../attachment.entity.ts";

/** Addresses of files in a body; more than this are not looked up. */
const FILE_ADDRESS = /\/files\/([\w./-]{1,100})/g;
const PICTURES_MAX = 100;

/** The sizes of our own pictures that a body shows, by address; one statement, and none for bodies without any. */
export async function pictureSizesIn(ctx: Context, body: string): Promise<Pictures> {
  const paths = [...new Set(Array.from(body.matchAll(FILE_ADDRESS), (match) => match[1]!))];
  if (paths.length === 0) return new Map();
  const asked = paths.slice(0, PICTURES_MAX);
  const found = await rows<{ path: string; width: number | null; height: number | null }>(
    ctx,
    `SELECT a.path, a.width, a.height FROM attachments a WHERE a.path IN (${marks(asked)})`,
    asked,
  );
  const sizes = new Map<string, { width: number; height: number }>();
  for (const { path, width, height } of found) {
    if (width && height) sizes.set(FILES_PATH + path, { width, height });
  }
  return sizes;
}
