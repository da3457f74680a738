import sharp from "sharp";
import type { Random } from "./random.ts";

/** Size of a picture, in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Size of most pictures in threads. */
export const PICTURE: PictureSize = { width: 1200, height: 800 };
/** Size of pictures that a phone takes upright. */
export const TALL_PICTURE: PictureSize = { width: 800, height: 1400 };
const AVATAR_PX = 192;

/** Draws a landscape: sky, sun or moon, ranges of hills that fade with distance, and sometimes water. */
export function drawLandscape(random: Random, size: PictureSize): Promise<Buffer> {
  const { width, height } = size;
  const hue = random.between(0, 359);
  const dark = random.chance(0.35);
  const horizon = height * (0.35 + random.next() * 0.2);
  const sky = [
    dark ? colour(hue, 45, 14) : colour(hue, 70, 82),
    dark ? colour(hue + 40, 50, 34) : colour(hue + 40, 80, 92),
  ];
  const sun = {
    x: random.between(150, width - 150),
    y: random.between(90, horizon - 20),
    r: random.between(28, 80),
  };
  const ranges = random.between(3, 6);
  const hills = Array.from({ length: ranges }, (_, index) => {
    const near = (index + 1) / ranges;
    const light = dark ? 30 - near * 22 : 74 - near * 46;
    return `<path d="${hillLine(random, size, horizon + near * (height - horizon) * 0.75, 40 + near * 90)}" fill="${colour(hue + 150 - near * 40, 18 + near * 22, light)}"/>`;
  });
  const water = random.chance(0.4)
    ? `<rect y="${height * 0.86}" width="${width}" height="${height * 0.14}" fill="${colour(hue + 10, 40, dark ? 20 : 62)}" opacity="0.75"/>`
    : "";
  return paint(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${sky[0]}"/><stop offset="1" stop-color="${sky[1]}"/></linearGradient></defs>
      <rect width="${width}" height="${height}" fill="url(#s)"/>
      <circle cx="${sun.x}" cy="${sun.y}" r="${sun.r}" fill="${colour(hue + 50, 90, dark ? 88 : 96)}"/>
      ${hills.join("")}${water}
    </svg>`,
  );
}

function hillLine(random: Random, { width, height }: PictureSize, base: number, swing: number): string {
  const steps = 8;
  const points = Array.from({ length: steps + 1 }, (_, index) => ({
    x: (width / steps) * index,
    y: base - random.next() * swing,
  }));
  const curves = points.slice(1).map(({ x, y }, index) => {
    const before = points[index]!;
    const middle = (before.x + x) / 2;
    return `C${middle} ${before.y} ${middle} ${y} ${x} ${y}`;
  });
  return `M0 ${points[0]!.y}${curves.join("")}V${height}H0Z`;
}

/** Draws an avatar: overlapping shapes in two colours that fit together. */
export function drawAvatar(random: Random): Promise<Buffer> {
  const size = AVATAR_PX;
  const hue = random.between(0, 359);
  const shapes = Array.from({ length: random.between(3, 5) }, (_, index) => {
    const fill = colour(hue + index * 47, 62, 46 + index * 9);
    const [x, y, r] = [random.between(10, size - 10), random.between(10, size - 10), random.between(30, 80)];
    const turn = `transform="rotate(${random.between(0, 89)} ${x} ${y})"`;
    return random.chance(0.5)
      ? `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" opacity="0.85"/>`
      : `<rect x="${x - r}" y="${y - r}" width="${r * 2}" height="${r * 2}" rx="18" fill="${fill}" opacity="0.8" ${turn}/>`;
  });
  return paint(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="${size}" height="${size}" fill="${colour(hue + 200, 55, 88)}"/>${shapes.join("")}</svg>`,
  );
}

/** Makes a smaller rendition, at most so many pixels wide. */
export function shrink(picture: Buffer, width: number): Promise<Buffer> {
  return sharp(picture)
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 78, effort: 2 })
    .toBuffer();
}

function paint(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).webp({ quality: 82, effort: 2 }).toBuffer();
}

function colour(hue: number, saturation: number, lightness: number): string {
  return `hsl(${Math.round(hue) % 360}, ${Math.round(saturation)}%, ${Math.round(lightness)}%)`;
}
