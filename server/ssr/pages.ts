import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { DocumentNode, ExecutionResult } from "graphql";
import type { Context } from "../core/context.ts";
import { DomainError } from "../core/errors.ts";
import type { Subscription } from "../core/events.ts";
import type { Invalidations } from "../core/invalidations.ts";
import { LoaderStore } from "../core/loaders.ts";
import type { HttpAnswer, HttpRequest } from "../http/route.ts";
import { sessionCookieName } from "../core/cookies.ts";
import { getSettings } from "../features/settings/setting.service.ts";
import { Assets } from "./assets.ts";
import { assemble, type DocumentFiles, filesOf, type Manifest, readManifest, withNonce } from "./document.ts";
import { forget, forgetOn, tagsOf } from "./invalidation.ts";
import { type CachedPage, PageCache } from "./pageCache.ts";
import { type Preferences, preferencesOf } from "./preferences.ts";
import type { Renderer } from "./renderer.ts";

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
}

/** Folder of the built client, and address of the site. */
export interface PagesOptions {
  readonly rootDir: string;
  readonly publicUrl: string;
  readonly cache: boolean;
  /** Tells other processes what is old here, and hears it from them; none where one process serves. */
  readonly invalidations?: Invalidations;
}

/** Source of rendering and files: the build, or Vite during development. */
export interface PageSource {
  renderer(): Promise<Renderer>;
  filesOf(modules: readonly string[]): DocumentFiles;
  asset(request: HttpRequest): HttpAnswer | undefined;
  /** Content-Security-Policy in addition to the page's own. */
  readonly contentSecurity: string;
}

const HTML_TYPE = "text/html; charset=utf-8";
/** Smaller pages fit one packet anyway. */
const COMPRESS_FROM_BYTES = 1_400;
/** A visitor's browser may keep a page but asks whether it is still the same. */
const ASK_AGAIN = "private, no-cache";
const KEEP_NOTHING = "private, no-store";
const LOCALE_COOKIE_S = 31_536_000;
const THREAD_PAGE = /^\/thread\/(\d{1,15})$/;
/** Retries of a query that the server failed to answer while it renders a page (spec §7). */
export const QUERY_RETRIES = 3;
const RETRY_AFTER_MS = 20;
/** Seconds until visitors may retry while the database is away. */
const OUTAGE_RETRY_S = 5;
const SERVER_ERRORS: ReadonlySet<string> = new Set(["INTERNAL_ERROR", "DATABASE_ERROR"]);
const compress = promisify(gzip);

/** Opens the built client; its files are read when first needed, so that tools without a build start too. */
export function openPages(options: PagesOptions): Pages {
  return servePages(builtSource(options.rootDir), options);
}

