import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { DocumentNode, ExecutionResult } from "graphql";
import type { Context } from "../core/context.ts";
import { DomainError } from "../core/errors.ts";
import type { Subscription } from "../core/events.ts";
import type { Invalidations } from "../core/invalidations.ts";
import { LoaderStore } from "../core/loaders.ts";
import type { HttpAnswer, HttpRequest } from "../http/route.ts";
import { sessionCookieName } from "../core/cookies.ts";
import { accentRules } from "../features/settings/accent/accent.ts";
import { isTencentCaptcha } from "../features/settings/catalogue/captchaSites.ts";
import { PluginTier } from "../features/plugins/plugin.entity.ts";
import { enabledPlugins } from "../features/plugins/plugin.loaders.ts";
import { renderSlots } from "../features/plugins/server-part/rendering.service.ts";
import { framesOf } from "../features/previews/previewSettings.service.ts";
import { getSettings } from "../features/settings/setting.service.ts";
import { assemble } from "./document.ts";
import {
  type AcceptedEncodings,
  acceptedEncodings,
  EncodedBody,
  encodeOnce,
  type SentBody,
} from "./encodings.ts";
import { invalidateOn, outdate } from "./invalidation.ts";
import { leavesOut } from "./memberLists.sql.ts";
import { BEHIND_MAX_MS, type CacheUse, type FinishedPage, PageCache } from "./pageCache.ts";
import { PageTags, threadOf } from "./pageTags.ts";
import { builtSource, type PageSource } from "./pageSource.ts";
import { contentSecurityPolicy } from "./policy.ts";
import { type Preferences, preferencesOf } from "./preferences.ts";
import { RecentMembers } from "./recentMembers.ts";
import { sharedKind } from "./sharedAddress.ts";
import { audienceOf, sharedContext, type SharedViewer } from "./sharedViewer.ts";
import { asksForWhole, namesWhole, wholeAddress, WITHOUT_SCRIPTS, withoutMark } from "./wholePages.ts";

/** Services of the program that rendering a page uses. */
export interface PageTools {
  /** The context of the request; made when first needed. */
  context(): Promise<Context>;
  execute(ctx: Context, document: DocumentNode, variables: Record<string, unknown>): Promise<ExecutionResult>;
  /** Counts a view that no query sees, since the page was finished already. */
  countView(threadId: number): void;
  /**
   * Renders when there is a place for it.
   * @throws {DomainError} OVERLOADED if too much waits already.
   */
  render<T>(work: () => Promise<T>): Promise<T>;
  /** Counts a page that is rendered. @throws {DomainError} RATE_LIMITED for who has read too much. */
  mayRender(ctx: Context): void;
}

/** Pages and the files that they load. */
export interface Pages {
  answer(request: HttpRequest, tools: PageTools): Promise<HttpAnswer>;
  /** Subscriptions that make finished pages outdated. */
  readonly subscriptions: readonly Subscription[];
  /** Use of the cache of finished pages. */
  readonly cacheUse: CacheUse;
}

/** Pages of a program that serves none, such as the command line. */
export const NO_PAGES: Pages = {
  answer: () => Promise.resolve({ status: 404, headers: {}, body: "" }),
  subscriptions: [],
  cacheUse: { hits: 0, misses: 0, bytes: 0 },
};

/** Folder of the built client, and address of the site. */
export interface PagesOptions {
  readonly rootDir: string;
  readonly publicUrl: string;
  readonly cache: boolean;
  /** Exchanges invalidations with other processes; none where one process serves. */
  readonly invalidations?: Invalidations;
}

const HTML_TYPE = "text/html; charset=utf-8";
/** A visitor's browser may keep a page but asks whether it is still the same. */
const ASK_AGAIN = "private, no-cache";
const KEEP_NOTHING = "private, no-store";
const LOCALE_COOKIE_S = 31_536_000;
/** Lists are made anew more often than threads: their times are young, and views show in each row. */
const LIST_LIFETIME_MS = 60_000;
const THREAD_LIFETIME_MS = 300_000;
/** Parameters that say where a visitor came from; no page reads them. */
const TRACKING = /^(?:utm_[a-z]+|[a-z]{0,3}clid|gbraid|wbraid|igshid|mc_[ce]id|spm|scm|bd_vid|qz_gdt)$/;
/** Retries of a query that the server failed to answer while it renders a page (spec §7). */
export const QUERY_RETRIES = 3;
const RETRY_AFTER_MS = 20;
/** Seconds until visitors may retry while the database is away. */
const OUTAGE_RETRY_S = 5;
const OK = 200;
const NOBODY: ReadonlySet<number> = new Set();
const SERVER_ERRORS: ReadonlySet<string> = new Set(["INTERNAL_ERROR", "DATABASE_ERROR"]);

