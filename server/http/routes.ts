import { createHash, timingSafeEqual } from "node:crypto";
import type { GraphQLSchema } from "graphql";
import type { Services } from "../core/context.ts";
import { DomainError, isDatabaseAway } from "../core/errors.ts";
import type { Admission } from "./admission.ts";
import { sendFile } from "./download.ts";
import { takeUpload } from "./upload.ts";
import type { GraphQLDoor } from "../graphql/endpoint.ts";
import { schemaText } from "../graphql/schema.ts";
import { type Door, type HttpAnswer, type HttpRequest } from "./server.ts";
import { mailPages } from "./mailPages.ts";
import type { Metrics } from "./metrics.ts";
import { requestContext } from "./requests.ts";
import { answerRest, refuseRest } from "../rest/endpoint.ts";
import { ERROR_PAGE_PATH, errorPage } from "../rest/errorPage.ts";
import { openApiOf } from "../rest/openapi.ts";
import type { RestDoor } from "../rest/router.ts";
import { explorerPage } from "../ssr/explorer.ts";
import { failurePage } from "../ssr/failurePage.ts";
import { SWAGGER_PATH, swaggerFile, swaggerPage } from "../ssr/swagger.ts";
import { manifestFor, openSearchFor } from "../ssr/manifest.ts";
import type { Pages } from "../ssr/pages.ts";
import { chooseLocale } from "../core/locale.ts";
import { Readable } from "node:stream";
import { countView } from "../features/threads/view.service.ts";
import { openStream } from "./stream/openStream.ts";
import type { StreamHub } from "./stream/hub.ts";
import { hasSitemap, robotsTxt, sitemapXml } from "../features/site/sitemap.service.ts";
import { statusOf } from "../core/httpStatus.ts";
import { readerOf } from "../core/readBudget.ts";

/** The parts of the program that routes lead to. */
export interface House {
  readonly services: Services;
  readonly schema: GraphQLSchema;
  readonly graphql: GraphQLDoor;
  readonly rest: RestDoor;
  readonly pages: Pages;
  readonly metrics: Metrics;
  readonly streams: StreamHub;
  readonly admission: Admission;
  /** Token that readers of the metrics must send; null if there are none. */
  readonly metricsToken: string | null;
  readonly rootDir: string;
  /** Resolves if requests can be served. */
  ready(): Promise<void>;
}

const JSON_TYPE = "application/json; charset=utf-8";
const TEXT_TYPE = "text/plain; charset=utf-8";
/** Longest body of the legacy door: ten thousand stop words must fit. */
const REST_BODY_MAX_BYTES = 4_000_000;
/** Points that rendering a page costs its reader, besides its queries; cached pages cost nothing. */
const PAGE_COST = 500;
const PRIVATE = { "cache-control": "private, no-store" } as const;

/** Every address of the program and what answers there. */
export function makeDoors(house: House): Door[] {
  const { services, schema } = house;
  const sdl = schemaText(schema);
  const rest = (request: HttpRequest): Promise<HttpAnswer> =>
    answerRest(house.rest, request, services.publicUrl, (asked) => requestContext(services, asked));
  const openApi = JSON.stringify(openApiOf(house.rest.routes, services.publicUrl));
  return [
    {
      method: "GET",
      path: "/healthz",
      work: "none",
      name: "healthz",
      handle: () => Promise.resolve(text(200, "ok")),
    },
    { method: "GET", path: "/readyz", work: "none", name: "readyz", handle: () => readyz(house) },
    {
      method: "GET",
      path: "/metrics",
      name: "metrics",
      work: "none",
      handle: (request) => metricsFor(request, house),
    },
    {
      method: "GET",
      path: "/schema.graphql",
      work: "data",
      name: "schema",
      handle: () => Promise.resolve(text(200, sdl)),
    },
    {
      method: "GET",
      path: "/graphiql",
      name: "explorer",
      work: "data",
      handle: () => Promise.resolve(explorerPage(house.rootDir)),
    },
    {
      method: "ANY",
      path: "/graphql",
      name: "graphql",
      work: "data",
      handle: (request) => graphql(house, request),
    },
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
    {
      method: "ANY",
      path: "/api/*",
      name: "api",
      work: "data",
      maxBytes: REST_BODY_MAX_BYTES,
      handle: rest,
      refuse: refuseRest,
    },
    {
      method: "ANY",
      path: "/apiv3/*",
      name: "api",
      work: "data",
      maxBytes: REST_BODY_MAX_BYTES,
      handle: rest,
      refuse: refuseRest,
    },
    {
      method: "GET",
      path: "/events",
      name: "events",
      work: "stream",
      handle: (request) => openStream(house.streams, request, () => requestContext(house.services, request)),
    },
    {
      method: "POST",
      path: "/uploads",
      name: "uploads",
      work: "upload",
      streams: true,
      handle: (request) => uploads(house, request),
    },
    {
      method: "READ",
      path: "/files/*",
      name: "files",
      work: "file",
      handle: (request) => files(house, request),
    },
    {
      method: "GET",
      path: "/robots.txt",
      name: "robots",
      work: "data",
      handle: async (request) => text(200, await robotsTxt(await nobody(house, request))),
    },
    {
      method: "GET",
      path: "/sitemap.xml",
      name: "sitemap",
      work: "data",
      handle: (request) => sitemap(house, request),
    },
    {
      method: "GET",
      path: "/manifest.webmanifest",
      name: "manifest",
      work: "data",
      handle: async (request) => manifestFor(await visitorContext(house, request)),
    },
    {
      method: "GET",
      path: "/opensearch.xml",
      name: "opensearch",
      work: "data",
      handle: async (request) => openSearchFor(await visitorContext(house, request), services.publicUrl),
    },
    ...mailPages(services).map((door) => ({ ...door, refuse: failurePage })),
    {
      method: "ANY",
      path: "*",
      name: "page",
      work: "own",
      handle: (request) => page(house, request),
      refuse: failurePage,
    },
  ];
}

