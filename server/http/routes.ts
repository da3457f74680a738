import { createHash, timingSafeEqual } from "node:crypto";
import type { GraphQLSchema } from "graphql";
import type { Context, Services } from "../core/context.ts";
import { isDatabaseAway } from "../core/errors.ts";
import type { Admission } from "./admission.ts";
import { sendFile } from "./download.ts";
import { resumableRoutes } from "./resumableUploads.ts";
import { takeUpload } from "./upload.ts";
import type { GraphQLEndpoint } from "../graphql/endpoint.ts";
import { schemaText } from "../graphql/schema.ts";
import type { HttpAnswer, HttpRequest, Route } from "./route.ts";
import { developerRoutes } from "./developers/developerPages.ts";
import { devPages } from "./devPages.ts";
import { identityRoutes } from "./identityRoutes.ts";
import { oauthRoutes } from "./oauthRoutes.ts";
import { wechatRoutes } from "./wechatRoutes.ts";
import { mcpRoutes } from "./mcpRoutes.ts";
import { mailPages } from "./mailPages.ts";
import { orMoved, pageRoute } from "./pageRoute.ts";
import { threadCardRoute } from "./threadCardRoute.ts";
import { threadTextRoute } from "./threadTextRoute.ts";
import { pluginBeacon } from "./pluginBeacon.ts";
import { importRoutes } from "./importRoutes.ts";
import { pluginRoutes } from "./pluginRoutes.ts";
import { paymentRoutes } from "./paymentRoutes.ts";
import type { Metrics } from "./metrics.ts";
import { programContext, requestContext } from "./requests.ts";
import { answerRest, refuseRest } from "../rest/endpoint.ts";
import { ERROR_PAGE_PATH, errorPage } from "../rest/errorPage.ts";
import { openApiOf } from "../rest/openapi.ts";
import type { RestRouter } from "../rest/router.ts";
import { explorerPage } from "../ssr/explorer.ts";
import { failurePage } from "../ssr/failurePage.ts";
import { SWAGGER_PATH, swaggerFile, swaggerPage } from "../ssr/swagger.ts";
import { manifestFor, openSearchFor } from "../ssr/manifest.ts";
import { FEED_PATHS, type Feeds } from "../ssr/feeds/feeds.ts";
import type { Pages } from "../ssr/pages.ts";
import type { ThreadTexts } from "../ssr/texts/threadTexts.ts";
import { Readable } from "node:stream";
import { answerGraphql } from "./answerGraphql.ts";
import { PRIVATE } from "./graphqlRefusal.ts";
import { openStream } from "./stream/openStream.ts";
import { openSubscription } from "./stream/openSubscription.ts";
import type { StreamHub } from "./stream/hub.ts";
import type { SubscriptionHub } from "./stream/subscriptions.ts";
import { sendExport } from "./accountExport.ts";
import { mayIntrospect } from "../features/site/introspection.service.ts";
import { getSettings } from "../features/settings/setting.service.ts";
import { hasSitemap, robotsTxt, sitemapXml } from "../features/site/sitemap.service.ts";
import { statusOf } from "../core/httpStatus.ts";

/** The parts of the program that routes lead to. */
export interface Parts {
  readonly services: Services;
  readonly schema: GraphQLSchema;
  readonly graphql: GraphQLEndpoint;
  readonly rest: RestRouter;
  readonly pages: Pages;
  readonly feeds: Feeds;
  readonly texts: ThreadTexts;
  readonly metrics: Metrics;
  readonly streams: StreamHub;
  readonly subscriptions: SubscriptionHub;
  readonly admission: Admission;
  /** Token that readers of the metrics must send; null if there are none. */
  readonly metricsToken: string | null;
  readonly rootDir: string;
  /** Resolves if requests can be served. */
  ready(): Promise<void>;
}

const JSON_TYPE = "application/json; charset=utf-8";
const TEXT_TYPE = "text/plain; charset=utf-8";
/** Longest body of the legacy API: ten thousand stop words must fit. */
const REST_BODY_MAX_BYTES = 4_000_000;
/** The archive of all that the forum holds of who asks. */
const EXPORT_PATH = "/account/export.zip";

