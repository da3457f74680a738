import { randomUUID } from "node:crypto";
import type { OutgoingHttpHeaders } from "node:http";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Aside } from "../core/context.ts";
import { parseCookies } from "../core/cookies.ts";
import { DomainError } from "../core/errors.ts";
import { statusOf } from "../core/httpStatus.ts";
import type { Logger } from "../core/logger.ts";
import { inUtf8 } from "../features/old-addresses/oldUrl.ts";
import { type Admission, type Gate, overloaded } from "./admission.ts";
import { openFile, readFields } from "./arrivingFile.ts";
import { Arriving, type Patience, SlowReaders } from "./connections.ts";
import { Draining } from "./draining.ts";
import { hasSeveralHosts, hostCheck } from "./hostNames.ts";
import {
  badRequest,
  clientAddress,
  crossesSites,
  parseForm,
  parseJson,
  standsForItself,
} from "./incoming.ts";
import type { Metrics } from "./metrics.ts";
import { keepOpen } from "./openAnswer.ts";
import { errorBody, refuseUnread } from "./refusals.ts";
import type { Route } from "./route.ts";
import { CLOSED_POLICY, securityHeaders } from "./securityHeaders.ts";

/** Longest JSON body, in bytes; files have a limit of their own. */
export const BODY_MAX_BYTES = 400_000;
/** Time until a file must have arrived whole, in milliseconds; slow lines need longer than for other requests. */
const UPLOAD_TIMEOUT_MS = 300_000;
/** Clients that are refused while they still send read the answer within this time, in milliseconds. */
const LINGER_MS = 5_000;
/** Time until headers must have arrived, in milliseconds. */
const HEADERS_TIMEOUT_MS = 5_000;
/** Idle connections are kept this long, longer than proxies keep theirs; streams keep theirs, so there are many. */
const KEEP_ALIVE_MS = 65_000;
const CONNECTIONS_MAX = 12_000;
/** Texts up to this length are sent in one piece with the headers. */
const SHORT_TEXT_LENGTH = 4_096;

const METHODS = {
  GET: ["GET"],
  READ: ["GET", "HEAD"],
  POST: ["POST"],
  RESUMABLE: ["POST", "HEAD", "PATCH", "DELETE", "OPTIONS"],
  ANY: ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
} satisfies Record<Route["method"], string[]>;

/** The HTTP server: listens, and takes requests without a port by `inject`. */
export interface Http {
  readonly inject: FastifyInstance["inject"];
  listen(port: number, host: string): Promise<string>;
  /** Answers for a while longer, with the request to come no more, and stops to listen. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

/** Options of the server besides its routes. */
export interface HttpOptions {
  readonly publicUrl: string;
  readonly trustProxy: readonly string[];
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly admission: Admission;
  /** Time limits of clients, if not the usual ones. */
  readonly patience?: Patience;
}

/** The state that hooks and handlers of one server share. */
interface Server {
  readonly fastify: FastifyInstance;
  readonly options: HttpOptions;
  /** Headers of every answer. */
  readonly common: Readonly<Record<string, string>>;
  readonly arriving: Arriving;
  readonly draining: Draining;
  /** The route of a request; undefined for addresses that no route has. */
  routeOf(request: FastifyRequest): Route | undefined;
}

/** Opens the HTTP server with its routes; it does not listen yet. */
export async function openHttp(routes: readonly Route[], options: HttpOptions): Promise<Http> {
  const common = securityHeaders(options.publicUrl);
  const fastify = makeFastify(options, common);
  const byPath = new Map(routes.map((route) => [route.path, route]));
  const server: Server = {
    fastify,
    options,
    common,
    arriving: new Arriving(options.patience),
    draining: new Draining(fastify.server),
    routeOf: (request) => byPath.get(request.routeOptions.url ?? "*"),
  };
  addParsers(server);
  checkRequests(server);
  limitTime(server);
  completeAnswers(server);
  reportAnswers(server);
  answerErrors(server);
  for (const route of routes) mount(server, route);
  await fastify.ready();
  return {
    inject: fastify.inject.bind(fastify) as FastifyInstance["inject"],
    listen: (port, host) => fastify.listen({ port, host }),
    drain: () => server.draining.end(),
    close: () => fastify.close(),
  };
}

function makeFastify(options: HttpOptions, common: Server["common"]): FastifyInstance {
  const fastify = Fastify({
    genReqId: () => randomUUID(),
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: UPLOAD_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    trustProxy: options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    exposeHeadRoutes: false,
    forceCloseConnections: "idle",
    clientErrorHandler: (error, socket) => refuseUnread(error, socket, { ...common, ...CLOSED_POLICY }),
    frameworkErrors: (_error, request, reply: FastifyReply) => {
      reply.headers({ "x-request-id": request.id, ...common, ...CLOSED_POLICY });
      void reply.code(400).send(errorBody(new DomainError("INVALID_PARAMETER", badRequest(400)), request));
    },
    // Fastify refuses a path that is not UTF-8.
    rewriteUrl: ({ url = "/" }) => inUtf8(url),
    routerOptions: { ignoreDuplicateSlashes: true, maxParamLength: 500 },
    http: {
      connectionsCheckingInterval: 1_000,
      headersTimeout: HEADERS_TIMEOUT_MS,
      // The host of a request is checked below, where a refusal carries all headers.
      requireHostHeader: false,
    } as never,
  });
  fastify.server.maxConnections = CONNECTIONS_MAX;
  // Clients of the predecessor send bodies with GET as well.
  fastify.addHttpMethod("GET", { hasBody: true, overrideExisting: true } as { hasBody: boolean });
  return fastify;
}

function addParsers({ fastify, routeOf }: Server): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    /^application\/(?:[\w.+-]+\+)?json(?:;|$)/,
    { parseAs: "string" },
    (request, text, done) => (routeOf(request)?.isRaw ? done(null, text) : parseJson(text as string, done)),
  );
  fastify.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (request, text, done) => done(null, routeOf(request)?.isRaw ? text : parseForm(text as string)),
  );
  fastify.addContentTypeParser("*", (_request, _payload, done) => done(null, undefined));
}

