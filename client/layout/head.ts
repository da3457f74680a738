import { createContext } from "react";
import { balanced } from "../platform/direction.ts";

/** Words of a page about itself; everything but the title may be left to the site. */
export interface HeadContent {
  /** Name of the page; absent on the home page. */
  title?: string;
  keywords?: string;
  description?: string;
  /** Path of the one address of this content, such as `/thread/5?page=2`. */
  canonical?: string;
  image?: string | null;
  /** OpenGraph's kind of thing. */
  type?: "website" | "article" | "profile";
  /** Structured data for search engines. */
  jsonLd?: object;
  /** Kept out of search engines. */
  noIndex?: boolean;
}

const OK = 200;

/** Collects the head on the server while a page renders. */
export class HeadCollector {
  content: HeadContent = {};
  status = OK;

  /** The page says what it is. */
  describe(content: HeadContent): void {
    this.content = content;
  }

  /** The page says that it is not what was asked for. */
  answer(status: number): void {
    this.status = status;
  }
}

/** Collects on the server; null in the browser, where the document is changed. */
export const HeadContext = createContext<HeadCollector | null>(null);

/** The site, from which the head of a page is made besides the page itself. */
export interface HeadSite {
  name: string;
  title: string;
  keywords: string;
  introduction: string;
}

/** One element of the head: its name, attributes, and text where it has some. */
export interface HeadTag {
  tag: "title" | "meta" | "link" | "script";
  attributes: Readonly<Record<string, string>>;
  text?: string;
}

const TITLE_SEPARATOR = " - ";
const KEYWORD_SEPARATOR = ",";

/** "page - site"; the home page shows the site's own title if there is one. */
export function titleOf(content: HeadContent, site: HeadSite): string {
  if (content.title) return `${balanced(content.title)}${TITLE_SEPARATOR}${site.name}`;
  return site.title && site.title !== site.name ? `${site.name}${TITLE_SEPARATOR}${site.title}` : site.name;
}

/** Pages with a feed, without what follows the address of the thing itself. */
const FED = /^\/(?=$|\?)|^\/(?:category|topic|user|thread)\/\d+/;

/** Feeds of the page at an address: RSS and Atom. */
function feedsOf(canonical = ""): [type: string, href: string][] {
  const page = FED.exec(canonical)?.[0];
  return page ? ["rss", "atom"].map((type) => [type, `${page === "/" ? "" : page}/${type}.xml`]) : [];
}

const THREAD = /^(\/thread\/\d+)(\?page=\d+)?$/;

/** The Markdown of a thread. Programs read it in what the server sends; the browser has no use for it. */
function textOf(canonical = "", publicUrl: string): HeadTag[] {
  const [, thread, page = ""] = THREAD.exec(canonical) ?? [];
  if (thread === undefined) return [];
  const href = `${publicUrl}${thread}.md${page}`;
  return [{ tag: "link", attributes: { rel: "alternate", type: "text/markdown", href } }];
}

const named = (name: string, value: string): HeadTag => ({
  tag: "meta",
  attributes: { name, content: value },
});

const graph = (property: string, value: string): HeadTag => ({
  tag: "meta",
  attributes: { property, content: value },
});

/** Size of the drawn picture of a thread, in pixels (server/ssr/cards/drawCard.ts). */
const CARD_PX = { width: 1_200, height: 630 };

/** Texts of a card of the page on other sites. */
interface CardTexts {
  title: string;
  description: string;
  site: string;
  url: string | undefined;
  locale: string;
}

/** Tags from which other sites make a card of a link to the page (OpenGraph). */
function cardTags(content: HeadContent, texts: CardTexts, publicUrl: string): HeadTag[] {
  const { title, description, site, url, locale } = texts;
  return [
    ...(url ? [graph("og:url", url)] : []),
    graph("og:title", content.title ? balanced(content.title) : title),
    graph("og:description", description),
    graph("og:site_name", site),
    graph("og:type", content.type ?? "website"),
    graph("og:locale", locale === "en" ? "en_US" : "zh_CN"),
    ...pictureOf(content, publicUrl),
  ];
}

/** The picture that other sites show beside a link: the page's own, or of a thread without one a drawn one. */
function pictureOf({ image, canonical, noIndex }: HeadContent, publicUrl: string): HeadTag[] {
  if (image) return [graph("og:image", new URL(image, publicUrl || "http://localhost").href)];
  const thread = !noIndex ? THREAD.exec(canonical ?? "")?.[1] : undefined;
  if (thread === undefined) return [];
  return [
    graph("og:image", `${publicUrl}${thread}.png`),
    graph("og:image:width", String(CARD_PX.width)),
    graph("og:image:height", String(CARD_PX.height)),
    named("twitter:card", "summary_large_image"),
  ];
}

/** Everything that a page puts into its head (spec §1), in a fixed order. */
export function headTags(content: HeadContent, site: HeadSite, publicUrl: string, locale: string): HeadTag[] {
  const title = titleOf(content, site);
  const description = balanced(content.description || site.introduction);
  const keywords = [content.keywords, site.keywords].filter(Boolean).join(KEYWORD_SEPARATOR);
  const url = content.canonical === undefined ? undefined : publicUrl + content.canonical;

  return [
    { tag: "title", attributes: {}, text: title },
    named("description", description),
    named("keywords", keywords),
    ...(content.noIndex ? [named("robots", "noindex")] : []),
    ...feedsOf(content.canonical).map(([type, href]): HeadTag => ({
      tag: "link",
      attributes: { rel: "alternate", type: `application/${type}+xml`, title, href: publicUrl + href },
    })),
    ...(import.meta.env.SSR ? textOf(content.canonical, publicUrl) : []),
    ...(url ? [{ tag: "link" as const, attributes: { rel: "canonical", href: url } }] : []),
    // Other sites read what the server sends; the browser has no use for it.
    ...(import.meta.env.SSR
      ? cardTags(content, { title, description, site: site.name, url, locale }, publicUrl)
      : []),
    ...(content.jsonLd
      ? [
          {
            tag: "script" as const,
            attributes: { type: "application/ld+json" },
            text: JSON.stringify(content.jsonLd).replaceAll("<", "\\u003c"),
          },
        ]
      : []),
  ];
}
