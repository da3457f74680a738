import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import type { RestFile } from "../../core/rest.ts";
import { rows } from "../../core/sql.ts";
import { verb } from "../../core/verbs.ts";
import { FILES_PATH } from "../attachments/attachment.entity.ts";
import { pictureKindOf } from "../attachments/fileKinds.ts";
import { makePicture, PictureError, pngOf, type StoredPicture } from "../attachments/pictures/images.ts";
import {
  isStoredPath,
  newStem,
  removeStored,
  SITE_FOLDER,
  store as storeFile,
} from "../attachments/storage.ts";
import { settingAt } from "../settings/catalogue/catalogue.ts";
import { store as storeSettings } from "../settings/save.service.ts";
import { beginsAsIcon, largestOfIcon } from "./ico.ts";
import { isWholePicture } from "./wholePicture.ts";

/** Largest picture of the site, in bytes (legacy-facts 2.5). */
export const LOGO_MAX_BYTES = 5_120 * 1_024;
/** Pictures of the site by the names that old clients use, with the tag of their setting. */
const TAGS: Readonly<Record<string, string>> = {
  background_image: "default",
  watermark_image: "watermark",
  header_logo: "default",
  logo: "default",
  favicon: "default",
};

/** The tag of a picture's setting. @throws {DomainError} INVALID_PARAMETER for a name that is none. */
function tagOf(type: string): string {
  const tag = Object.hasOwn(TAGS, type) ? TAGS[type] : undefined;
  if (!tag) throw invalid("type", "图片类型错误", "There is no such picture.");
  return tag;
}

/** What `setSiteImage` takes. */
export interface SiteImage {
  readonly type: string;
  readonly file: RestFile | null;
}

/**
 * Makes an uploaded picture one of the site's: it is decoded and written anew, so that nothing hides in it.
 * @returns its address
 * @emits settingsChanged
 * @throws {DomainError} INVALID_PARAMETER for what is missing, too large, no JPEG, PNG, GIF or WebP
 *   (ICO for the favicon), or more than that.
 */
export const setSiteImage = verb({
  name: "setSiteImage",
  who: "admin",
  rate: "upload",
  audited: true,
  async run(ctx: Context, { type, file }: SiteImage): Promise<string> {
    const tag = tagOf(type);
    if (!file) throw invalid("logo", "file_not_found", "There is no file.");
    if (!file.bytes) throw invalid("logo", "图片不能超过 5MB", "The picture has at most 5 MB.");
    const picture = await checkPicture(type, file.bytes);
    const path = `${SITE_FOLDER}${newStem()}.${picture.extension}`;
    await storeFile(ctx.services.filesDir, path, picture.bytes);
    await replace(ctx, tag, type, FILES_PATH + path);
    return FILES_PATH + path;
  },
});

/**
 * The picture of a file, decoded and written anew. Drawings (SVG) are programs and are never taken; icons (ICO) are for
 * the tab of the browser alone, and become what their largest picture is.
 * @throws {DomainError} INVALID_PARAMETER.
 */
async function checkPicture(type: string, given: Buffer): Promise<StoredPicture> {
  const unsupported = invalid("logo", "不支持此图片格式", "This kind of picture is not supported.");
  const bytes = type === "favicon" && beginsAsIcon(given) ? await pictureInIcon(given) : given;
  if (!bytes) throw unsupported;
  const kind = await pictureKindOf(bytes);
  if (kind === "heic" || kind === "other" || (type === "watermark_image" && kind !== "png"))
    throw unsupported;
  if (!isWholePicture(bytes, kind))
    throw invalid("logo", "图片中含有其他内容", "There is something else in the file of this picture.");
  return makePicture(bytes, kind).catch((error: unknown) => {
    if (error instanceof PictureError) throw invalid("logo", "图片已损坏", "The picture is damaged.");
    throw error;
  });
}

async function pictureInIcon(bytes: Buffer): Promise<Buffer | null> {
  const found = largestOfIcon(bytes);
  return found?.kind === "pixels" ? pngOf(found.bytes, found.width, found.height) : (found?.bytes ?? null);
}

/**
 * Takes a picture of the site away. The predecessor took the logo for every name that it did not know.
 * @returns the key and tag of the setting
 * @emits settingsChanged
 * @throws {DomainError} INVALID_PARAMETER for a name that is none.
 */
export const deleteSiteImage = verb({
  name: "deleteSiteImage",
  who: "admin",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, type: string): Promise<{ key: string; tag: string }> {
    const tag = tagOf(type);
    await replace(ctx, tag, type, "");
    return { key: type, tag };
  },
});

/** The newest changes of one picture; of each at most one file is left that nobody needs any more. */
const CHANGES_MAX = 3;

/** Names the new picture. The file of the one before stays as long as this change can be undone. */
async function replace(ctx: Context, tag: string, key: string, value: string): Promise<void> {
  const setting = settingAt(tag, key);
  if (!setting) throw new DomainError("NOT_FOUND");
  await storeSettings(ctx, new Map([[setting.name, { setting, value }]]));
  const changes = await rows<{ before: string | null; after: string | null }>(
    ctx,
    `SELECT c.before AS \`before\`, c.after AS \`after\` FROM setting_changes c
     WHERE c.tag = ? AND c.key = ? ORDER BY c.id DESC LIMIT ?`,
    [tag, key, CHANGES_MAX],
  );
  // Of several changes at once only the last one's file and the one before it are needed: the others remove their own.
  const needed = new Set([changes[0]?.after, changes[0]?.before]);
  const known = new Set([value, ...changes.flatMap(({ before, after }) => [before ?? "", after ?? ""])]);
  for (const address of known) {
    const path = address.startsWith(FILES_PATH) ? address.slice(FILES_PATH.length) : "";
    if (!needed.has(address) && path.startsWith(SITE_FOLDER) && isStoredPath(path))
      await removeStored(ctx.services.filesDir, path);
  }
}
