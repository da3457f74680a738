/** Formats of a feed. */
export type FeedFormat = "rss" | "atom";

/** One thread or reply of a feed. */
export interface FeedItem {
  readonly title: string;
  /** Full address, which is its identity as well. */
  readonly url: string;
  /** Sanitised HTML with full addresses, or null for plain text. */
  readonly html: string | null;
  readonly text: string;
  /** Null where the author is not named. */
  readonly author: string | null;
  readonly category: string | null;
  readonly publishedAt: Date;
  readonly updatedAt: Date;
}

/** A list of items for programs that follow the site. */
export interface Feed {
  readonly title: string;
  readonly description: string;
  /** Full address of the page that it belongs to. */
  readonly pageUrl: string;
  /** Full address of the feed itself. */
  readonly url: string;
  readonly locale: string;
  readonly items: readonly FeedItem[];
}

/** Content types of the formats. */
export const FEED_TYPES: Readonly<Record<FeedFormat, string>> = {
  rss: "application/rss+xml; charset=utf-8",
  atom: "application/atom+xml; charset=utf-8",
};

// Characters that XML 1.0 cannot hold in any form; surrogates only in pairs.
const IMPOSSIBLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
/** Feeds without items still need a date in Atom. */
const NEVER = new Date(0);

/** Escapes a text for an element or attribute, leaving out what XML cannot hold. */
export function escapeXml(text: string): string {
  return text.replace(IMPOSSIBLE, "").replace(/[&<>"']/g, (sign) => ESCAPES[sign]!);
}

const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

/** Time of the newest change in a feed. */
function newestOf({ items }: Feed): Date {
  return items.reduce((newest, { updatedAt }) => (updatedAt > newest ? updatedAt : newest), NEVER);
}

/** Writes a feed. */
export function writeFeed(feed: Feed, format: FeedFormat): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${format === "rss" ? rss(feed) : atom(feed)}`;
}

function rss(feed: Feed): string {
  const items = feed.items.map((item) =>
    [
      "<item>",
      element("title", item.title),
      element("link", item.url),
      `<guid isPermaLink="true">${escapeXml(item.url)}</guid>`,
      element("pubDate", item.publishedAt.toUTCString()),
      item.author === null ? "" : element("dc:creator", item.author),
      item.category === null ? "" : element("category", item.category),
      // Readers take it for HTML, so that text is escaped for HTML first.
      element("description", item.html ?? escapeXml(item.text)),
      "</item>",
    ].join(""),
  );
  return [
    `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>`,
    element("title", feed.title),
    element("link", feed.pageUrl),
    element("description", feed.description),
    element("language", feed.locale.toLowerCase()),
    feed.items.length > 0 ? element("lastBuildDate", newestOf(feed).toUTCString()) : "",
    `<atom:link href="${escapeXml(feed.url)}" rel="self" type="application/rss+xml"/>`,
    ...items,
    "</channel></rss>\n",
  ].join("\n");
}

function atom(feed: Feed): string {
  const entries = feed.items.map((item) =>
    [
      "<entry>",
      element("title", item.title),
      element("id", item.url),
      `<link href="${escapeXml(item.url)}"/>`,
      element("published", item.publishedAt.toISOString()),
      element("updated", item.updatedAt.toISOString()),
      item.author === null ? "" : `<author>${element("name", item.author)}</author>`,
      item.category === null ? "" : `<category term="${escapeXml(item.category)}"/>`,
      item.html === null
        ? element("summary", item.text)
        : `<content type="html">${escapeXml(item.html)}</content>`,
      "</entry>",
    ].join(""),
  );
  return [
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(feed.locale)}">`,
    element("title", feed.title),
    element("subtitle", feed.description),
    element("id", feed.pageUrl),
    `<link href="${escapeXml(feed.pageUrl)}"/>`,
    `<link href="${escapeXml(feed.url)}" rel="self" type="application/atom+xml"/>`,
    element("updated", newestOf(feed).toISOString()),
    // An author of the whole stands for the entries that name none.
    `<author>${element("name", feed.title)}</author>`,
    ...entries,
    "</feed>\n",
  ].join("\n");
}