/** Serves pages from a source. */
export function servePages(source: PageSource, options: Omit<PagesOptions, "rootDir">): Pages {
  const cache = new PageCache();
  options.invalidations?.onForeign((tags) => forget(cache, tags));
  const sessionCookie = sessionCookieName(options.publicUrl);

  async function render(request: HttpRequest, tools: PageTools, preferences: Preferences) {
    const { renderPage } = await source.renderer();
    const ctx = { ...(await tools.context()), locale: preferences.locale };
    tools.mayRender(ctx);
    const page = await renderPage({
      ...preferences,
      url: request.path + request.search,
      publicUrl: options.publicUrl,
      now: ctx.now.getTime(),
      viewerId: ctx.viewer.isSignedIn ? String(ctx.viewer.accountId) : null,
      execute: (document, variables) => executeAgain(tools, ctx, document, variables),
    });
    const settings = await getSettings(ctx);
    // Hosts that nothing reports to stay closed.
    const reportHosts = page.statistics.trim() ? settings.site_stat_hosts : "";
    return { ...page, skin: settings.site_skin, reportHosts };
  }

  return {
    subscriptions: forgetOn(cache, options.invalidations),
    async answer(request, tools) {
      const file = source.asset(request);
      if (file) return file;
      const plain = plainPath(request.path);
      if (plain !== request.path) return movedTo(plain + request.search);
      const preferences = preferencesOf(request.headers, request.cookies, request.search);
      rememberLocale(request, preferences);

      const isVisitor = options.cache && request.cookies[sessionCookie] === undefined;
      const { platform, locale, colorScheme } = preferences;
      const key = `${platform} ${locale} ${colorScheme} ${request.path}${request.search}`;
      const known = isVisitor ? cache.get(key) : undefined;
      if (known) {
        const thread = THREAD_PAGE.exec(request.path);
        if (thread && known.status === 200) tools.countView(Number(thread[1]));
        return send(known, request, source);
      }

      const version = cache.version;
      const page = await tools.render(() => render(request, tools, preferences));
      if (page.location !== undefined) {
        return {
          status: page.status,
          headers: { location: page.location, "cache-control": KEEP_NOTHING },
          body: "",
        };
      }
      const parts = assemble(page, preferences, source.filesOf(page.modules));
      const { status, reportHosts } = page;
      const finished = { status, parts, reportHosts, tags: tagsOf(request.path) };
      if (isVisitor && page.cacheable) return send(cache.put(key, finished, version), request, source);
      return send({ ...finished, etag: "" }, request, source);
    },
  };
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

async function send(page: CachedPage, request: HttpRequest, source: PageSource): Promise<HttpAnswer> {
  const { etag, status } = page;
  const headers: Record<string, string> = {
    "cache-control": etag ? ASK_AGAIN : KEEP_NOTHING,
    vary: "accept-encoding, cookie, user-agent, accept-language",
  };
  if (etag) headers["etag"] = etag;
  // No policy here: the browser keeps the page with the nonce that it came with, and that one's policy.
  if (etag && request.headers["if-none-match"] === etag) return { status: 304, headers, body: "" };

  // 122 random bits, from a pool that is filled in advance.
  const nonce = randomUUID().replaceAll("-", "");
  const html = withNonce(page.parts, nonce);
  headers["content-type"] = HTML_TYPE;
  headers["content-security-policy"] = contentSecurityPolicy(nonce, source.contentSecurity, page.reportHosts);
  const accepted = String(request.headers["accept-encoding"] ?? "");
  const length = html.reduce((sum, piece) => sum + piece.length, 0);
  if (length < COMPRESS_FROM_BYTES || !/\bgzip\b/.test(accepted)) return { status, headers, body: html };
  headers["content-encoding"] = "gzip";
  return { status, headers, body: await compress(Buffer.concat(html), { level: 5 }) };
}

/** @param reportHosts origins that the statistics script may send pictures, fetches and beacons to, by blanks */
function contentSecurityPolicy(nonce: string, extra: string, reportHosts: string): string {
  const reports = reportHosts && ` ${reportHosts}`;
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'${extra ? " 'unsafe-inline'" : ""}`,
    `img-src 'self' data: blob:${reports}`,
    `connect-src 'self'${extra}${reports}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join("; ");
}

function builtSource(rootDir: string): PageSource {
  const clientDir = join(rootDir, "dist/client");
  const entry = pathToFileURL(join(rootDir, "dist/ssr/entry-server.js")).href;
  let renderer: Promise<Renderer> | undefined;
  let manifest: Manifest | undefined;
  let assets: Assets | undefined;
  const known = new Map<string, DocumentFiles>();
  return {
    contentSecurity: "",
    renderer: () => (renderer ??= import(/* @vite-ignore */ entry) as Promise<Renderer>),
    asset: ({ path, headers }) => (assets ??= new Assets(clientDir)).answer(path, headers),
    filesOf(modules) {
      const key = modules.join();
      let files = known.get(key);
      if (!files)
        known.set(key, (files = { files: filesOf((manifest ??= readManifest(clientDir)), modules) }));
      return files;
    },
  };
}
