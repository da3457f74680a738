import { extensionOf, mediaTypeOf, type PictureKind } from "../fileKinds.ts";

/** How large a rendition is: 0 is as large as the picture, 7 the smallest, 100 a square thumbnail (spec §3). */
export type RenditionLevel = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 100;

/** For which screens a rendition is: below 667 px, from 667 px, from 1080 px (spec §9). */
export type ScreenClass = "low" | "medium" | "high";

/** One of the few renditions that a picture may have; nothing else of an address reaches the disk. */
export interface Rendition {
  readonly level: RenditionLevel;
  readonly screen: ScreenClass;
  readonly format: PictureKind;
}

const LEVELS: Readonly<Record<string, RenditionLevel>> = {
  __proto__: null as never,
  "0": 0,
  "1": 1,
  "2": 2,
  "3": 3,
  "4": 4,
  "5": 5,
  "6": 6,
  "7": 7,
  "100": 100,
};
const SCREENS: readonly ScreenClass[] = ["low", "medium", "high"];
const ACCEPTS_WEBP = /\bimage\/webp\b(?!\s*;\s*q=0(?:\.0*)?(?:[\s,;]|$))/i;

/**
 * Reads what rendition an address asks for: `?q=0…7|100`, and `&s=low|medium|high`, medium without it.
 * @param path of the original
 * @param accept as the client sends it; WebP goes to those who name it, others get the kind of the original
 * @returns null if the original is asked for, "unknown" for what no rendition is called
 */
export function renditionAsked(
  search: string,
  path: string,
  accept: string | undefined,
): Rendition | "unknown" | null {
  if (!search.includes("q=") && !search.includes("s=")) return null;
  const asked = new URLSearchParams(search);
  const [levels, screens] = [asked.getAll("q"), asked.getAll("s")];
  if (levels.length === 0 && screens.length === 0) return null;
  const level = LEVELS[levels[0] ?? ""];
  const screen = SCREENS.find((known) => known === (screens[0] ?? "medium"));
  if (level === undefined || !screen || levels.length > 1 || screens.length > 1) return "unknown";
  const own = extensionOf(path);
  const kind = own === "jpeg" ? "jpg" : (own as PictureKind);
  return { level, screen, format: ACCEPTS_WEBP.test(accept ?? "") ? "webp" : kind };
}

/** The media type of a rendition. */
export function mediaTypeOfRendition({ format }: Rendition): string {
  return mediaTypeOf(format);
}
