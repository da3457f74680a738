import { hash } from "node:crypto";
import { HOST_MAX, URL_MAX } from "./linkPreview.entity.ts";

/** Previews of one text at most. */
export const PREVIEWS_MAX = 5;

/** A paragraph of a text that consists of one address. */
export interface LoneLink {
  /** Beginning and end of the paragraph in the HTML. */
  readonly from: number;
  readonly to: number;
  /** The address as it is written in the HTML, escaped. */
  readonly href: string;
  readonly url: URL;
}

/**
 * Quotes and lists, within which links stay links, and paragraphs of one link in the HTML that our renderer writes. Each
 * alternative ends at the next quote or bracket, so that each character is looked at once.
 */
const PARTS =
  /<(\/?)(?:blockquote|[ou]l)[ >]|<p><a href="(https?:\/\/[^"<>]*)" rel="nofollow ugc noopener">(https?:\/\/[^<]*)<\/a><\/p>/g;
/** Beginning of a paragraph that may be a lone link: most texts have none, and looking for this costs little. */
const BEGINNING = '<p><a href="http';
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot);/g, (_all, name: string) => ENTITIES[name]!);

function parsed(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}

/**
 * Finds paragraphs outside of quotes and lists that consist of one address and lead to another site, the first five.
 * @param ownHost host of this site, whose titles are not for everybody
 */
export function loneLinks(html: string, ownHost: string): LoneLink[] {
  const links: LoneLink[] = [];
  if (!html.includes(BEGINNING)) return links;
  let depth = 0;
  for (const { 0: part, 1: slash, 2: href, 3: text, index } of html.matchAll(PARTS)) {
    if (slash !== undefined) {
      depth += slash === "" ? 1 : -1;
      continue;
    }
    if (depth > 0 || href === undefined || text === undefined) continue;
    const url = parsed(unescaped(href));
    // A link with words of its own may show another address than it leads to.
    if (!url || url.href !== parsed(unescaped(text))?.href) continue;
    if (url.host === ownHost || url.username !== "" || url.password !== "") continue;
    if (url.href.length > URL_MAX || url.host.length > HOST_MAX) continue;
    links.push({ from: index, to: index + part.length, href, url });
    if (links.length === PREVIEWS_MAX) break;
  }
  return links;
}

/** Gives the address by which the facts of a page are stored: that of the page, without a place in it. */
export function pageAddress(url: URL): string {
  const page = new URL(url);
  page.hash = "";
  return page.href;
}

/** Gives the hash of the address of a page. */
export function hashOf(url: URL): string {
  return hash("sha256", pageAddress(url), "hex");
}