/** Sends a refusal in the form of the request's route. */
function refuse(
  { routeOf }: Server,
  error: DomainError,
  code: number,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { headers, id: requestId } = request;
  const { retryAfterSeconds } = error.details;
  if (retryAfterSeconds !== undefined) reply.header("retry-after", String(retryAfterSeconds));
  const refused = { headers, cookies: parseCookies(headers.cookie), requestId };
  const answer = routeOf(request)?.refuse?.(error, refused);
  if (!answer) return void reply.code(code).send(errorBody(error, request));
  const isBusy = error.code === "OVERLOADED";
  void reply
    .code(isBusy ? code : answer.status)
    .headers(answer.headers)
    .send(answer.body);
}

/** Finds the gate that a request waits at; null if it is answered at once or its handler asks itself. */
function gateFor({ routeOf, options }: Server, request: FastifyRequest): Gate | null {
  const work = routeOf(request)?.work ?? "none";
  if (work === "own" || work === "none") return null;
  // A form with files arrives while its handler runs.
  return options.admission[work === "data" && isMultipart(request) ? "upload" : work];
}

/** Refuses requests that come too many, to another host, or from another site. */
function checkRequests(server: Server): void {
  const { fastify, options, common, routeOf } = server;
  const isOwnHost = hostCheck(options.publicUrl);
  fastify.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id).headers(common);
    // Before anything else is done for a request: its body is not read, the database is not asked.
    if (gateFor(server, request)?.isFull) {
      const error = overloaded();
      options.metrics.errored(error.code);
      return refuse(server, error, statusOf(error), request, reply);
    }
    const isForeign =
      (routeOf(request)?.work ?? "page") !== "none" &&
      !isOwnHost(request.headers.host ?? "") &&
      !isOwnHost(request.host);
    const isUnnamed = isForeign && request.headers.host === undefined;
    if (isForeign || hasSeveralHosts(request.raw.rawHeaders)) {
      const error = new DomainError("INVALID_PARAMETER", {
        text: { zh: "请求的地址不属于本站点", en: "The request names a host that is not this site." },
      });
      return void reply.code(isForeign && !isUnnamed ? MISDIRECTED : 400).send(errorBody(error, request));
    }
    if (crossesSites(request, options.publicUrl) && !standsForItself(request, request.url)) {
      const error = new DomainError("FORBIDDEN", {
        text: { zh: "请求来自其他站点", en: "The request comes from another site." },
      });
      return refuse(server, error, 403, request, reply);
    }
    done();
  });
}

/** Ends requests that arrive too slowly, and answers that are read too slowly. */
function limitTime({ fastify, options, arriving, routeOf }: Server): void {
  const readers = new SlowReaders(options.patience);
  fastify.server.on("connection", (socket) => readers.watch(socket));
  fastify.addHook("onRequest", (request, _reply, done) => {
    if (routeOf(request)?.streams || isMultipart(request)) arriving.expectUpload(request.raw);
    else arriving.expect(request.raw);
    done();
  });
  fastify.addHook("onClose", () => {
    arriving.stop();
    readers.stop();
  });
}

/** Adds to answers what they need besides their own headers: a policy for what is no page, the end of connections. */
function completeAnswers({ fastify, draining }: Server): void {
  fastify.addHook("onSend", (_request, reply, _payload, done) => {
    if (!reply.hasHeader("content-security-policy") && showsNothing(reply)) reply.headers(CLOSED_POLICY);
    if (draining.isEnding) reply.header("connection", "close");
    done();
  });
}

