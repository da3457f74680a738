import { createHash } from "node:crypto";
import type { DocumentNode, ExecutionResult } from "graphql";
import { LRUCache } from "lru-cache";
import type { Context } from "../../core/context.ts";
import type { Subscription } from "../../core/events.ts";
import type { Invalidations } from "../../core/invalidations.ts";
import type { HttpAnswer, HttpRequest } from "../../http/route.ts";
import { acceptedEncodings, EncodedBody } from "../encodings.ts";
import { invalidateOn, outdate } from "../invalidation.ts";
import { type FinishedPage, PageCache } from "../pageCache.ts";
import { PageTags } from "../pageTags.ts";
import { FEED_TYPES, type FeedFormat, writeFeed } from "./feedXml.ts";
import { FEED_QUERIES, type FeedAnswer, type FeedKind, feedOf } from "./feedQueries.ts";

/** Services of the program that making a feed uses. */
export interface FeedTools {
  /** The context of a visitor in the language of the site. */
  context(): Promise<Context>;
  execute(ctx: Context, document: DocumentNode, variables: Record<string, unknown>): Promise<ExecutionResult>;
  /** Makes the feed when there is a place for it. @throws {DomainError} OVERLOADED */
  admit<T>(work: () => Promise<T>): Promise<T>;
}

/** Feeds remember since when they are what they are. */
interface Edition {
  readonly etag: string;
  readonly modifiedAt: string;
}

/** Memory for finished feeds, in bytes. */
const CACHE_MAX_BYTES = 4_000_000;
const EDITIONS_MAX = 2_000;
const LIFETIME_MS = 300_000;
const OK = 200;
const NOT_FOUND = 404;
const NOT_MODIFIED = 304;
const ADDRESS = /^(?:\/(category|topic|user|thread)\/([1-9]\d{0,14}))?\/(rss|atom)\.xml$/;

interface Place {
  readonly kind: FeedKind;
  readonly id: string;
  readonly format: FeedFormat;
  /** Path of the page that the feed belongs to. */
  readonly page: string;
}

/** Addresses of feeds, as Fastify's patterns. */
export const FEED_PATHS: readonly string[] = [
  "",
  "/category/:id",
  "/topic/:id",
  "/user/:id",
  "/thread/:id",
].flatMap((page) => [`${page}/rss.xml`, `${page}/atom.xml`]);

function placeOf(path: string): Place | null {
  const match = ADDRESS.exec(path);
  if (!match) return null;
  const [, kind = "site", id = "", format] = match;
  const page = kind === "site" ? "/" : `/${kind}/${id}`;
  return { kind: kind as FeedKind, id, format: format as FeedFormat, page };
}

/** Feeds of what visitors may see, kept in memory until something that they show has changed (docs/decisions/0240). */
export class Feeds {
  /** Subscriptions that make finished feeds outdated. */
  readonly subscriptions: readonly Subscription[];
  private readonly cache = new PageCache(CACHE_MAX_BYTES);
  private readonly editions = new LRUCache<string, Edition>({ max: EDITIONS_MAX });

  constructor(
    private readonly publicUrl: string,
    private readonly isCached: boolean,
    invalidations: Invalidations,
  ) {
    // Other processes hear of changes from the pages, which subscribe to the same events.
    this.subscriptions = invalidateOn(this.cache.versions);
    invalidations.onForeign((tags) => outdate(this.cache.versions, tags));
  }

  /** Answers a request for a feed: 304 if the reader has this edition, 404 where a visitor sees no page. */
  async answer(request: HttpRequest, tools: FeedTools): Promise<HttpAnswer> {
    const place = placeOf(request.path);
    const key = request.path;
    const render = (): Promise<FinishedPage> => this.make(place!, key, tools);
    const feed = place && (this.isCached ? (await this.cache.page(key, render)).page : await render());
    if (feed?.status !== OK) {
      return {
        status: NOT_FOUND,
        headers: { "content-type": "text/plain; charset=utf-8" },
        body: "not found",
      };
    }
    const { etag, body } = feed;
    const modifiedAt = this.editions.get(key)?.modifiedAt ?? new Date().toUTCString();
    const headers: Record<string, string> = {
      "cache-control": "public, no-cache",
      vary: "accept-encoding",
      etag,
      "last-modified": modifiedAt,
    };
    if (isKnown(request, etag, modifiedAt)) return { status: NOT_MODIFIED, headers, body: "" };
    const accepted = acceptedEncodings(request.headers["accept-encoding"]);
    if (accepted.br) void this.cache.compressFurther(key);
    const sent = await body.as(accepted);
    if (sent.encoding !== "identity") headers["content-encoding"] = sent.encoding;
    return {
      status: OK,
      headers: { ...headers, "content-type": FEED_TYPES[place!.format] },
      body: sent.body,
    };
  }

  private async make(
    { kind, id, format, page }: Place,
    key: string,
    tools: FeedTools,
  ): Promise<FinishedPage> {
    const tags = new PageTags(page);
    const { xml, now } = await tools.admit(async () => {
      const ctx = await tools.context();
      const { data, errors } = await tools.execute(ctx, FEED_QUERIES[kind], kind === "site" ? {} : { id });
      tags.add(data);
      const answer = data as unknown as FeedAnswer | null | undefined;
      const isMissing = !answer || errors !== undefined || (kind !== "site" && !answer.subject);
      if (isMissing) return { xml: null, now: ctx.now };
      const { publicUrl } = this;
      const place = { publicUrl, pageUrl: publicUrl + page, url: publicUrl + key, locale: ctx.locale };
      return { xml: writeFeed(feedOf(answer, place), format), now: ctx.now };
    });
    const etag = `W/"${createHash("sha1")
      .update(xml ?? "")
      .digest("base64url")}"`;
    if (this.editions.get(key)?.etag !== etag)
      this.editions.set(key, { etag, modifiedAt: now.toUTCString() });
    return {
      status: xml === null ? NOT_FOUND : OK,
      body: await EncodedBody.of(xml ?? ""),
      policy: "",
      etag,
      tags: tags.list(),
      lifetimeMs: LIFETIME_MS,
      // What is missing has no tags by which it would be noticed when it comes.
      cacheable: xml !== null,
      exceptions: new Set(),
    };
  }
}

/** True if the reader has this edition already; the ETag is the better proof where both are sent (RFC 9110, 13.2.2). */
function isKnown({ headers }: HttpRequest, etag: string, modifiedAt: string): boolean {
  const tag = headers["if-none-match"];
  if (tag !== undefined) return String(tag).includes(etag);
  const since = Date.parse(String(headers["if-modified-since"] ?? ""));
  return !Number.isNaN(since) && Date.parse(modifiedAt) <= since;
}
