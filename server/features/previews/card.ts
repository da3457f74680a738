import { escapeAttribute } from "../../core/markdown/html.ts";
import { inLocale, type Locale } from "../../core/locale.ts";
import type { LinkPreviewView } from "./linkPreview.view.ts";
import type { LoneLink } from "./loneLinks.ts";

/** Side of the square in which the picture of a card is shown, in pixels. */
const PICTURE_PX = 96;
/** Size of the picture on which a video is started, in pixels. */
const STILL_PX = { width: 160, height: 90 } as const;
const PLAY = { zh: "播放", en: "Play" } as const;

function pictureOf(url: string | null, width: number, height: number): string {
  if (url === null) return "";
  // The class comes first: pictures whose first attribute is their address open large.
  return `<img class="link-picture" src="${escapeAttribute(url)}" alt="" width="${width}" height="${height}" loading="lazy" decoding="async">`;
}

/** Writes the card of a link, a paragraph in place of that of the link. */
export function cardOf({ href, url }: LoneLink, preview: LinkPreviewView, locale: Locale): string {
  const { title, description, siteName, imageUrl, embed } = preview;
  const site = siteName === "" || siteName === url.host ? url.host : `${siteName} · ${url.host}`;
  const about = description === "" ? "" : `<span class="link-about">${escapeAttribute(description)}</span>`;
  const start =
    `<p class="link-card"><a href="${href}" target="_blank" rel="nofollow ugc noopener">` +
    `<span class="link-words"><span class="link-site">${escapeAttribute(site)}</span>` +
    `<strong class="link-title">${escapeAttribute(title)}</strong>${about}</span>`;
  if (embed === null) return `${start}${pictureOf(imageUrl, PICTURE_PX, PICTURE_PX)}</a></p>`;
  const label = escapeAttribute(`${inLocale(PLAY, locale)} ${title}`);
  const still = pictureOf(imageUrl, STILL_PX.width, STILL_PX.height);
  return `${start}</a><button type="button" class="link-play" data-player="${escapeAttribute(embed.url)}" aria-label="${label}">${still}</button></p>`;
}
