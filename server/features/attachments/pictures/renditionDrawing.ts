import sharp, { type Metadata, type ResizeOptions, type Sharp } from "sharp";
import type { PictureKind } from "../fileKinds.ts";
import { PATIENCE_S, PIXELS_MAX } from "./images.ts";
import type { Rendition, RenditionLevel, ScreenClass } from "./renditionNames.ts";

/** Widest that a level is, in pixels; heights follow. Nothing is enlarged, and level 0 keeps its size. */
export const LEVEL_WIDTHS_PX: Readonly<Record<Exclude<RenditionLevel, 0 | 100>, number>> = {
  1: 2_048,
  2: 1_600,
  3: 1_280,
  4: 960,
  5: 640,
  6: 192,
  7: 96,
};
/** Edge of the square thumbnail, level 100 (spec §3), in pixels. */
export const THUMBNAIL_PX = 500;
/** The longest edge that WebP can have, in pixels. */
const WEBP_EDGE_MAX_PX = 16_383;
/** Frames that an animation keeps: 5, and 10 for screens from 1080 px on (spec §9). */
export const FRAMES_KEPT: Readonly<Record<ScreenClass, number>> = { low: 5, medium: 5, high: 10 };
/** Small renditions stand still: lists of moving faces are read by nobody. */
const STILL_LEVELS: ReadonlySet<RenditionLevel> = new Set([6, 7, 100]);
const WEBP_QUALITY: Readonly<Record<ScreenClass, number>> = { low: 55, medium: 70, high: 82 };
const JPEG_QUALITY: Readonly<Record<ScreenClass, number>> = { low: 60, medium: 74, high: 84 };
/** How long a frame of an animation without times shows, in milliseconds. */
const FRAME_MS = 100;

/** Draws a rendition of a stored picture. @throws {Error} for files that are no picture. */
export async function drawRendition(location: string, rendition: Rendition): Promise<Buffer> {
  const metadata = await sharp(location, { limitInputPixels: PIXELS_MAX, pages: -1 }).metadata();
  const frames = metadata.pages ?? 1;
  const canMove = rendition.format === "gif" || rendition.format === "webp";
  if (frames > 1 && canMove && !STILL_LEVELS.has(rendition.level)) {
    return drawAnimation(location, rendition, metadata, frames);
  }
  return written(sized(openFrame(location), rendition.level, metadata), rendition).toBuffer();
}

function openFrame(location: string, page = 0): Sharp {
  return sharp(location, { limitInputPixels: PIXELS_MAX, page }).timeout({ seconds: PATIENCE_S });
}

/** Frames from the whole length, each shown for as long as those that it stands for. */
async function drawAnimation(
  location: string,
  rendition: Rendition,
  metadata: Metadata,
  frames: number,
): Promise<Buffer> {
  const kept = Math.min(frames, FRAMES_KEPT[rendition.screen]);
  const starts = Array.from({ length: kept }, (_, index) => Math.floor((index * frames) / kept));
  const delays = Array.from({ length: frames }, (_, index) => metadata.delay?.[index] || FRAME_MS);
  const delay = starts.map((start, index) =>
    delays.slice(start, starts[index + 1] ?? frames).reduce((sum, ms) => sum + ms, 0),
  );
  const pictures: Buffer[] = [];
  // One after the other: only one frame is unpacked at a time.
  for (const start of starts) {
    const frame = sized(openFrame(location, start), rendition.level, metadata);
    pictures.push(await frame.png({ compressionLevel: 1 }).toBuffer());
  }
  const joined = sharp(pictures, { join: { animated: true }, limitInputPixels: PIXELS_MAX });
  return written(joined, rendition, { delay, loop: metadata.loop ?? 0 }).toBuffer();
}

function sized(picture: Sharp, level: RenditionLevel, metadata: Metadata): Sharp {
  const height = metadata.pageHeight ?? metadata.height;
  if (level === 0) return picture;
  if (level === 100) {
    const edge = Math.min(THUMBNAIL_PX, metadata.width, height);
    return picture.resize({ width: edge, height: edge, fit: "cover", position: "centre" });
  }
  const size: ResizeOptions = { width: LEVEL_WIDTHS_PX[level], height: WEBP_EDGE_MAX_PX };
  return picture.resize({ ...size, fit: "inside", withoutEnlargement: true });
}

interface Motion {
  readonly delay: number[];
  readonly loop: number;
}

function written(picture: Sharp, { format, screen }: Rendition, motion?: Motion): Sharp {
  const writers: Readonly<Record<PictureKind, () => Sharp>> = {
    webp: () => picture.webp({ quality: WEBP_QUALITY[screen], effort: 3, ...motion }),
    jpg: () => picture.jpeg({ quality: JPEG_QUALITY[screen], progressive: true }),
    png: () => picture.png({ compressionLevel: 9 }),
    gif: () => picture.gif({ effort: 3, ...motion }),
  };
  return writers[format]();
}
