import type { Readable } from "node:stream";
import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { allow, refuseUnlessInGoodStanding } from "../../core/viewer.ts";
import { insert } from "../../core/write.ts";
import { getSettings, type Settings } from "../settings/setting.service.ts";
import { Attachment, isPictureKind, UploadKind, type PictureUpload } from "./attachment.entity.ts";
import { canUpload, canUploadMedia, isAnswerKind } from "./attachment.policy.ts";
import {
  cleanFileName,
  contentFits,
  extensionOf,
  markupIn,
  mediaTypeOf,
  pictureKindOf,
  type PictureKind,
} from "./fileKinds.ts";
import { acceptedExtension, edgeNamed, mediaExtensionOf, mediaKindOf, type MediaKind } from "./media.ts";
import {
  makeAvatar,
  makeBackground,
  makePictureWithThumb,
  PictureError,
  PIXELS_MAX,
  type Watermark,
} from "./pictures/images.ts";
import { watermarkOf } from "./pictures/watermark.ts";
import {
  discard,
  keep,
  newStem,
  PEOPLE_FOLDER,
  receive,
  removeStored,
  store,
  type ArrivedFile,
} from "./storage.ts";

/** Maximum size of a request besides its file, in bytes. */
const ENVELOPE_MAX_BYTES = 16_384;
const MEGABYTE = 1024 * 1024;

/** An upload before its file is read. */
export interface Upload {
  /** As the client names it. */
  readonly kind: string;
  /** Size of a video as the client measured it, in pixels; the player reserves the room. */
  readonly width?: string | null;
  /** See `width`. */
  readonly height?: string | null;
  /** Length of the whole request as announced by the client, in bytes; NaN without one. */
  readonly announcedBytes: number;
  /** Begins to read. @returns null if there is no file */
  open(): Promise<{ readonly name: string; readonly bytes: Readable } | null>;
}

/** Refusal of a file that is larger than the site accepts; HTTP status 413 where statuses are used. */
export class FileTooLargeError extends DomainError {
  constructor(maxBytes: number) {
    const most = `${Math.floor((maxBytes / MEGABYTE) * 10) / 10} MB`;
    super("INVALID_PARAMETER", {
      field: "file",
      text: { zh: `文件过大，最大 ${most}`, en: `The file is too large; at most ${most} are accepted.` },
    });
  }
}

/** Columns that describe a stored file. */
type Stored = Pick<
  Attachment,
  "path" | "thumbPath" | "fileName" | "fileSize" | "mimeType" | "width" | "height"
>;

/**
 * Stores an uploaded file: pictures are decoded and encoded again, the content of other files must match their name.
 * It belongs to its uploader until a thread or reply uses it.
 * @throws {DomainError} LOGIN_REQUIRED; FORBIDDEN naming the permission; FileTooLargeError; INVALID_PARAMETER for refused
 *   files, with the reason; RATE_LIMITED.
 */
export const uploadAttachment = verb({
  name: "uploadAttachment",
  who: "member",
  rate: "upload",
  anyStanding: true,
  async run(ctx: Context, upload: Upload): Promise<Attachment> {
    const { kind, media, settings, maxBytes } = await admitUpload(ctx, upload.kind);
    if (upload.announcedBytes > maxBytes + ENVELOPE_MAX_BYTES) throw new FileTooLargeError(maxBytes);
    const file = await upload.open();
    if (!file) throw invalid("file", "没有收到文件", "There is no file.");
    const arrived = await receive(ctx.services.filesDir, file.bytes, maxBytes);
    if (!arrived) throw new FileTooLargeError(maxBytes);
    try {
      if (arrived.size === 0) throw invalid("file", "文件是空的", "The file is empty.");
      const stored = media
        ? await storeMedia(ctx, media, arrived, { ...upload, name: file.name }, settings)
        : await storeAs(kind, ctx, arrived, file.name, settings);
      return await insertAttachment(ctx, kind, stored);
    } finally {
      await discard(arrived.location);
    }
  },
});

/** Rules for a file of a kind, as they are now. */
interface Admitted {
  readonly kind: UploadKind;
  /** Media kind; null for pictures and other files. */
  readonly media: MediaKind | null;
  readonly settings: Settings;
  readonly maxBytes: number;
}

