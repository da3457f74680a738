import type { GraphQLSchema } from "graphql";
import type { Services } from "./core/context.ts";
import { DomainError, isDatabaseAway } from "./core/errors.ts";
import { sendFile } from "./files/download.ts";
import { takeUpload } from "./files/upload.ts";
import type { GraphQLDoor } from "./graphql/door.ts";
import { schemaText } from "./graphql/schema.ts";
import { type Door, type HttpAnswer, type HttpRequest } from "./http.ts";
import { mailPages } from "./mailPages.ts";
import type { Metrics } from "./metrics.ts";
import { requestContext } from "./requests.ts";
import { answerRest, refuseRest } from "./rest/door.ts";
import { ERROR_PAGE_PATH, errorPage } from "./rest/errorPage.ts";
import { openApiOf } from "./rest/openapi.ts";
import type { RestDoor } from "./rest/router.ts";
import { explorerPage } from "./ssr/explorer.ts";
import { failurePage } from "./ssr/failurePage.ts";
import { SWAGGER_PATH, swaggerFile, swaggerPage } from "./ssr/swagger.ts";
import { manifestFor, openSearchFor } from "./ssr/manifest.ts";
import type { Pages } from "./ssr/pages.ts";
import { chooseLocale } from "./core/locale.ts";
import { Readable } from "node:stream";
import { countView } from "./features/threads/view.service.ts";
import { openStream } from "./stream/door.ts";
import type { StreamHub } from "./stream/hub.ts";
import { hasSitemap, robotsTxt, sitemapXml } from "./features/site/sitemap.service.ts";
import { statusOf } from "./core/httpStatus.ts";

/** What the doors lead to. */
export interface House {
  readonly services: Services;
  readonly schema: GraphQLSchema;
  readonly graphql: GraphQLDoor;
  readonly rest: RestDoor;
  readonly pages: Pages;
  readonly metrics: Metrics;
  readonly streams: StreamHub;
  readonly rootDir: string;
  /** Resolves if requests can be served. */
  ready(): Promise<void>;
}

const JSON_TYPE = "application/json; charset=utf-8";
const TEXT_TYPE = "text/plain; charset=utf-8";
/** Longest body of the legacy door: ten thousand stop words must fit. */
const REST_BODY_MAX_BYTES = 4_000_000;
const PRIVATE = { "cache-control": "private, no-store" } as const;

/** Every address of the program and what answers there. */
export function makeDoors(house: House): Door[] {
  const { services, schema, metrics } = house;
  const sdl = schemaText(schema);
  const rest = (request: HttpRequest): Promise<HttpAnswer> =>
    answerRest(house.rest, request, services.publicUrl, (asked) => requestContext(services, asked));
  const openApi = JSON.stringify(openApiOf(house.rest.routes, services.publicUrl));
  return [
    { method: "GET", path: "/healthz", name: "healthz", handle: () => Promise.resolve(text(200, "ok")) },
    { method: "GET", path: "/readyz", name: "readyz", handle: () => readyz(house) },
    {
      method: "GET",
      path: "/metrics",
      name: "metrics",
      handle: async (request) => metricsFor(request, await metrics.text(), metrics.contentType),
    },
    { method: "GET", path: "/schema.graphql", name: "schema", handle: () => Promise.resolve(text(200, sdl)) },
    {
      method: "GET",
      path: "/graphiql",
      name: "explorer",
      handle: () => Promise.resolve(explorerPage(house.rootDir)),
    },
    { method: "ANY", path: "/graphql", name: "graphql", handle: (request) => graphql(house, request) },
    {
      method: "GET",
      path: "/api/openapi.json",
      name: "openapi",
      handle: () => Promise.resolve(text(200, openApi, JSON_TYPE)),
    },
    { method: "GET", path: ERROR_PAGE_PATH, name: "errors", handle: () => Promise.resolve(errorPage()) },
    { method: "GET", path: SWAGGER_PATH, name: "swagger", handle: () => Promise.resolve(swaggerPage()) },
    {
      method: "GET",
      path: `${SWAGGER_PATH}/:file`,
      name: "swagger",
      handle: ({ path }) => Promise.resolve(swaggerFile(path)),
    },
    {
      method: "ANY",
      path: "/api/*",
      name: "api",
      maxBytes: REST_BODY_MAX_BYTES,
      handle: rest,
      refuse: refuseRest,
    },
    {
      method: "ANY",
      path: "/apiv3/*",
      name: "api",
      maxBytes: REST_BODY_MAX_BYTES,
      handle: rest,
      refuse: refuseRest,
    },
    {
      method: "GET",
      path: "/events",
      name: "events",
      handle: (request) => openStream(house.streams, request, () => requestContext(house.services, request)),
    },
    {
      method: "POST",
      path: "/uploads",
      name: "uploads",
      streams: true,
      handle: (request) => uploads(house, request),
    },
    { method: "READ", path: "/files/*", name: "files", handle: (request) => files(house, request) },
    {
      method: "GET",
      path: "/robots.txt",
      name: "robots",
      handle: async (request) => text(200, await robotsTxt(await nobody(house, request))),
    },
    { method: "GET", path: "/sitemap.xml", name: "sitemap", handle: (request) => sitemap(house, request) },
    {
      method: "GET",
      path: "/manifest.webmanifest",
      name: "manifest",
      handle: async (request) => manifestFor(await visitorContext(house, request)),
    },
    {
      method: "GET",
      path: "/opensearch.xml",
      name: "opensearch",
      handle: async (request) => openSearchFor(await visitorContext(house, request), services.publicUrl),
    },
    ...mailPages(services).map((door) => ({ ...door, refuse: failurePage })),
    {
      method: "ANY",
      path: "*",
      name: "page",
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

/** Metrics are for the machine itself: a proxy asks by its own address, people from outside find nothing. */
function metricsFor(request: HttpRequest, body: string, type: string): HttpAnswer {
  const local = request.address === "127.0.0.1" || request.address === "::1" || request.address === "local";
  return local && !request.headers["x-forwarded-for"] ? text(200, body, type) : text(404, "not found");
}

async function graphql(house: House, request: HttpRequest): Promise<HttpAnswer> {
  const refused = (error: DomainError): HttpAnswer => {
    const locale = chooseLocale(request.cookies["locale"], String(request.headers["accept-language"] ?? ""));
    const extensions = { code: error.code, legacyCode: error.legacyCode, requestId: request.requestId };
    const body = JSON.stringify({ errors: [{ message: error.textIn(locale), extensions }] });
    const { retryAfterSeconds } = error.details;
    const again: Record<string, string> =
      retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
    return { status: statusOf(error), headers: { "content-type": JSON_TYPE, ...PRIVATE, ...again }, body };
  };
  let ctx;
  try {
    ctx = await requestContext(house.services, request);
  } catch (error) {
    if (error instanceof DomainError) return refused(error);
    throw error;
  }
  const { method, headers, search, body } = request;
  const answer = await house.graphql.handle({ method, headers, search, body }, ctx);
  return { status: answer.status, headers: { ...answer.headers, ...PRIVATE }, body: answer.body };
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
  return house.pages.answer(request, {
    context: () => requestContext(house.services, request),
    execute: (ctx, document, variables) => house.graphql.executeInProcess(ctx, document, variables),
    countView: (threadId) => countView({ services: house.services }, threadId),
  });
}
