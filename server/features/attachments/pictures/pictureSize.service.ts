import { In } from "typeorm";
import type { Context } from "../../../core/context.ts";
import type { Pictures } from "../../../core/markdown/html.ts";
import { Attachment, FILES_PATH } from "../attachment.entity.ts";

const FILE_ADDRESS = /\/files\/([\w./-]{1,100})/g;
/** Most addresses in one body that are looked up. */
const PICTURES_MAX = 100;

/** Reads the sizes of uploaded pictures that a body shows, by address: one statement, and none for bodies without any. */
export async function pictureSizesIn(ctx: Context, body: string): Promise<Pictures> {
  const paths = new Set(Array.from(body.matchAll(FILE_ADDRESS), (match) => match[1]!));
  if (paths.size === 0) return new Map();
  const pictures = await ctx.db.find(Attachment, {
    select: { id: true, path: true, width: true, height: true },
    where: { path: In([...paths].slice(0, PICTURES_MAX)) },
  });
  const sizes = new Map<string, { width: number; height: number }>();
  for (const { path, width, height } of pictures) {
    if (width && height) sizes.set(FILES_PATH + path, { width, height });
  }
  return sizes;
}
