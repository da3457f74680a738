import sharp, { type Metadata, type Sharp, type SharpOptions } from "sharp";
import { pictureKindOf, type PictureKind } from "../fileKinds.ts";
import { queueRendition, queueUpload } from "./pictureQueue.ts";
import { WATERMARK_FROM_PX, watermarkCorner, watermarkSize } from "./watermarkPlace.ts";

/** Maximum pixels of a decoded picture, all its frames together. */
export const PIXELS_MAX = 50_000_000;
/** Maximum frames of an animation. */
export const FRAMES_MAX = 300;
/** Longest edge of a stored picture, in pixels. */
export const EDGE_MAX_PX = 2_560;
/** Pictures longer than this many times their width (screenshots of conversations) are measured by their short edge. */
const STRIP_RATIO = 3;
const STRIP_SHORT_EDGE_PX = 1_080;
/** The longest edge that WebP can have, in pixels. */
const STRIP_LONG_EDGE_PX = 16_383;
const THUMB_WIDTH_PX = 500;
const THUMB_HEIGHT_MAX_PX = 1_500;
const AVATAR_PX = 256;
/** Longest edge of the picture of a page that a text links to, in pixels. */
const PREVIEW_PX = 640;
/** Smaller pictures of pages are signs and counters, in pixels. */
const PREVIEW_MIN_PX = 48;
/** Longest edge of the picture that an outside service checks: below a megabyte whatever it shows, in pixels. */
const CHECKED_PX = 1_024;
const BACKGROUND_PX = { width: 1_500, height: 500 } as const;
/** Time limit for processing a picture, in seconds. */
export const PATIENCE_S = 20;

/** A picture as it is stored: decoded and encoded again, without metadata. */
export interface StoredPicture {
  readonly bytes: Buffer;
  readonly extension: PictureKind;
  readonly width: number;
  readonly height: number;
}

/** A picture with its smaller rendition. */
export interface PictureWithThumb extends StoredPicture {
  /** WebP. */
  readonly thumb: Buffer;
}

/** A watermark and its place on pictures. */
export interface Watermark {
  /** A PNG. */
  readonly bytes: Buffer;
  /** 1 (top left) to 9 (bottom right). */
  readonly place: number;
  /** Distances from the edges, in pixels. */
  readonly gapX: number;
  readonly gapY: number;
}

/** Refusal of a picture, with its reason. */
export class PictureError extends Error {
  constructor(readonly reason: "broken" | "tooManyPixels" | "tooManyFrames") {
    super(reason);
  }
}

sharp.cache(false);
sharp.concurrency(1);

function openPicture(input: string | Buffer, options: SharpOptions = {}): Sharp {
  return sharp(input, {
    failOn: "error",
    limitInputPixels: PIXELS_MAX,
    sequentialRead: true,
    ...options,
  }).timeout({ seconds: PATIENCE_S });
}

/** Reads the header of a picture and refuses one that is too large to be decoded. */
async function examine(input: string | Buffer): Promise<{ metadata: Metadata; frames: number }> {
  let metadata: Metadata;
  try {
    // Only the header is read here, so the limit is checked below with a reason of its own.
    metadata = await sharp(input, { failOn: "error", limitInputPixels: false, pages: -1 }).metadata();
  } catch {
    throw new PictureError("broken");
  }
  const { width, height } = metadata;
  const frames = metadata.pages ?? 1;
  const frameHeight = metadata.pageHeight ?? height;
  if (!width || !frameHeight || (metadata.channels ?? 3) > 5) throw new PictureError("broken");
  if (frames > FRAMES_MAX) throw new PictureError("tooManyFrames");
  if (width * frameHeight * frames > PIXELS_MAX) throw new PictureError("tooManyPixels");
  return { metadata, frames };
}

async function finished(picture: Sharp): Promise<{ data: Buffer; width: number; height: number }> {
  try {
    const { data, info } = await picture.toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.pageHeight ?? info.height };
  } catch {
    throw new PictureError("broken");
  }
}

