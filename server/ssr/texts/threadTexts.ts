import { createHash } from "node:crypto";
import { type DocumentNode, type ExecutionResult, parse } from "graphql";
import type { Context } from "../../core/context.ts";
import { sessionCookieName } from "../../core/cookies.ts";
import { DomainError, type ErrorName, ERRORS } from "../../core/errors.ts";
import { statusOf } from "../../core/httpStatus.ts";
import type { Subscription } from "../../core/events.ts";
import type { Invalidations } from "../../core/invalidations.ts";
import type { Locale } from "../../core/locale.ts";
import type { HttpAnswer, HttpRequest } from "../../http/route.ts";
import { acceptedEncodings, EncodedBody } from "../encodings.ts";
import { invalidateOn, outdate } from "../invalidation.ts";
import { type FinishedPage, PageCache } from "../pageCache.ts";
import { PageTags } from "../pageTags.ts";
import { preferencesOf } from "../preferences.ts";
import { THREAD_TEXT_QUERY, type ThreadText, threadMarkdown } from "./threadMarkdown.ts";

/** Services of the program that writing a thread uses. */
export interface TextTools {
  /** The context of the request. */
  context(): Promise<Context>;
  execute(ctx: Context, document: DocumentNode, variables: Record<string, unknown>): Promise<ExecutionResult>;
  /** Writes the text when there is a place for it. @throws {DomainError} OVERLOADED, RATE_LIMITED */
  admit<T>(ctx: Context, work: () => Promise<T>): Promise<T>;
}

/** Address of the Markdown of threads, as Fastify's pattern. */
export const THREAD_TEXT_PATH = "/thread/:id(^[1-9]\\d{0,14}).md";

const ADDRESS = /^\/thread\/([1-9]\d{0,14})\.md$/;
/** Memory for finished texts, in bytes. */
const CACHE_MAX_BYTES = 4_000_000;
const LIFETIME_MS = 300_000;
/** Replies of a page, as pages of threads have them. */
const POSTS_PER_PAGE = 20;
const SORTS: ReadonlyMap<string | null, string> = new Map([
  ["newest", "NEWEST"],
  ["liked", "MOST_LIKED"],
  ["author", "AUTHOR"],
]);
const OK = 200;
const FOUND = 302;
const NOT_MODIFIED = 304;
const DOCUMENT = parse(THREAD_TEXT_QUERY);
const MOVED = parse(`query MovedThread($id: ID!) { movedPost(threadId: $id, number: 0) { threadId } }`);

/** The page of a thread that an address names, by the parameters of the page of the thread. */
interface Place {
  readonly id: string;
  readonly page: number;
  /** An order other than that of the numbers; null for that. */
  readonly sort: string | null;
  readonly after: string | null;
}

function placeOf({ path, search }: Pick<HttpRequest, "path" | "search">): Place | null {
  const id = ADDRESS.exec(path)?.[1];
  if (id === undefined) return null;
  const parameters = new URLSearchParams(search);
  const numberOf = (name: string): number | null => {
    const text = parameters.get(name) ?? "";
    return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
  };
  const post = numberOf("post");
  const name = parameters.get("sort");
  const sort = SORTS.has(name) ? name : null;
  const page = numberOf("page") ?? (post === null ? 1 : Math.ceil(post / POSTS_PER_PAGE));
  return { id, page: sort === null ? page : 1, sort, after: sort === null ? null : parameters.get("after") };
}

/** Address of a page of a thread, or with `.md` of its text. */
function addressOf({ id, page, sort, after }: Place, suffix: "" | ".md"): string {
  const parameters = new URLSearchParams();
  if (page > 1) parameters.set("page", String(page));
  if (sort !== null) parameters.set("sort", sort);
  if (after !== null) parameters.set("after", after);
  return `/thread/${id}${suffix}${parameters.size > 0 ? `?${parameters.toString()}` : ""}`;
}

/** Threads as Markdown: for visitors kept in memory until something that they show has changed, for members written each time. */
export class ThreadTexts {
  /** Subscriptions that make finished texts outdated. */
  readonly subscriptions: readonly Subscription[];
  private readonly cache = new PageCache(CACHE_MAX_BYTES);

  constructor(
    private readonly publicUrl: string,
    private readonly isCached: boolean,
    invalidations: Invalidations,
  ) {
    // Other processes hear of changes from the pages, which subscribe to the same events.
    this.subscriptions = invalidateOn(this.cache.versions);
    invalidations.onForeign((tags) => outdate(this.cache.versions, tags));
  }

