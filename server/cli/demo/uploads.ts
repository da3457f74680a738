import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Context } from "../../core/context.ts";
import { locationOf } from "../../features/attachments/storage.ts";
import { drawLandscape, PICTURE, type PictureSize, shrink, TALL_PICTURE } from "./pictures.ts";
import type { Plan } from "./plan.ts";
import { Random } from "./random.ts";

const SEED = 42;
const THUMB_WIDTH_PX = 500;
/** Drawing takes time, and nobody looks at more landscapes than this at once. */
const DRAWINGS = 24;
/** File names of a thread's pictures follow each other. */
const PICTURES_PER_NUMBER = 10;

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

interface Drawing {
  readonly picture: Buffer;
  readonly thumb: Buffer;
}

/** Draws and stores the pictures of threads; gives them by the thread's place in the plan. */
export async function drawPictures(
  ctx: Context,
  plan: Plan,
  round: number,
): Promise<Map<number, DrawnPicture[]>> {
  const album = { wide: new Album(PICTURE), tall: new Album(TALL_PICTURE) };
  const folder = `demo${round}`;
  const drawn = new Map<number, DrawnPicture[]>();
  for (const [index, { pictures }] of plan.threads.entries()) {
    if (!pictures) continue;
    const { size } = album[pictures.shape];
    const set: DrawnPicture[] = [];
    for (let place = 1; place <= pictures.count; place++) {
      const { picture, thumb } = await album[pictures.shape].next();
      const name = `${folder}/${index + 1}${place > 1 ? `-${place}` : ""}`;
      const path = `${name}.webp`;
      const thumbPath = `${name}-thumb.webp`;
      putFile(ctx, path, picture);
      putFile(ctx, thumbPath, thumb);
      const fileName = `IMG_${String(2_000 + index * PICTURES_PER_NUMBER + place - 1)}.webp`;
      set.push({ path, thumbPath, fileName, fileSize: picture.length, ...size });
    }
    drawn.set(index, set);
  }
  return drawn;
}

/** Landscapes of one size; after so many the first comes again. */
class Album {
  private readonly random = new Random(SEED);
  private readonly drawings: Drawing[] = [];
  private count = 0;

  constructor(readonly size: PictureSize) {}

  async next(): Promise<Drawing> {
    if (this.drawings.length < DRAWINGS) {
      const picture = await drawLandscape(this.random, this.size);
      this.drawings.push({ picture, thumb: await shrink(picture, THUMB_WIDTH_PX) });
    }
    return this.drawings[this.count++ % this.drawings.length]!;
  }
}

/** Stores a file under its path below the files folder. */
export function putFile(ctx: Context, path: string, bytes: Buffer): void {
  const location = locationOf(ctx.services.filesDir, path);
  mkdirSync(dirname(location), { recursive: true });
  writeFileSync(location, bytes);
}