/** Gives the size of a picture within the limits; never larger than the original. */
function fitting(width: number, height: number): { width: number; height: number } {
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  const isStrip = long > short * STRIP_RATIO;
  const scale = isStrip
    ? Math.min(1, Math.max(STRIP_SHORT_EDGE_PX / short, EDGE_MAX_PX / long), STRIP_LONG_EDGE_PX / long)
    : Math.min(1, EDGE_MAX_PX / long);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function encoded(picture: Sharp, kind: PictureKind): Sharp {
  switch (kind) {
    case "jpg":
      return picture.jpeg({ quality: 85, progressive: true });
    case "png":
      return picture.png({ compressionLevel: 9 });
    case "webp":
      return picture.webp({ quality: 84, effort: 3 });
    case "gif":
      return picture.gif({ effort: 3, reuse: true });
  }
}

/**
 * Encodes a picture again: same kind, animations included, without metadata, with the EXIF orientation applied.
 * @param input bytes, or the location of the file
 * @throws {PictureError}
 */
export function makePicture(input: string | Buffer, kind: PictureKind): Promise<StoredPicture> {
  return queueUpload(() => rewritten(input, kind, null));
}

/**
 * Like `makePicture`, with the smaller picture that lists of threads and replies show.
 * @param watermark drawn on still pictures that are large enough
 * @throws {PictureError}
 */
export function makePictureWithThumb(
  input: string | Buffer,
  kind: PictureKind,
  watermark: Watermark | null = null,
): Promise<PictureWithThumb> {
  return queueUpload(async () => {
    const picture = await rewritten(input, kind, watermark);
    // The thumbnail is made of the new file, which has nothing hidden in it.
    const thumb = await finished(
      openPicture(picture.bytes)
        .resize({
          width: THUMB_WIDTH_PX,
          height: THUMB_HEIGHT_MAX_PX,
          fit: "inside",
          withoutEnlargement: true,
        })
        .webp({ quality: 78, effort: 3 }),
    );
    return { ...picture, thumb: thumb.data };
  });
}

async function rewritten(
  input: string | Buffer,
  kind: PictureKind,
  watermark: Watermark | null,
): Promise<StoredPicture> {
  const { metadata, frames } = await examine(input);
  const animated = frames > 1 && (kind === "gif" || kind === "webp");
  const turned = (metadata.orientation ?? 1) >= 5;
  const [width, height] = [metadata.width, metadata.pageHeight ?? metadata.height];
  const size = turned ? fitting(height, width) : fitting(width, height);
  const base = openPicture(input, animated ? { animated: true } : {});
  if (!animated) base.autoOrient();
  base.resize({ ...size, fit: "fill", withoutEnlargement: true });
  if (watermark && !animated && Math.min(size.width, size.height) >= WATERMARK_FROM_PX)
    base.composite([await markFor(size, watermark)]);
  const { data, ...measured } = await finished(encoded(base, kind));
  return { bytes: data, extension: kind, ...measured };
}

async function markFor(picture: { width: number; height: number }, watermark: Watermark) {
  const { bytes, place, gapX, gapY } = watermark;
  const mark = await openPicture(bytes).metadata();
  const size = watermarkSize(picture, mark);
  const input = await openPicture(bytes)
    .resize({ ...size, fit: "fill" })
    .png()
    .toBuffer();
  return { input, ...watermarkCorner(picture, size, place, gapX, gapY) };
}

/** Makes a PNG of pixels of four bytes each. */
export function pngOf(pixels: Buffer, width: number, height: number): Promise<Buffer> {
  return queueUpload(() =>
    sharp(pixels, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer(),
  );
}

/** Makes the square picture of a member. @throws {PictureError} */
export function makeAvatar(input: string | Buffer): Promise<StoredPicture> {
  return cropped(input, { width: AVATAR_PX, height: AVATAR_PX });
}

/** Makes the wide picture above a profile. @throws {PictureError} */
export function makeBackground(input: string | Buffer): Promise<StoredPicture> {
  return cropped(input, BACKGROUND_PX);
}

/**
 * Makes the small picture of a page that a text links to, behind all uploads.
 * @returns null for a picture that is too small to be one of the page
 * @throws {PictureError}
 */
export async function makePreviewPicture(input: Buffer): Promise<StoredPicture | null> {
  const kind = await pictureKindOf(input);
  if (kind === "other" || kind === "heic") throw new PictureError("broken");
  return queueRendition(async () => {
    const { metadata } = await examine(input);
    if (Math.min(metadata.width, metadata.pageHeight ?? metadata.height) < PREVIEW_MIN_PX) return null;
    const picture = openPicture(input)
      .autoOrient()
      .resize({ width: PREVIEW_PX, height: PREVIEW_PX, fit: "inside", withoutEnlargement: true });
    const { data, width, height } = await finished(picture.webp({ quality: 80, effort: 3 }));
    return { bytes: data, extension: "webp", width, height };
  });
}

/**
 * Makes the small picture that an outside service checks, behind all uploads: a JPEG of the first frame.
 * @throws {PictureError}
 */
export function makeCheckedPicture(input: string): Promise<Buffer> {
  return queueRendition(async () => {
    await examine(input);
    const picture = openPicture(input)
      .autoOrient()
      .resize({ width: CHECKED_PX, height: CHECKED_PX, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#fff" });
    return (await finished(picture.jpeg({ quality: 80 }))).data;
  });
}

function cropped(input: string | Buffer, size: { width: number; height: number }): Promise<StoredPicture> {
  return queueUpload(async () => {
    await examine(input);
    const picture = openPicture(input)
      .autoOrient()
      .resize({ ...size, fit: "cover", position: "centre" });
    const { data, width, height } = await finished(picture.webp({ quality: 82, effort: 3 }));
    return { bytes: data, extension: "webp", width, height };
  });
}