  /** Answers a request with the thread as its viewer reads it, or with what refuses them. */
  async answer(request: HttpRequest, tools: TextTools): Promise<HttpAnswer> {
    const { headers, cookies, search } = request;
    const place = placeOf(request)!;
    const { locale } = preferencesOf(headers, cookies, search);
    const isVisitor =
      headers.authorization === undefined && cookies[sessionCookieName(this.publicUrl)] === undefined;
    const render = (): Promise<FinishedPage> => this.write(place, locale, isVisitor, tools);
    const key = `${locale} ${addressOf(place, ".md")}`;
    const isShared = isVisitor && this.isCached;
    const text = isShared ? (await this.cache.page(key, render)).page : await render();
    if (text.location !== undefined)
      return {
        status: text.status,
        headers: { location: text.location, "cache-control": KEEP_NOTHING },
        body: "",
      };
    const accepted = acceptedEncodings(headers["accept-encoding"]);
    if (isShared && accepted.br) void this.cache.compressFurther(key);
    return this.send(text, place, request);
  }

  private async send(text: FinishedPage, place: Place, request: HttpRequest): Promise<HttpAnswer> {
    const { status, etag } = text;
    const { headers } = request;
    const common: Record<string, string> = {
      "cache-control": etag ? "private, no-cache" : KEEP_NOTHING,
      vary: "accept-encoding, accept-language, authorization, cookie",
      // Search engines list the page, of which this is another form.
      "x-robots-tag": "noindex",
      link: `<${this.publicUrl}${addressOf({ ...place, sort: null, after: null }, "")}>; rel="canonical"`,
    };
    if (etag) common["etag"] = etag;
    if (etag && headers["if-none-match"] === etag) return { status: NOT_MODIFIED, headers: common, body: "" };
    const sent = await text.body.as(acceptedEncodings(headers["accept-encoding"]));
    if (sent.encoding !== "identity") common["content-encoding"] = sent.encoding;
    const type = status === OK ? "text/markdown" : "text/plain";
    const body = request.method === "HEAD" ? "" : sent.body;
    return { status, headers: { ...common, "content-type": `${type}; charset=utf-8` }, body };
  }

  private async write(
    place: Place,
    locale: Locale,
    isVisitor: boolean,
    tools: TextTools,
  ): Promise<FinishedPage> {
    const tags = new PageTags(`/thread/${place.id}`);
    const ctx = { ...(await tools.context()), locale };
    return tools.admit(ctx, async () => {
      const { page, sort, after } = place;
      const variables = {
        id: place.id,
        first: POSTS_PER_PAGE,
        sort: SORTS.get(sort) ?? "OLDEST",
        fromNumber: sort === null ? (page - 1) * POSTS_PER_PAGE + 1 : null,
        after,
      };
      const { data, errors } = await tools.execute(ctx, DOCUMENT, variables);
      tags.add(data);
      const thread = (data as { readonly thread?: ThreadText | null } | null | undefined)?.thread;
      if (!thread || errors) return this.refuse(place, errors?.[0]?.extensions["code"], ctx, tools);
      const last = Math.max(1, Math.ceil(thread.lastNumber / POSTS_PER_PAGE));
      if (page > last) return leadTo(addressOf({ ...place, page: last }, ".md"));
      const { hasNextPage, endCursor } = thread.posts.pageInfo;
      const next = sort === null ? { ...place, page: page + 1 } : { ...place, after: endCursor };
      const markdown = threadMarkdown(thread, {
        publicUrl: this.publicUrl,
        locale,
        hasText: page === 1 && after === null,
        next: hasNextPage ? this.publicUrl + addressOf(next, ".md") : null,
      });
      return finished(OK, markdown, isVisitor ? tags.list() : null);
    });
  }

  /** Leads to the thread that has taken this one in; says why there is no text otherwise. */
  private async refuse(
    place: Place,
    errorCode: unknown,
    ctx: Context,
    tools: TextTools,
  ): Promise<FinishedPage> {
    const code =
      typeof errorCode === "string" && errorCode in ERRORS ? (errorCode as ErrorName) : "NOT_FOUND";
    if (code === "NOT_FOUND") {
      const { data } = await tools.execute(ctx, MOVED, { id: place.id });
      const moved = (data as { readonly movedPost?: { readonly threadId: string } | null } | null)?.movedPost;
      if (moved) return leadTo(`/thread/${moved.threadId}.md`);
    }
    const error = new DomainError(code);
    return finished(statusOf(error), `${code}: ${error.textIn(ctx.locale)}\n`, null);
  }
}

const KEEP_NOTHING = "private, no-store";

/** @param tags of what others may get as well; null for what only this reader gets */
async function finished(status: number, text: string, tags: readonly string[] | null): Promise<FinishedPage> {
  const hash = createHash("sha1").update(text).digest("base64url");
  return {
    status,
    body: await EncodedBody.of(text),
    policy: "",
    etag: tags === null ? "" : `W/"${hash}"`,
    tags: tags ?? [],
    lifetimeMs: LIFETIME_MS,
    cacheable: tags !== null,
    exceptions: new Set(),
  };
}

async function leadTo(location: string): Promise<FinishedPage> {
  return { ...(await finished(FOUND, "", null)), location };
}