/** Opens the built client; its files are read when first needed, so that tools without a build start too. */
export function openPages(options: PagesOptions): Pages {
  return servePages(builtSource(options.rootDir), options);
}

/** Serves pages from a source. */
export function servePages(source: PageSource, options: Omit<PagesOptions, "rootDir">): Pages {
  const cache = new PageCache();
  options.invalidations?.onForeign((tags) => outdate(cache.versions, tags));
  const sessionCookie = sessionCookieName(options.publicUrl);
  const renderer = new PageRenderer(source, options.publicUrl);
  const recent = new RecentMembers(BEHIND_MAX_MS);

  /** Finds the page that a member shares with those who have the same permissions; null if theirs is another one. */
  async function findShared(
    place: Place,
    tools: PageTools,
    preferences: Preferences,
  ): Promise<Cached | null> {
    const kind = sharedKind(place.path, place.search);
    if (kind === null) return null;
    const ctx = await tools.context();
    const audience = audienceOf(ctx.viewer);
    if (audience === null || recent.has(ctx.viewer.id)) return null;
    if (kind === "list" && (await leavesOut(ctx))) return null;
    const key = `${audience} ${keyOf(preferences)} ${place.url}`;
    const { page, isNew } = await cache.page(key, async () => {
      return finish(await renderer.render(place, tools, preferences, sharedContext(ctx)));
    });
    return page.cacheable && !page.exceptions.has(ctx.viewer.id) ? { key, page, isNew } : null;
  }

  /** Counts the view of a page that was finished before, and has it compressed further if it is asked for often. */
  function noteHit(
    { key, page, isNew }: Cached,
    path: string,
    accepted: AcceptedEncodings,
    tools: PageTools,
  ): void {
    if (isNew) return;
    const threadId = page.status === OK ? threadOf(path) : null;
    if (threadId !== null) tools.countView(threadId);
    if (accepted.br) void cache.compressFurther(key);
  }

  return {
    subscriptions: [...invalidateOn(cache.versions, options.invalidations), ...recent.subscriptions],
    get cacheUse() {
      return cache.use;
    },
    async answer(request, tools) {
      const file = source.asset(request);
      if (file) return file;
      const plain = plainPath(request.path);
      if (plain !== request.path) return movedTo(plain + request.search);
      const preferences = preferencesOf(request.headers, request.cookies, request.search);
      rememberLocale(request, preferences);

      const { path } = request;
      const search = withoutMark(withoutTracking(request.search));
      const place: Place = { path, search, url: path + search };
      const accepted = acceptedEncodings(request.headers["accept-encoding"]);
      const isVisitor = request.cookies[sessionCookie] === undefined;
      if (options.cache && isVisitor) {
        const key = `${keyOf(preferences)} ${place.url}`;
        const { page, isNew } = await cache.page(key, async () =>
          finish(await renderer.render(place, tools, preferences)),
        );
        noteHit({ key, page, isNew }, path, accepted, tools);
        return send(page, request, accepted);
      }

      const own = { ...tools, context: once(tools.context) };
      if (namesWhole(request.search)) request.setCookie(WITHOUT_SCRIPTS);
      const isShared = options.cache && !asksForWhole(request);
      const shared = isShared ? await findShared(place, own, preferences) : null;
      if (!shared) return sendOnce(await renderer.render(place, own, preferences), accepted);
      noteHit(shared, path, accepted, tools);
      return sendShared(shared.page, accepted);
    },
  };
}

/** An address as pages know it: without what does not change the page. */
interface Place {
  readonly path: string;
  readonly search: string;
  readonly url: string;
}

