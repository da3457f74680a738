import { type DocumentNode, parse } from "graphql";
import type { Feed, FeedItem } from "./feedXml.ts";

/** Pages that have a feed. */
export type FeedKind = "site" | "category" | "topic" | "user" | "thread";

/** Items of a feed. */
const ITEMS = 20;

const SITE = "site { name introduction }";
const THREADS = `nodes { __typename id title excerpt isAnonymous createdAt editedAt author { __typename id nickname }
  category { name } }`;

/** One question per kind, in the viewer's permissions like every other: a feed cannot show more than the pages. */
export const FEED_QUERIES: Readonly<Record<FeedKind, DocumentNode>> = {
  site: parse(`query SiteFeed { ${SITE} threads(sort: NEWEST, first: ${ITEMS}) { ${THREADS} } }`),
  category: parse(`query CategoryFeed($id: ID!) { ${SITE} subject: category(id: $id) { name description }
    threads(categoryId: $id, sort: NEWEST, first: ${ITEMS}) { ${THREADS} } }`),
  topic: parse(`query TopicFeed($id: ID!) { ${SITE} subject: topic(id: $id) { __typename id name }
    threads(topicId: $id, sort: NEWEST, first: ${ITEMS}) { ${THREADS} } }`),
  user: parse(`query UserFeed($id: ID!) { ${SITE} subject: user(id: $id) { __typename id name: nickname
    threads(first: ${ITEMS}) { ${THREADS} } } }`),
  thread: parse(`query ThreadFeed($id: ID!) { ${SITE} subject: thread(id: $id) { __typename id name: title
    description: excerpt posts(sort: NEWEST, first: ${ITEMS}) { nodes { __typename id number bodyHtml createdAt editedAt
      author { __typename id nickname } } } } }`),
};

interface ThreadRow {
  readonly id: string;
  readonly title: string;
  readonly excerpt: string;
  readonly createdAt: Date | string;
  readonly editedAt: Date | string | null;
  readonly author: { readonly nickname: string } | null;
  readonly category: { readonly name: string };
}

interface PostRow {
  readonly number: number | null;
  readonly bodyHtml: string;
  readonly createdAt: Date | string;
  readonly editedAt: Date | string | null;
  readonly author: { readonly nickname: string } | null;
}

/** Answer of one of the queries. */
export interface FeedAnswer {
  readonly site: { readonly name: string; readonly introduction: string };
  readonly threads?: { readonly nodes: readonly ThreadRow[] };
  readonly subject?: {
    readonly name: string;
    readonly description?: string;
    readonly threads?: { readonly nodes: readonly ThreadRow[] };
    readonly posts?: { readonly nodes: readonly PostRow[] };
  } | null;
}

/** Makes a feed of an answer. */
export function feedOf(
  { site, subject, threads }: FeedAnswer,
  place: Pick<Feed, "pageUrl" | "url" | "locale"> & { readonly publicUrl: string },
): Feed {
  const { publicUrl, ...rest } = place;
  const rows = threads ?? subject?.threads;
  const items = rows
    ? rows.nodes.map((row) => threadItem(row, publicUrl))
    : (subject?.posts?.nodes ?? []).map((row) => postItem(row, place, subject?.name ?? ""));
  const title = subject ? `${subject.name} - ${site.name}` : site.name;
  return { ...rest, title, description: subject?.description || site.introduction || title, items };
}

const datesOf = ({ createdAt, editedAt }: Pick<ThreadRow, "createdAt" | "editedAt">) => ({
  publishedAt: new Date(createdAt),
  updatedAt: new Date(editedAt ?? createdAt),
});

function threadItem(row: ThreadRow, publicUrl: string): FeedItem {
  return {
    title: row.title,
    url: `${publicUrl}/thread/${row.id}`,
    html: null,
    text: row.excerpt,
    author: row.author?.nickname ?? null,
    category: row.category.name,
    ...datesOf(row),
  };
}

function postItem(
  row: PostRow,
  { pageUrl, publicUrl }: { readonly pageUrl: string; readonly publicUrl: string },
  title: string,
): FeedItem {
  const number = row.number ?? 0;
  return {
    title: `#${number} ${title}`,
    url: `${pageUrl}?post=${number}#p${number}`,
    html: withFullAddresses(row.bodyHtml, publicUrl),
    text: "",
    author: row.author?.nickname ?? null,
    category: null,
    ...datesOf(row),
  };
}

/** Readers elsewhere know nothing of this site's address. Text has no quotes that are not escaped. */
function withFullAddresses(html: string, publicUrl: string): string {
  return html.replace(/ (href|src)="\/(?!\/)/g, ` $1="${publicUrl}/`);
}