/** Checks that the viewer may upload a file of a kind. @throws {DomainError} LOGIN_REQUIRED; FORBIDDEN; INVALID_PARAMETER. */
async function admitUpload(ctx: Context, name: string): Promise<Admitted> {
  const media = name === "video" || name === "audio" ? name : null;
  const kind = media ? UploadKind.FILE : kindNamed(name);
  if (!isAnswerKind(kind)) refuseUnlessInGoodStanding(ctx.viewer);
  allow(media ? canUploadMedia(ctx.viewer, media) : canUpload(ctx.viewer, kind));
  const settings = await getSettings(ctx);
  const maxBytes = Number(media ? settings.support_max_media_size : settings.support_max_size) * MEGABYTE;
  return { kind, media, settings, maxBytes };
}

/**
 * Checks all that can be known of a file before its first byte: permission, size, and the ending of its name.
 * @throws {DomainError} like `uploadAttachment`
 */
export async function checkAnnounced(
  ctx: Context,
  file: { readonly kind: string; readonly name: string; readonly size: number },
): Promise<void> {
  const { kind, media, settings, maxBytes } = await admitUpload(ctx, file.kind);
  if (file.size > maxBytes) throw new FileTooLargeError(maxBytes);
  if (file.size === 0) throw invalid("file", "文件是空的", "The file is empty.");
  if (media) acceptedExtension(file.name, media, listed(settings.support_media_ext));
  // The content of a picture counts, not its name.
  else if (!isPictureKind(kind)) {
    const allowed = listed(settings.support_file_ext);
    if (!allowed.includes(extensionOf(file.name))) throw unsupported(Buffer.alloc(0), allowed);
  }
}

function kindNamed(name: string): UploadKind {
  const kind = Object.values(UploadKind).find((each) => each === name);
  if (!kind)
    throw invalid(
      "kind",
      "未知的上传类型",
      "kind is image, file, video, audio, avatar, background, answerImage, answerFile or goods.",
    );
  return kind;
}

async function storeAs(
  kind: UploadKind,
  ctx: Context,
  arrived: ArrivedFile,
  name: string,
  settings: Settings,
): Promise<Stored> {
  if (!isPictureKind(kind)) return storeFile(ctx, arrived, name, listed(settings.support_file_ext));
  const watermark = kind === UploadKind.IMAGE ? await watermarkOf(ctx, settings) : null;
  return storePicture(kind, ctx, arrived, name, listed(settings.support_img_ext), watermark);
}

function listed(extensions: string): string[] {
  return extensions
    .split(",")
    .map((each) => each.trim().toLowerCase())
    .filter(Boolean);
}

async function storeFile(
  ctx: Context,
  arrived: ArrivedFile,
  name: string,
  allowed: string[],
): Promise<Stored> {
  const extension = extensionOf(name);
  if (!allowed.includes(extension)) throw unsupported(arrived.head, allowed);
  if (!(await contentFits(arrived.head, extension))) {
    throw invalid(
      "file",
      `文件内容与扩展名 .${extension} 不符`,
      `The content is not what .${extension} says.`,
    );
  }
  const path = `${newStem()}.${extension}`;
  await keep(ctx.services.filesDir, arrived.location, path);
  const fileName = cleanFileName(name, extension);
  return {
    path,
    thumbPath: null,
    fileName,
    fileSize: arrived.size,
    // What an owner lists among files is one: playing is for what was sent as video or audio.
    mimeType: mediaKindOf(mediaTypeOf(extension)) ? "application/octet-stream" : mediaTypeOf(extension),
    width: null,
    height: null,
  };
}

/** Stores a video or audio file as it is: the server neither reads it whole nor encodes it again. */
async function storeMedia(
  ctx: Context,
  kind: MediaKind,
  { location, size }: ArrivedFile,
  { name, width, height }: Pick<Upload, "width" | "height"> & { readonly name: string },
  settings: Settings,
): Promise<Stored> {
  const extension = await mediaExtensionOf(location, name, kind, listed(settings.support_media_ext));
  const path = `${newStem()}.${extension}`;
  await keep(ctx.services.filesDir, location, path);
  const edges = kind === "video" ? [edgeNamed(width ?? null), edgeNamed(height ?? null)] : [null, null];
  const isMeasured = edges.every((edge) => edge !== null);
  return {
    path,
    thumbPath: null,
    fileName: cleanFileName(name, extension),
    fileSize: size,
    mimeType: mediaTypeOf(extension),
    width: isMeasured ? edges[0]! : null,
    height: isMeasured ? edges[1]! : null,
  };
}

