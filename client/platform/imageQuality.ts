/** Size of a rendition: 0 is as large as the picture, 7 the smallest, 100 a square thumbnail (spec §3). */
export type ImageLevel = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 100;

/** Care with which a rendition is written. */
export type ImageQuality = "low" | "medium" | "high";

/** From this width of the screen on pictures are of medium quality, in CSS pixels (spec §9). */
export const MEDIUM_QUALITY_WIDTH_PX = 667;
/** From this width of the screen on pictures are of the highest quality, in CSS pixels (spec §9). */
export const HIGH_QUALITY_WIDTH_PX = 1080;
/** Frames that an animated GIF keeps (spec §9). */
export const GIF_FRAMES = 5;
/** Frames that an animated GIF keeps from `HIGH_QUALITY_WIDTH_PX` on (spec §9). */
export const GIF_FRAMES_WIDE = 10;
/** Level of faces (spec §2). */
export const AVATAR_LEVEL: ImageLevel = 6;
/** Level of the square thumbnail of 500 × 500 pixels (spec §3). */
export const THUMBNAIL_LEVEL: ImageLevel = 100;
/** Level of pictures within a text. */
export const BODY_LEVEL: ImageLevel = 3;

/** Pictures that the server keeps, with the address of a rendition behind it if there is one. */
const OWN_PICTURE = /^(\/files\/[\w./-]+\.(?:jpe?g|png|gif|webp))(?:\?[\w=&]*)?$/i;

/** The quality for a screen: below 667 lowest, from 667 medium, from 1080 highest (spec §9). */
export function imageQualityAt(screenWidthPx: number): ImageQuality {
  if (screenWidthPx >= HIGH_QUALITY_WIDTH_PX) return "high";
  return screenWidthPx >= MEDIUM_QUALITY_WIDTH_PX ? "medium" : "low";
}

/** Gives the number of frames that an animated GIF keeps on a screen (spec §9). */
export function gifFramesAt(screenWidthPx: number): number {
  return screenWidthPx >= HIGH_QUALITY_WIDTH_PX ? GIF_FRAMES_WIDE : GIF_FRAMES;
}

/**
 * The address of a rendition of one of our pictures; whatever is not ours stays as it is. The server sends WebP to
 * browsers that accept it, and cuts animations to the frames of the quality.
 *
 * @param quality equal on server and client, so that nothing is loaded twice; pages that know the width of the screen
 *   by media query take `imageSources`
 */
export function imageUrl(url: string, level: ImageLevel, quality: ImageQuality = "medium"): string {
  const own = OWN_PICTURE.exec(url)?.[1];
  if (!own) return url;
  return quality === "medium" ? `${own}?q=${level}` : `${own}?q=${level}&s=${quality}`;
}

/** The address of the picture itself, of which one of ours is a rendition. */
export function originalUrl(url: string): string {
  return OWN_PICTURE.exec(url)?.[1] ?? url;
}

/** One `<source>` of a picture. */
export interface ImageSource {
  media: string;
  srcSet: string;
}

/**
 * Lists the renditions that a `<picture>` offers wide screens, widest first; its `<img>` has the lowest quality, `imageUrl(url, level, "low")`.
 * The browser chooses before any script runs, so that server and client render the same. Empty for what is not ours.
 */
export function imageSources(url: string, level: ImageLevel): ImageSource[] {
  if (!OWN_PICTURE.test(url)) return [];
  return [
    { media: `(width >= ${HIGH_QUALITY_WIDTH_PX}px)`, srcSet: imageUrl(url, level, "high") },
    { media: `(width >= ${MEDIUM_QUALITY_WIDTH_PX}px)`, srcSet: imageUrl(url, level, "medium") },
  ];
}

/** A picture of ours in the HTML of the server, with its address. */
const BODY_IMAGE = /<img src="(\/files\/[\w./-]+)"[^<>]*>/g;

/** The HTML of a text with renditions of our pictures for each width of screen; for HTML of the server only. */
export function withRenditions(html: string): string {
  // Most texts have no picture: looking for the address is a hundred times cheaper than the pattern.
  if (!html.includes('<img src="/files/')) return html;
  return html.replace(BODY_IMAGE, (image, url: string) => {
    const sources = imageSources(url, BODY_LEVEL);
    if (sources.length === 0) return image;
    const offered = sources.map(
      ({ media, srcSet }) => `<source media="${media}" srcset="${escaped(srcSet)}">`,
    );
    return `<picture>${offered.join("")}${image.replace(url, escaped(imageUrl(url, BODY_LEVEL, "low")))}</picture>`;
  });
}

function escaped(address: string): string {
  return address.replaceAll("&", "&amp;");
}
