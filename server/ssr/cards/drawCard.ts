import sharp, { type OverlayOptions } from "sharp";
import { escapeText } from "../../core/markdown/html.ts";
import { mix } from "../../features/settings/accent/colors.ts";
import { canDraw } from "./fonts.ts";

/** Size of a card in pixels, the one that other sites ask for (1.91 : 1). */
export const CARD_PX = { width: 1_200, height: 630 } as const;
const PAD = 80;
const TEXT_WIDTH = CARD_PX.width - 2 * PAD;
/** Place of a title, in pixels from the top. */
const TITLE_TOP = 184;
/** Greatest height of a title, in pixels: the foot begins below. */
const TITLE_HEIGHT_MAX = 300;
/** Sizes of a title, in pixels, each for titles up to a width in characters of full width. */
const TITLE_SIZES = [
  { most: 28, size: 68 },
  { most: 50, size: 56 },
  { most: Infinity, size: 46 },
] as const;
/** The longest title drawn, in characters of full width: four lines of the smallest size. */
const TITLE_MAX = 84;
const SITE_SIZE = 34;
const FOOT_SIZE = 32;
/** The longest name of a site, a category or an author drawn, in characters of full width. */
const NAME_MAX = 14;
const SITE_MAX = 24;
/** Points to pixels: text is measured at the resolution at which they are equal. */
const DPI = 72;
const INK = "#14171d";
const SOFT_INK = "#5b6475";
const GROUND = "#ffffff";
const FONTS =
  "Noto Sans CJK SC, Source Han Sans SC, PingFang SC, Microsoft YaHei, WenQuanYi Micro Hei, sans-serif";

/** Texts of a card. */
export interface CardFacts {
  readonly title: string;
  readonly site: string;
  readonly category: string;
  /** Null for anonymous authors. */
  readonly author: string | null;
  /** The accent colour of the site, `#rrggbb`. */
  readonly accent: string;
}

/** A text drawn on transparent ground. */
interface Drawn {
  readonly png: Buffer;
  readonly width: number;
  readonly height: number;
}

interface Look {
  readonly size: number;
  readonly color: string;
  readonly isBold?: boolean;
  readonly width?: number;
}

/** Width of a text in characters of full width: Latin letters are about half as wide. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += character.codePointAt(0)! < 0x2e80 ? 0.55 : 1;
  return width;
}

/** Shortens a text to a width in characters of full width. */
function shortened(text: string, most: number): string {
  if (widthOf(text) <= most) return text;
  let width = 1;
  let kept = "";
  for (const character of text) {
    width += widthOf(character);
    if (width > most) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}

/** Emoji with what joins them, and control characters: few machines draw them. */
const NOT_DRAWN = /[\p{C}\p{Extended_Pictographic}\ufe00-\ufe0f\u20e3]/gu;

const drawable = (text: string): string => text.replace(NOT_DRAWN, "").replace(/\s+/g, " ").trim();

/** Draws a text; null if the machine has no font for it. */
async function drawText(text: string, { size, color, isBold, width }: Look): Promise<Drawn | null> {
  const clean = drawable(text);
  if (clean === "" || !(await canDraw(clean))) return null;
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${color}"${isBold ? ' weight="bold"' : ""}>${escapeText(clean)}</span>`,
      font: `${FONTS} ${size}`,
      dpi: DPI,
      rgba: true,
      wrap: "word-char",
      spacing: 2,
      ...(width !== undefined && { width }),
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
}

/** Ground of a card: white, a band of the accent, and rings of it in the corner. */
function ground(accent: string): string {
  const { width, height } = CARD_PX;
  const soft = mix(accent, GROUND, 0.92);
  const ring = mix(accent, GROUND, 0.84);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="${GROUND}"/>
    <circle cx="${width - 40}" cy="${height - 10}" r="300" fill="${soft}"/>
    <circle cx="${width - 40}" cy="${height - 10}" r="190" fill="none" stroke="${ring}" stroke-width="36"/>
    <circle cx="${width - 40}" cy="${height - 10}" r="70" fill="${ring}"/>
    <rect width="${width}" height="16" fill="${accent}"/>
  </svg>`;
}

/** Draws a box with round corners. */
const box = (width: number, height: number, radius: number, color: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="${radius}" fill="${color}"/></svg>`,
  );

/** Parts of the head: a square in the accent with the first letter of the site, and its name. */
async function headParts(site: string, accent: string): Promise<OverlayOptions[]> {
  const size = 64;
  const top = 72;
  const parts: OverlayOptions[] = [{ input: box(size, size, 16, accent), left: PAD, top }];
  const letter = await drawText(firstLetter(site), { size: 36, color: GROUND, isBold: true });
  if (letter)
    parts.push({
      input: letter.png,
      left: PAD + Math.round((size - letter.width) / 2),
      top: top + Math.round((size - letter.height) / 2),
    });
  const name = await drawText(shortened(site, SITE_MAX), { size: SITE_SIZE, color: INK, isBold: true });
  if (name)
    parts.push({ input: name.png, left: PAD + size + 22, top: top + Math.round((size - name.height) / 2) });
  return parts;
}

const firstLetter = (text: string): string => /[\p{L}\p{N}]/u.exec(text)?.[0].toUpperCase() ?? "";

/** Parts of the foot: the category on a soft ground, and the author. */
async function footParts({ category, author, accent }: CardFacts): Promise<OverlayOptions[]> {
  const middle = CARD_PX.height - 96;
  const parts: OverlayOptions[] = [];
  let left = PAD;
  const label = await drawText(shortened(category, NAME_MAX), {
    size: FOOT_SIZE,
    color: accent,
    isBold: true,
  });
  if (label) {
    const width = label.width + 48;
    const height = 64;
    parts.push(
      { input: box(width, height, 14, mix(accent, GROUND, 0.88)), left, top: middle - height / 2 },
      { input: label.png, left: left + 24, top: middle - Math.round(label.height / 2) },
    );
    left += width + 28;
  }
  const name =
    author === null
      ? null
      : await drawText(shortened(author, NAME_MAX), { size: FOOT_SIZE, color: SOFT_INK });
  if (name) parts.push({ input: name.png, left, top: middle - Math.round(name.height / 2) });
  return parts;
}

/** Draws a title at the greatest size at which it fits; null if the machine has no font for it. */
async function drawTitle(title: string): Promise<Drawn | null> {
  const text = shortened(drawable(title), TITLE_MAX);
  const width = widthOf(text);
  for (const { size } of TITLE_SIZES.filter(({ most }) => width <= most)) {
    const drawn = await drawText(text, { size, color: INK, isBold: true, width: TEXT_WIDTH });
    if (!drawn || drawn.height <= TITLE_HEIGHT_MAX) return drawn;
  }
  return null;
}

/** Draws a card as a PNG of 1200 × 630 pixels. Texts that the machine has no font for are left out. */
export async function drawCard(facts: CardFacts): Promise<Buffer> {
  const title = await drawTitle(facts.title);
  const parts = [...(await headParts(facts.site, facts.accent)), ...(await footParts(facts))];
  if (title) parts.push({ input: title.png, left: PAD, top: TITLE_TOP });
  return sharp(Buffer.from(ground(facts.accent)))
    .composite(parts)
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
}