/** True for refusals, and for data that no browser is to show as a page. */
function showsNothing(reply: FastifyReply): boolean {
  return reply.statusCode >= 400 || /\bjson\b/.test(String(reply.getHeader("content-type") ?? ""));
}

/** Counts and logs every answer. */
function reportAnswers({ fastify, options: { log, metrics }, routeOf }: Server): void {
  fastify.addHook("onResponse", (request, reply, done) => {
    const route = routeOf(request)?.name ?? "page";
    metrics.answered(route, request.method, reply.statusCode, reply.elapsedTime / 1000);
    // Outages and overload answer 503 many times; they are logged once where they are noticed.
    const isFault = reply.statusCode >= 500 && reply.statusCode !== 503;
    if (isFault || log.isLevelEnabled("info")) {
      const fields = {
        requestId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      };
      if (isFault) log.error(fields, "answered");
      else log.info(fields, "answered");
    }
    done();
  });
}

/** Answers errors that handlers throw, the unexpected ones without details. */
function answerErrors(server: Server): void {
  const { log, metrics } = server.options;
  server.fastify.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status =
      error.statusCode && error.statusCode >= 400 && error.statusCode < 500 ? error.statusCode : 500;
    // A refusal is expected, whatever its status.
    if (status === 500 && !(error instanceof DomainError))
      log.error({ requestId: request.id, error: String(error.stack) }, "unexpected error");
    const shown =
      error instanceof DomainError
        ? error
        : new DomainError(
            status === 500 ? "INTERNAL_ERROR" : "INVALID_PARAMETER",
            status === 500 ? {} : badRequest(status),
          );
    metrics.errored(shown.code);
    refuse(server, shown, error instanceof DomainError ? statusOf(shown) : status, request, reply);
  });
}

function mount(server: Server, route: Route): void {
  const { fastify, arriving } = server;
  const handler = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const gate = gateFor(server, request);
    if (!gate) return answer(server, route, [request, reply], (work) => work());
    arriving.arrived(request.raw);
    return gate.admit(
      (aside) => answer(server, route, [request, reply], aside),
      () => !reply.raw.destroyed,
    );
  };
  if (route.path === "*") return void fastify.setNotFoundHandler(handler);
  const bodyLimit = route.maxBytes ?? BODY_MAX_BYTES;
  fastify.route({ method: METHODS[route.method], url: route.path, bodyLimit, handler });
}

async function answer(
  { arriving }: Server,
  route: Route,
  [request, reply]: readonly [FastifyRequest, FastifyReply],
  aside: Aside,
): Promise<FastifyReply> {
  arriving.arrived(request.raw);
  const cookies: string[] = [];
  const at = request.url.indexOf("?");
  const { status, headers, body } = await route.handle({
    method: request.method,
    path: at < 0 ? request.url : request.url.slice(0, at),
    search: at < 0 ? "" : request.url.slice(at),
    headers: request.headers,
    cookies: parseCookies(request.headers.cookie),
    address: clientAddress(request.ip),
    requestId: request.id,
    body: request.body,
    openFile: () => openFile(request.raw),
    openBody: () => request.raw,
    readFields: () => readFields(request.raw),
    aside,
    setCookie: (line) => cookies.push(line),
  });
  if (route.streams || request.body === undefined) letGo(request.raw);
  if (cookies.length > 0) reply.header("set-cookie", cookies);
  reply.code(status).headers(headers);
  if (typeof body === "object" && "keepOpen" in body) {
    reply.hijack();
    keepOpen(reply.raw, status, reply.getHeaders() as OutgoingHttpHeaders, body);
    return reply;
  }
  // A short text goes out together with the headers; a long one as bytes, since it would be walked through three times:
  // for its length, for its encoding, for the socket.
  return reply.send(typeof body === "string" && body.length > SHORT_TEXT_LENGTH ? Buffer.from(body) : body);
}

/** HTTP status for a request that means another site. */
const MISDIRECTED = 421;

function isMultipart({ headers }: FastifyRequest): boolean {
  return headers["content-type"]?.startsWith("multipart/") ?? false;
}

/** Ends a request whose body has not arrived in time. */
function expectWithin(ms: number, raw: FastifyRequest["raw"]): void {
  if (raw.headers["content-length"] === undefined && raw.headers["transfer-encoding"] === undefined) return;
  const timer = setTimeout(() => raw.destroy(), ms).unref();
  raw.once("end", () => clearTimeout(timer)).once("close", () => clearTimeout(timer));
}

/** Drops the unread part of a body after the answer, for as long as the client needs to notice the answer. */
function letGo(raw: FastifyRequest["raw"]): void {
  if (raw.readableEnded) return;
  raw.unpipe();
  raw.resume();
  expectWithin(LINGER_MS, raw);
}