/** Lists every address of the program with its handler. */
export function makeRoutes(parts: Parts): Route[] {
  return [
    ...operationRoutes(parts),
    ...graphqlRoutes(parts),
    ...legacyRoutes(parts),
    ...fileRoutes(parts),
    ...siteRoutes(parts),
    threadTextRoute(parts),
    threadCardRoute(parts),
    ...developerRoutes(parts.rootDir, parts.schema),
    ...devPages(parts.services),
    ...pluginRoutes(parts.services),
    ...importRoutes(parts.services),
    pluginBeacon(parts.services, parts.metrics),
    ...paymentRoutes(parts.services),
    ...identityRoutes(parts.services),
    ...wechatRoutes(parts.services),
    ...oauthRoutes(parts.services),
    ...mcpRoutes(parts),
    ...mailPages(parts.services).map((route) => ({ ...route, refuse: failurePage })),
    pageRoute(parts),
  ];
}

/** Lists the addresses for operators. */
function operationRoutes(parts: Parts): Route[] {
  return [
    {
      method: "GET",
      path: "/healthz",
      work: "none",
      name: "healthz",
      handle: () => Promise.resolve(text(200, "ok")),
    },
    { method: "GET", path: "/readyz", work: "none", name: "readyz", handle: () => readyz(parts) },
    {
      method: "GET",
      path: "/metrics",
      name: "metrics",
      work: "none",
      handle: (request) => metricsFor(request, parts),
    },
  ];
}

/** Lists the addresses of the GraphQL API, its events included. */
function graphqlRoutes(parts: Parts): Route[] {
  const texts = new WeakMap<GraphQLSchema, string>();
  const sdlOf = (schema: GraphQLSchema): string => {
    const sdl = texts.get(schema) ?? schemaText(schema);
    texts.set(schema, sdl);
    return sdl;
  };
  return [
    {
      method: "GET",
      path: "/schema.graphql",
      work: "data",
      name: "schema",
      handle: async () => text(200, sdlOf(await parts.graphql.schemaNow(programContext(parts.services)))),
    },
    {
      method: "GET",
      path: "/graphiql",
      name: "explorer",
      work: "data",
      handle: async (request) =>
        explorerPage(parts.rootDir, await mayIntrospect(await requestContext(parts.services, request))),
    },
    {
      method: "ANY",
      path: "/graphql",
      name: "graphql",
      work: "data",
      handle: (request) => answerGraphql(parts, request),
    },
    {
      method: "ANY",
      path: "/graphql/stream",
      name: "subscription",
      work: "stream",
      handle: (request) => openSubscription(parts, request),
    },
    {
      method: "GET",
      path: "/events",
      name: "events",
      work: "stream",
      handle: (request) => openStream(parts.streams, request, () => requestContext(parts.services, request)),
    },
  ];
}

/** Lists the addresses of the legacy API with its documentation. */
function legacyRoutes({ services, rest }: Parts): Route[] {
  const openApi = JSON.stringify(openApiOf(rest.routes, services.publicUrl));
  const calls = ["/api", "/api/*", "/apiv3/*"].map((path): Route => ({
    method: "ANY",
    path,
    name: "api",
    work: "data",
    maxBytes: REST_BODY_MAX_BYTES,
    handle: (request) =>
      answerRest(rest, request, services.publicUrl, (call) => requestContext(services, call)),
    refuse: refuseRest,
  }));
  return [
    {
      method: "GET",
      path: "/api/openapi.json",
      name: "openapi",
      work: "data",
      handle: () => Promise.resolve(text(200, openApi, JSON_TYPE)),
    },
    {
      method: "GET",
      path: ERROR_PAGE_PATH,
      name: "errors",
      work: "data",
      handle: () => Promise.resolve(errorPage()),
    },
    {
      method: "GET",
      path: SWAGGER_PATH,
      name: "swagger",
      work: "data",
      handle: () => Promise.resolve(swaggerPage()),
    },
    {
      method: "GET",
      path: `${SWAGGER_PATH}/:file`,
      name: "swagger",
      work: "data",
      handle: ({ path }) => Promise.resolve(swaggerFile(path)),
    },
    ...calls,
  ];
}

/** Lists the addresses of uploads and stored files. */
function fileRoutes(parts: Parts): Route[] {
  return [
    {
      method: "POST",
      path: "/uploads",
      name: "uploads",
      work: "upload",
      streams: true,
      handle: (request) => uploads(parts, request),
    },
    ...resumableRoutes(parts.services),
    {
      method: "READ",
      path: "/files/*",
      name: "files",
      work: "file",
      handle: (request) => files(parts, request),
    },
  ];
}