function text(status: number, body: string, type = TEXT_TYPE): HttpAnswer {
  return { status, headers: { "content-type": type, ...PRIVATE }, body };
}

async function readyz({ ready, services }: House): Promise<HttpAnswer> {
  try {
    await ready();
    return text(200, "ready");
  } catch (error) {
    if (!isDatabaseAway(error)) services.log.warn({ error: String(error) }, "not ready");
    return text(503, "not ready");
  }
}

/** Metrics are for who has the token; for everybody else there are none. A place on the network proves nothing. */
async function metricsFor({ headers }: HttpRequest, { metrics, metricsToken }: House): Promise<HttpAnswer> {
  const [given, wanted] = [`${headers["authorization"] ?? ""}`, `Bearer ${metricsToken ?? ""}`].map((text) =>
    createHash("sha256").update(text).digest(),
  );
  if (metricsToken === null || !timingSafeEqual(given!, wanted!)) return text(404, "not found");
  return text(200, await metrics.text(), metrics.contentType);
}

async function graphql(house: House, request: HttpRequest): Promise<HttpAnswer> {
  const { method, headers, search, body } = request;
  try {
    const ctx = await requestContext(house.services, request);
    const answer = await house.graphql.handle({ method, headers, search, body }, ctx);
    return { status: answer.status, headers: { ...answer.headers, ...PRIVATE }, body: answer.body };
  } catch (error) {
    if (error instanceof DomainError) return refuseGraphql(error, request);
    throw error;
  }
}

/** Says what was refused before a document was executed, in the shape of GraphQL. */
function refuseGraphql(
  error: DomainError,
  { cookies, headers, requestId }: Pick<HttpRequest, "headers" | "cookies" | "requestId">,
): HttpAnswer {
  const locale = chooseLocale(cookies["locale"], String(headers["accept-language"] ?? ""));
  const { code, legacyCode } = error;
  const wait = error.details.retryAfterSeconds;
  const extensions = { code, legacyCode, requestId, ...(wait ? { retryAfterSeconds: wait } : {}) };
  const type = /\bapplication\/graphql-response\+json\b/.test(String(headers["accept"] ?? ""))
    ? "application/graphql-response+json; charset=utf-8"
    : JSON_TYPE;
  return {
    status: statusOf(error),
    headers: { "content-type": type, ...PRIVATE, ...(wait ? { "retry-after": String(wait) } : {}) },
    body: JSON.stringify({ errors: [{ message: error.textIn(locale), extensions }] }),
  };
}

/** Somebody in the request's language, and nobody in particular. */
function visitorContext(house: House, { headers, cookies, ...request }: HttpRequest) {
  const { "accept-language": language } = headers;
  const { locale } = cookies;
  return requestContext(house.services, {
    ...request,
    headers: { "accept-language": language },
    cookies: { locale },
    setCookie: () => undefined,
  });
}

/** Nobody in particular, for what robots read. */
function nobody({ services }: House, request: HttpRequest) {
  return requestContext(services, { ...request, headers: {}, cookies: {} });
}

async function sitemap(house: House, request: HttpRequest): Promise<HttpAnswer> {
  const ctx = await nobody(house, request);
  if (!(await hasSitemap(ctx))) return text(404, "not found");
  const body = Readable.from(sitemapXml(ctx));
  return { status: 200, headers: { "content-type": "application/xml; charset=utf-8" }, body };
}

function uploads({ services }: House, request: HttpRequest): Promise<HttpAnswer> {
  return takeUpload(request, () => requestContext(services, request), statusOf);
}

function files({ services }: House, request: HttpRequest): Promise<HttpAnswer> {
  return sendFile(services, request, {
    visitor: () => requestContext(services, { ...request, headers: {}, cookies: {} }),
    viewer: () => requestContext(services, request),
  });
}

async function page(house: House, request: HttpRequest): Promise<HttpAnswer> {
  if (request.method !== "GET" && request.method !== "HEAD") return text(404, "not found");
  const { services } = house;
  try {
    return await house.pages.answer(request, {
      context: () => requestContext(services, request),
      execute: (ctx, document, variables) => house.graphql.executeInProcess(ctx, document, variables),
      countView: (threadId) => countView({ services }, threadId),
      render: (work) => house.admission.page.admit(work),
      mayRender: (ctx) => services.reads.take(readerOf(ctx), PAGE_COST),
    });
  } catch (error) {
    const refusal = error instanceof DomainError ? failurePage(error, request) : null;
    if (!refusal) throw error;
    house.metrics.errored((error as DomainError).code);
    return refusal;
  }
}
