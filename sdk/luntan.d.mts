import type { Change, Post, Thread } from "./schema.d.mts";

export interface LuntanOptions {
  /** Address of the site, such as https://forum.example.org. */
  readonly url: string;
  /** Token of a member or an application (`luntan_pat_…`, `luntan_app_…`, `luntan_oat_…`); without one the client reads as a visitor. */
  readonly token?: string | undefined;
  /** Language of messages: `en` unless given, or `zh-CN`. */
  readonly language?: string;
  /** How often a request is sent again; 5 unless given. */
  readonly retries?: number;
  /** Wait before the first repetition where the server asks for none, in milliseconds; 500 unless given. */
  readonly firstWaitMs?: number;
  /** In place of the global `fetch`. */
  readonly fetch?: (address: string, request: RequestInit) => Promise<Response>;
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * 1 to 255 visible ASCII characters; a random one unless given, so that repetitions run once. Name one of your own to
   * be safe across a restart, and null for mutations that take none, such as `login`.
   */
  readonly idempotencyKey?: string | null;
}

export interface PageOptions {
  /** The list where it is not the only one, such as `thread.posts`. */
  readonly path?: string;
  /** Rows of a page, 1 to 100; 100 unless given. */
  readonly first?: number;
  readonly after?: string | null;
  readonly signal?: AbortSignal | undefined;
}

export interface ChangeOptions {
  /** A cursor that was kept. */
  readonly after?: string | null | undefined;
  /** Where to begin without a cursor, as an ISO date; the first change unless given. */
  readonly since?: string;
  readonly categoryId?: string;
  readonly first?: number;
  /** Further fields of a change, such as `thread { title } post { body }`. */
  readonly fields?: string;
  /** Goes on waiting for changes at the end; false unless given. */
  readonly follow?: boolean;
  /**
   * Milliseconds between questions at the end. Unless given, changes come as they happen by a subscription, and by a
   * question every 5,000 where that is not to be had.
   */
  readonly pollMs?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface EverythingOptions extends Omit<ChangeOptions, "after" | "since" | "fields"> {
  /** A cursor that was kept; everything from the beginning unless given. */
  readonly from?: string | null | undefined;
  /** Further fields of a thread, such as `title body`. */
  readonly thread?: string;
  /** Further fields of a reply or comment, such as `body`. */
  readonly post?: string;
}

/** A file that was uploaded. */
export interface Upload {
  readonly id: string;
  readonly url: string;
  readonly thumbUrl: string | null;
  readonly fileName: string;
  readonly fileSize: number;
  readonly isImage: boolean;
  readonly width: number | null;
  readonly height: number | null;
}

/** A refusal of the forum, or an answer that is none. */
export class LuntanError extends Error {
  /** One of those that `/api/errors` lists; `NO_ANSWER` where the forum said nothing. */
  readonly code: string;
  /** HTTP status; undefined where no answer came. */
  readonly status: number | undefined;
  /** Names the request in the log of the server. */
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly errors: readonly { readonly message: string; readonly extensions?: Record<string, unknown> }[];
  /** What was answered beside the errors. */
  readonly data: unknown;
}

/** The feed of changes; `cursor` is the place to go on from, behind all changes that were handled. */
export interface ChangeFeed<C> extends AsyncIterable<C> {
  readonly cursor: string | null;
}

/** Fields that every change of the feed has. */
export type ChangeRow = Pick<Change, "id" | "kind" | "at" | "threadId" | "postId">;

/**
 * A thread, or a reply or comment (`postId`), as it is now; both null where it cannot be seen any more, with all replies if
 * it is a thread.
 */
export type EverythingItem<T = object, P = object> = Omit<ChangeRow, "id"> & {
  readonly thread: (Pick<Thread, "id" | "createdAt" | "postCount"> & T) | null;
  readonly post: (Pick<Post, "id" | "threadId" | "createdAt"> & P) | null;
};

/** Everything that there is, then what happened since; `cursor` is the place to go on from, at any time. */
export interface Everything<T = object, P = object> extends AsyncIterable<EverythingItem<T, P>> {
  readonly cursor: string | null;
}

/** Client of one forum, with the rights of one token. */
export class Luntan {
  constructor(options: LuntanOptions);
  /** Runs a document and gives its data. @throws {LuntanError} for any error in the answer */
  request<T = Record<string, unknown>>(
    document: string,
    variables?: Readonly<Record<string, unknown>>,
    options?: RequestOptions,
  ): Promise<T>;
  /** Gives the rows of a list, page by page. @throws {LuntanError} */
  pages<T>(
    document: string,
    variables?: Readonly<Record<string, unknown>>,
    options?: PageOptions,
  ): AsyncGenerator<T, void, void>;
  /** Gives the feed of changes. */
  changes<C extends object = object>(options?: ChangeOptions): ChangeFeed<ChangeRow & C>;
  /**
   * Gives all threads, replies and comments, then what happened to them since, without gaps. What changes meanwhile may
   * come twice. @throws {LuntanError}
   */
  everything<T extends object = object, P extends object = object>(
    options?: EverythingOptions,
  ): Everything<T, P>;
  /** Subscribes, and gives the data of each event. @throws {LuntanError} when it ends other than by the server's will */
  subscribe<T = Record<string, unknown>>(
    document: string,
    variables?: Readonly<Record<string, unknown>>,
    options?: { readonly signal?: AbortSignal | undefined },
  ): AsyncGenerator<T, void, void>;
  /** Uploads a file. @throws {LuntanError} */
  upload(
    file: Blob,
    options?: {
      readonly kind?: "image" | "file" | "avatar" | "background" | "answerImage" | "answerFile";
      readonly name?: string;
      readonly signal?: AbortSignal | undefined;
    },
  ): Promise<Upload>;
}