/** Lists the files that robots and browsers expect of a site. */
function siteRoutes(parts: Parts): Route[] {
  return [
    {
      method: "GET",
      path: "/robots.txt",
      name: "robots",
      work: "data",
      handle: async (request) => text(200, await robotsTxt(await robotContext(parts, request))),
    },
    {
      method: "GET",
      path: EXPORT_PATH,
      name: "exportAccount",
      work: "data",
      handle: (request) => sendExport(parts.services, request),
    },
    {
      method: "GET",
      // Programs that keep passwords lead to it (W3C, "A Well-Known URL for Changing Passwords").
      path: "/.well-known/change-password",
      name: "changePassword",
      work: "none",
      handle: () => Promise.resolve(redirected("/my/settings#password")),
    },
    // Browsers and phones ask for these without reading a page.
    {
      method: "GET",
      path: "/favicon.ico",
      name: "favicon",
      work: "data",
      handle: async (request) =>
        redirected((await getSettings(await visitorContext(parts, request))).favicon || "/favicon.svg"),
    },
    ...["/apple-touch-icon.png", "/apple-touch-icon-precomposed.png"].map((path): Route => ({
      method: "GET",
      path,
      name: "appleTouchIcon",
      work: "none",
      handle: () => Promise.resolve(redirected("/icons/apple-180.png")),
    })),
    {
      method: "GET",
      path: "/sitemap.xml",
      name: "sitemap",
      work: "data",
      handle: (request) => sitemap(parts, request),
    },
    ...FEED_PATHS.map((path): Route => ({
      method: "READ",
      path,
      name: "feed",
      work: "own",
      handle: (request) => feed(parts, request),
    })),
    {
      method: "GET",
      path: "/manifest.webmanifest",
      name: "manifest",
      work: "data",
      handle: async (request) => manifestFor(await visitorContext(parts, request)),
    },
    {
      method: "GET",
      path: "/opensearch.xml",
      name: "opensearch",
      work: "data",
      handle: async (request) =>
        openSearchFor(await visitorContext(parts, request), parts.services.publicUrl),
    },
  ];
}

function redirected(location: string): HttpAnswer {
  return { status: 302, headers: { location }, body: "" };
}

function text(status: number, body: string, type = TEXT_TYPE): HttpAnswer {
  return { status, headers: { "content-type": type, ...PRIVATE }, body };
}

async function readyz({ ready, services }: Parts): Promise<HttpAnswer> {
  try {
    await ready();
    return text(200, "ready");
  } catch (error) {
    if (!isDatabaseAway(error)) services.log.warn({ error: String(error) }, "not ready");
    return text(503, "not ready");
  }
}

/** Answers requests with the token; for all others there are no metrics. An address proves nothing. */
async function metricsFor({ headers }: HttpRequest, { metrics, metricsToken }: Parts): Promise<HttpAnswer> {
  const [actual, expected] = [`${headers["authorization"] ?? ""}`, `Bearer ${metricsToken ?? ""}`].map(
    (text) => createHash("sha256").update(text).digest(),
  );
  if (metricsToken === null || !timingSafeEqual(actual!, expected!)) return text(404, "not found");
  return text(200, await metrics.text(), metrics.contentType);
}

/** Makes the context of a visitor who reads in the request's language. */
function visitorContext(parts: Parts, { headers, cookies, ...request }: HttpRequest) {
  const { "accept-language": language } = headers;
  const { locale } = cookies;
  return requestContext(parts.services, {
    ...request,
    headers: { "accept-language": language },
    cookies: { locale },
    setCookie: () => undefined,
  });
}

/** Makes the context of a visitor, for files that robots read. */
function robotContext({ services }: Parts, request: HttpRequest) {
  return requestContext(services, { ...request, headers: {}, cookies: {} });
}

async function sitemap(parts: Parts, request: HttpRequest): Promise<HttpAnswer> {
  const ctx = await robotContext(parts, request);
  if (!(await hasSitemap(ctx))) return text(404, "not found");
  const body = Readable.from(sitemapXml(ctx));
  return { status: 200, headers: { "content-type": "application/xml; charset=utf-8" }, body };
}

async function feed(parts: Parts, request: HttpRequest): Promise<HttpAnswer> {
  const context = (): Promise<Context> => robotContext(parts, request);
  const answer = await parts.feeds.answer(request, {
    context,
    execute: (ctx, document, variables) => parts.graphql.executeInProcess(ctx, document, variables),
    admit: (work) => parts.admission.page.admit(work),
  });
  return orMoved(answer, request, context);
}

function uploads({ services }: Parts, request: HttpRequest): Promise<HttpAnswer> {
  return takeUpload(request, () => requestContext(services, request), statusOf);
}

function files({ services }: Parts, request: HttpRequest): Promise<HttpAnswer> {
  return sendFile(services, request, {
    visitor: () => requestContext(services, { ...request, headers: {}, cookies: {} }),
    viewer: () => requestContext(services, request),
  });
}
