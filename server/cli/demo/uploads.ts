import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Context } from "../../core/context.ts";
import { locationOf } from "../../features/attachments/storage.ts";
import { drawLandscape, PICTURE, shrink } from "./pictures.ts";
import type { Plan } from "./plan.ts";
import { Random } from "./random.ts";

const SEED = 42;
const THUMB_WIDTH_PX = 500;
/** Drawing takes time, and nobody looks at more landscapes than this at once. */
const DRAWINGS = 24;

/** Address that files are served from. */
export const FILES_PATH = "/files/";

/** A picture that lies in the files folder. */
export interface DrawnPicture {
  /** Below the files folder, and below /files. */
  readonly path: string;
  readonly thumbPath: string;
  readonly fileName: string;
  readonly fileSize: number;
  readonly width: number;
  readonly height: number;
}

/** Draws and stores the pictures of threads; gives them by the thread's place in the plan. */
export async function drawPictures(
  ctx: Context,
  plan: Plan,
  round: number,
): Promise<Map<number, DrawnPicture>> {
  const random = new Random(SEED);
  const folder = `demo${round}`;
  const drawings: { picture: Buffer; thumb: Buffer }[] = [];
  const drawn = new Map<number, DrawnPicture>();
  for (const [index, thread] of plan.threads.entries()) {
    if (!thread.picture) continue;
    if (drawings.length < DRAWINGS) {
      const fresh = await drawLandscape(random);
      drawings.push({ picture: fresh, thumb: await shrink(fresh, THUMB_WIDTH_PX) });
    }
    const { picture, thumb } = drawings[drawn.size % drawings.length]!;
    const path = `${folder}/${index + 1}.webp`;
    const thumbPath = `${folder}/${index + 1}-thumb.webp`;
    putFile(ctx, path, picture);
    putFile(ctx, thumbPath, thumb);
    const fileName = `IMG_${String(2_000 + index)}.webp`;
    drawn.set(index, { path, thumbPath, fileName, fileSize: picture.length, ...PICTURE });
  }
  return drawn;
}

/** Stores a file under its path below the files folder. */
export function putFile(ctx: Context, path: string, bytes: Buffer): void {
  const location = locationOf(ctx.services.filesDir, path);
  mkdirSync(dirname(location), { recursive: true });
  writeFileSync(location, bytes);
}
