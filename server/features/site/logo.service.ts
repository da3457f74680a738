import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import type { RestFile } from "../../core/rest.ts";
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
import { SettingChange } from "../settings/setting.entity.ts";
import { beginsAsIcon, largestOfIcon } from "./ico.ts";
import { isWholePicture } from "./wholePicture.ts";

/** Largest picture of the site, in bytes (legacy-facts 2.5). */
export const LOGO_MAX_BYTES = 5_120 * 1_024;
/** Tags of the settings that hold pictures of the site, by key. */
const TAGS: Readonly<Record<string, string>> = {
  background_image: "default",
  watermark_image: "watermark",
  header_logo: "default",
  logo: "default",
  favicon: "default",
};

/** Gives the tag of a picture's setting. @throws {DomainError} INVALID_PARAMETER for unknown names. */
function tagOf(type: string): string {
  const tag = Object.hasOwn(TAGS, type) ? TAGS[type] : undefined;
  if (!tag) throw invalid("type", "图片类型错误", "There is no such picture.");
  return tag;
}

/** Input of `setSiteImage`. */
export interface SiteImage {
  readonly type: string;
  readonly file: RestFile | null;
}

/**
 * Sets a picture of the site to an upload, which is decoded and encoded again, so that nothing hides in it.
 * @returns its address
 * @emits settingsChanged
 * @throws {DomainError} INVALID_PARAMETER for files that are missing, too large, not JPEG, PNG, GIF or WebP (ICO for
 *   the favicon), or that contain something besides the picture.
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
 * Decodes a picture and encodes it again. Drawings (SVG) are programs and always refused; icons (ICO) are accepted as
 * favicon alone, and become their largest picture.
 * @throws {DomainError} INVALID_PARAMETER.
 */
async function checkPicture(type: string, upload: Buffer): Promise<StoredPicture> {
  const unsupported = invalid("logo", "不支持此图片格式", "This kind of picture is not supported.");
  const bytes = type === "favicon" && beginsAsIcon(upload) ? await pictureInIcon(upload) : upload;
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
  const picture = largestOfIcon(bytes);
  if (picture?.kind === "pixels") return pngOf(picture.bytes, picture.width, picture.height);
  return picture?.bytes ?? null;
}

/**
 * Removes a picture of the site. The predecessor removed the logo for unknown names.
 * @returns the key and tag of the setting
 * @emits settingsChanged
 * @throws {DomainError} INVALID_PARAMETER for unknown names.
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

/** Number of the newest changes of a picture whose files are checked; older files were removed by earlier changes. */
const CHANGES_MAX = 3;

/** Stores the address of the new picture. The file of the former one stays as long as this change can be undone. */
async function replace(ctx: Context, tag: string, key: string, value: string): Promise<void> {
  const setting = settingAt(tag, key);
  if (!setting) throw new DomainError("NOT_FOUND");
  await storeSettings(ctx, new Map([[setting.name, { setting, value }]]));
  const changes = await ctx.db.find(SettingChange, {
    select: { id: true, before: true, after: true },
    where: { tag, key },
    order: { id: "DESC" },
    take: CHANGES_MAX,
  });
  // Concurrent changes remove their own files, except those of the last change, which can be undone.
  const needed = new Set([changes[0]?.after, changes[0]?.before]);
  const addresses = new Set([value, ...changes.flatMap(({ before, after }) => [before ?? "", after ?? ""])]);
  for (const address of addresses) {
    const path = address.startsWith(FILES_PATH) ? address.slice(FILES_PATH.length) : "";
    if (!needed.has(address) && path.startsWith(SITE_FOLDER) && isStoredPath(path))
      await removeStored(ctx.services.filesDir, path);
  }
}