/** A page of the cache. */
interface Cached {
  readonly key: string;
  readonly page: FinishedPage;
  /** True if it was rendered for this request. */
  readonly isNew: boolean;
}

const keyOf = ({ platform, locale, colorScheme, textSize, density }: Preferences): string =>
  `${platform} ${locale} ${colorScheme} ${textSize} ${density}`;

/** Calls a function when its value is first needed, and never again. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined;
  return () => (value ??= make());
}

/** A page as it was rendered for one request. */
interface RenderedDocument {
  readonly status: number;
  readonly location?: string;
  readonly html: string;
  readonly policy: string;
  readonly tags: readonly string[];
  readonly lifetimeMs: number;
  /** The same for every visitor, or for all members with the same permissions. */
  readonly cacheable: boolean;
  readonly exceptions: ReadonlySet<number>;
}

/** Renders pages and puts their documents together. */
class PageRenderer {
  constructor(
    private readonly source: PageSource,
    private readonly publicUrl: string,
  ) {}

  /**
   * @param audience context of all who get the page, instead of that of the request
   * @throws {DomainError} OVERLOADED, RATE_LIMITED, DATABASE_ERROR
   */
  async render(
    { url, path }: Place,
    tools: PageTools,
    preferences: Preferences,
    audience?: Context & { readonly viewer: SharedViewer },
  ): Promise<RenderedDocument> {
    const { source, publicUrl } = this;
    const tags = new PageTags(path);
    const page = await tools.render(async () => {
      const { renderPage } = await source.renderer();
      const ctx = { ...(audience ?? (await tools.context())), locale: preferences.locale };
      tools.mayRender(ctx);
      const rendered = await renderPage({
        ...preferences,
        url,
        publicUrl,
        now: ctx.now.getTime(),
        viewerId: ctx.viewer.isSignedIn ? String(ctx.viewer.accountId) : null,
        isShared: audience !== undefined,
        execute: async (document, variables) => {
          const result = await executeAgain(tools, ctx, document, variables);
          if (audience || !ctx.viewer.isSignedIn) tags.add(result.data);
          return result;
        },
        renderSlots: (slots) => renderSlots(ctx, slots, { ...preferences, bundle: source.pluginBundle }),
      });
      const settings = await getSettings(ctx);
      // Hosts that nothing reports to stay closed.
      const reportHosts = rendered.statistics.trim() ? settings.site_stat_hosts : "";
      const withoutScripts = audience && wholeAddress(url);
      const inlineRules = accentRules(settings.site_accent) + rendered.inlineRules;
      const hasTencentCaptcha = isTencentCaptcha(settings);
      const policy = { reportHosts, hasTencentCaptcha, frames: framesOf(settings) };
      const hasTrustedPlugins = (await enabledPlugins(ctx)).some(({ tier }) => tier === PluginTier.TRUSTED);
      const skin = settings.site_skin;
      return { ...rendered, inlineRules, skin, policy, withoutScripts, hasTrustedPlugins };
    });
    const { status, cacheable, location } = page;
    const lifetimeMs = threadOf(path) === null ? LIST_LIFETIME_MS : THREAD_LIFETIME_MS;
    const exceptions = audience?.viewer.exceptions ?? NOBODY;
    const common = { status, cacheable, exceptions, tags: tags.list(), lifetimeMs };
    if (location !== undefined) return { ...common, location, html: "", policy: "" };
    const document = assemble(page, preferences, source.filesOf(page.modules));
    const policy = contentSecurityPolicy(document, { ...page.policy, development: source.contentSecurity });
    return { ...common, html: document.html, policy };
  }
}

/** Makes of a rendered page what visitors share. */
async function finish({ html, ...page }: RenderedDocument): Promise<FinishedPage> {
  // A page that is the same comes without its policy, so another policy makes it another page.
  const hash = createHash("sha1").update(page.policy).update(html).digest("base64url");
  // Weak, since its encodings differ in their bytes.
  return { ...page, etag: page.cacheable ? `W/"${hash}"` : "", body: await EncodedBody.of(html) };
}

/**
 * Answers a query of a page, again if the server itself is at fault: up to three times more (spec §7), each with fresh
 * loaders, since loaders remember failures.
 */