async function storePicture(
  kind: PictureUpload,
  ctx: Context,
  { location, head }: ArrivedFile,
  name: string,
  allowed: string[],
  watermark: Watermark | null,
): Promise<Stored> {
  const format = await pictureKindOf(head);
  if (format === "heic") {
    throw invalid(
      "file",
      "不支持 HEIC/AVIF 图片，请先转换为 JPG",
      "HEIC and AVIF are not supported. Please convert the picture to JPG.",
    );
  }
  if (
    format === "other" ||
    !allowed.some((each) => each === format || (each === "jpeg" && format === "jpg"))
  ) {
    throw unsupported(head, allowed);
  }
  const { bytes, thumb, extension, width, height } = await drawn(kind, location, format, watermark);
  const isOfProfile = kind === UploadKind.AVATAR || kind === UploadKind.BACKGROUND;
  const stem = (isOfProfile ? PEOPLE_FOLDER : "") + newStem();
  const [path, thumbPath] = [`${stem}.${extension}`, thumb ? `${stem}-thumb.webp` : null];
  const { filesDir } = ctx.services;
  await store(filesDir, path, bytes);
  if (thumb && thumbPath) {
    await store(filesDir, thumbPath, thumb).catch(async (error: unknown) => {
      await removeStored(filesDir, path);
      throw error;
    });
  }
  const fileName = cleanFileName(name, extension);
  return {
    path,
    thumbPath,
    fileName,
    fileSize: bytes.length,
    mimeType: mediaTypeOf(extension),
    width,
    height,
  };
}

async function drawn(
  kind: PictureUpload,
  location: string,
  format: PictureKind,
  watermark: Watermark | null,
) {
  try {
    if (kind === UploadKind.AVATAR) return { ...(await makeAvatar(location)), thumb: null };
    if (kind === UploadKind.BACKGROUND) return { ...(await makeBackground(location)), thumb: null };
    return await makePictureWithThumb(location, format, watermark);
  } catch (error) {
    throw error instanceof PictureError ? pictureRefused(error) : error;
  }
}

function pictureRefused({ reason }: PictureError): DomainError {
  const megapixels = PIXELS_MAX / 1_000_000;
  switch (reason) {
    case "broken":
      return invalid("file", "图片已损坏或无法识别", "The picture is damaged or cannot be read.");
    case "tooManyPixels":
      return invalid(
        "file",
        `图片尺寸过大，最多 ${megapixels} 百万像素`,
        `The picture has more than ${megapixels} megapixels.`,
      );
    case "tooManyFrames":
      return invalid("file", "动图的帧数过多", "The animation has too many frames.");
  }
}

function unsupported(head: Buffer, allowed: readonly string[]): DomainError {
  const markup = markupIn(head);
  if (markup === "svg")
    return invalid(
      "file",
      "不支持 SVG 图片，请转换为 PNG",
      "SVG is not supported. Please convert it to PNG.",
    );
  if (markup === "html") return invalid("file", "不支持 HTML 文件", "HTML is not supported.");
  const list = allowed.join(", ");
  return invalid(
    "file",
    `不支持此文件类型（支持 ${list}）`,
    `This type of file is not supported (supported: ${list}).`,
  );
}

/** Inserts the row of a stored file; if that fails, the file is removed. */
async function insertAttachment(ctx: Context, kind: UploadKind, stored: Stored): Promise<Attachment> {
  const attachment = Object.assign(new Attachment(), stored, {
    userId: ctx.viewer.accountId,
    kind,
    threadId: null,
    postId: null,
    sort: 0,
    createdAt: ctx.now,
  });
  try {
    attachment.id = await inTransaction(ctx, (ctx) => insert(ctx, Attachment, attachment));
  } catch (error) {
    await removeStored(ctx.services.filesDir, attachment.path);
    await removeStored(ctx.services.filesDir, attachment.thumbPath);
    throw error;
  }
  return attachment;
}
