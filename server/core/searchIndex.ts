import { searchableText } from "./searchableText.ts";

/** The table of each kind in the search index; a row's id is the id of what it finds. */
export const SEARCH_TABLES = {
  thread: "search_threads",
  post: "search_posts",
  user: "search_users",
  topic: "search_topics",
} as const;

/** Names the table of an index file that holds what an older version wrote, until it is written again. */
export const beforeOf = (table: string): string => `${table}_before`;

/** A kind of thing that can be searched for. */
export type SearchedKind = keyof typeof SEARCH_TABLES;

/** The kinds of things that can be searched for. */
export const SEARCHED_KINDS = Object.keys(SEARCH_TABLES) as SearchedKind[];

/** Documents that one batch of the indexer reads at most. */
export const DOCUMENTS_PER_BATCH = 200;

/** The searchable parts of a thread, reply, member or topic as they are now. */
export interface SearchDocument {
  readonly id: number;
  /** Title, nickname or name. */
  readonly title: string | null;
  /** Markdown. */
  readonly body: string | null;
  /** 0 for what nobody finds. */
  readonly visible: number;
  /** Title of the poll of a thread. */
  readonly question?: string | null;
  /** Options of the poll of a thread, separated by commas. */
  readonly options?: string | null;
  /** Title of the goods of a thread. */
  readonly goods?: string | null;
}

/** Version of the words in the index; one of an older version serves while it is written again. */
export const SEARCH_FORMAT = 2;

/** Gives the texts under which a document is found; the title of one with a body by itself, since it counts for more. */
export function textsOf(document: SearchDocument): { title: string; text: string } {
  const { title, body, question, options, goods } = document;
  if (body === null) return { title: "", text: title ?? "" };
  const parts = [question, options, goods].filter(Boolean).join("\n");
  const text = searchableText(body);
  return { title: title ?? "", text: parts ? `${text}\n${parts}` : text };
}

/** The search index in a file of its own, written outside of the transactions of the database. */
export interface IndexFile {
  /** Indexes all that is queued. @throws {Error} if the file takes nothing at the moment; the queue is as it was. */
  drain(): Promise<void>;
  /** Indexes all that is queued, and ends a rebuild that is under way. */
  catchUp(): Promise<void>;
  /** Empties the index and writes it again. @returns the number of documents */
  rebuild(): Promise<number>;
  /** Puts the index on the disk. @returns the last entry of the queue that is never needed again */
  settle(): Promise<number>;
}

/** The worker that brings the search index up to date. */
export interface SearchIndexer {
  /** Indexes soon what is queued. */
  kick(): void;
}