async function executeAgain(
  tools: PageTools,
  ctx: Context,
  document: DocumentNode,
  variables: Record<string, unknown>,
): Promise<ExecutionResult> {
  for (let retries = 0; ; retries++) {
    const mine = retries === 0 ? ctx : { ...ctx, loaders: new LoaderStore() };
    const result = await tools.execute(mine, document, variables);
    const isOurs = result.errors?.some(({ extensions }) => SERVER_ERRORS.has(String(extensions["code"])));
    if (!isOurs || retries === QUERY_RETRIES) {
      // Half a page would look as if the rest did not exist.
      if (result.errors?.some(({ extensions }) => extensions["code"] === "DATABASE_ERROR"))
        throw new DomainError("DATABASE_ERROR", { retryAfterSeconds: OUTAGE_RETRY_S });
      return result;
    }
    await sleep(RETRY_AFTER_MS * (retries + 1));
  }
}

/**
 * The path as every part of the program reads it: it begins with one slash, and no other follows at once. `//host/x` is
 * an address on another host to whoever resolves it.
 */
function plainPath(path: string): string {
  return path.startsWith("/") && !/[/\\]{2}|\\/.test(path) ? path : `/${path}`.replace(/[/\\]+/g, "/");
}

function movedTo(location: string): HttpAnswer {
  return { status: 308, headers: { location, "cache-control": KEEP_NOTHING }, body: "" };
}

/** `?lang=en` is a choice that the next page remembers, with scripts and without. */
function rememberLocale(request: HttpRequest, { locale }: Preferences): void {
  if (!request.search.includes("lang=") || request.cookies["locale"] === locale) return;
  request.setCookie(`locale=${locale}; Path=/; Max-Age=${LOCALE_COOKIE_S}; SameSite=Lax`);
}

/** Drops the parameters that only tell where a visitor came from, so that they make no pages of their own. */
function withoutTracking(search: string): string {
  if (search === "" || !search.slice(1).split("&").some(isTracking)) return search;
  const kept = search
    .slice(1)
    .split("&")
    .filter((pair) => !isTracking(pair));
  return kept.length > 0 ? `?${kept.join("&")}` : "";
}

const isTracking = (pair: string): boolean => TRACKING.test(pair.split("=", 1)[0]!);

const VARY = "accept-encoding, cookie, user-agent, accept-language";

async function send(
  page: FinishedPage,
  request: HttpRequest,
  accepted: AcceptedEncodings,
): Promise<HttpAnswer> {
  if (page.location !== undefined) return leadTo(page.status, page.location);
  const { etag, status, policy } = page;
  const headers: Record<string, string> = { "cache-control": etag ? ASK_AGAIN : KEEP_NOTHING, vary: VARY };
  if (etag) headers["etag"] = etag;
  // The browser keeps the page with the policy that it came with.
  if (etag && request.headers["if-none-match"] === etag) return { status: 304, headers, body: "" };
  const sent = await page.body.as(accepted);
  return { status, headers: { ...headers, ...headersOf(sent, policy) }, body: sent.body };
}

/** Sends a member what others with the same permissions get too; no cache on the way may keep it. */
async function sendShared(page: FinishedPage, accepted: AcceptedEncodings): Promise<HttpAnswer> {
  const sent = await page.body.as(accepted);
  const headers = { "cache-control": KEEP_NOTHING, vary: VARY, ...headersOf(sent, page.policy) };
  return { status: page.status, headers, body: sent.body };
}

/** Sends a page that nobody else gets. */
async function sendOnce(page: RenderedDocument, accepted: AcceptedEncodings): Promise<HttpAnswer> {
  if (page.location !== undefined) return leadTo(page.status, page.location);
  const sent = await encodeOnce(page.html, accepted);
  const headers = { "cache-control": KEEP_NOTHING, vary: VARY, ...headersOf(sent, page.policy) };
  return { status: page.status, headers, body: sent.body };
}

function leadTo(status: number, location: string): HttpAnswer {
  return { status, headers: { location, "cache-control": KEEP_NOTHING }, body: "" };
}

function headersOf({ encoding }: SentBody, policy: string): Record<string, string> {
  const headers: Record<string, string> = { "content-type": HTML_TYPE, "content-security-policy": policy };
  if (encoding !== "identity") headers["content-encoding"] = encoding;
  return headers;
}
