import { randomUUID } from "node:crypto";
import { STATUS_CODES, type OutgoingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { DomainError } from "../core/errors.ts";
import { chooseLocale, DEFAULT_LOCALE } from "../core/locale.ts";
import type { Logger } from "../core/logger.ts";
import { type Admission, type Gate, overloaded, type Work } from "./admission.ts";
import { type ArrivingFile, openFile, readFields } from "./arrivingFile.ts";
import { Arriving, PATIENCE, type Patience, SlowReaders } from "./connections.ts";
import { hasSeveralHosts, hostCheck } from "./hostNames.ts";
import { badRequest, clientAddress, crossesSites, parseForm, parseJson } from "./incoming.ts";
import type { Metrics } from "./metrics.ts";
import { parseCookies } from "../core/cookies.ts";
import { keepOpen, sendPieces, type OpenAnswer } from "./pieces.ts";
import type { Incoming } from "./requests.ts";
import { statusOf } from "../core/httpStatus.ts";
import { securityHeaders } from "./securityHeaders.ts";

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
  ANY: ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
} satisfies Record<Door["method"], string[]>;

/** A request as doors see it; only this file knows Fastify. */
export interface HttpRequest extends Incoming {
  readonly method: string;
  /** Undecoded path. */
  readonly path: string;
  /** Query string with its question mark, or empty. */
  readonly search: string;
  readonly body: unknown;
  /**
   * Begins to read a multipart body and gives its first file.
   * @returns null if there is none
   */
  openFile(): Promise<ArrivingFile | null>;
  /** Reads a multipart body without files, names with their values; null if there is none. */
  readFields(): Promise<string | null>;
}

/** An answer of a door. A stream is sent as it comes, a list of pieces is sent without joining them. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | readonly Buffer[] | NodeJS.ReadableStream | OpenAnswer;
}

/** One address and what answers there. */
export interface Door {
  /** READ is GET and HEAD; whoever answers it leaves the body of HEAD empty. */
  readonly method: "GET" | "READ" | "POST" | "ANY";
  /** Fastify's pattern, `/files/*`; "*" is whatever nobody else answers. */
  readonly path: string;
  /** Name in metrics and logs. */
  readonly name: string;
  /** Takes the body as a stream instead of parsed. */
  readonly streams?: boolean;
  /**
   * Kind of work that its requests count as. "own": the handler asks for admission itself, for part of its requests;
   * "none": it is always answered.
   */
  readonly work: Work | "own" | "none";
  /** Longest body, if not BODY_MAX_BYTES. */
  readonly maxBytes?: number;
  /** Writes a refusal that came before the handler, if not in the common form; null keeps the common form. */
  refuse?(
    error: DomainError,
    request: Pick<HttpRequest, "headers" | "cookies" | "requestId">,
  ): HttpAnswer | null;
  handle(request: HttpRequest): Promise<HttpAnswer>;
}

/** The HTTP server: listens, and can be asked directly without a port. */
export interface Http {
  readonly inject: FastifyInstance["inject"];
  listen(port: number, host: string): Promise<string>;
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

/** Opens the HTTP server with its doors; it does not listen yet. */
export async function openHttp(doors: readonly Door[], options: HttpOptions): Promise<Http> {
  const { log, metrics, admission, patience = PATIENCE } = options;
  const common = securityHeaders(options.publicUrl);
  const fastify = Fastify({
    genReqId: () => randomUUID(),
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: UPLOAD_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    trustProxy: options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    exposeHeadRoutes: false,
    forceCloseConnections: "idle",
    clientErrorHandler: (error, socket) => refuseUnread(error, socket, common),
    frameworkErrors: (_error, request, reply: FastifyReply) => {
      reply.headers({ "x-request-id": request.id, ...common });
      void reply.code(400).send(errorBody(new DomainError("INVALID_PARAMETER", badRequest(400)), request));
    },
    routerOptions: { ignoreDuplicateSlashes: true, maxParamLength: 500 },
    http: {
      connectionsCheckingInterval: 1_000,
      headersTimeout: HEADERS_TIMEOUT_MS,
      // Whom a request means is asked below, where a refusal carries all headers.
      requireHostHeader: false,
    } as never,
  });
  fastify.server.maxConnections = CONNECTIONS_MAX;
  // Clients of the predecessor send bodies with GET as well.
  fastify.addHttpMethod("GET", { hasBody: true, overrideExisting: true } as { hasBody: boolean });
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    /^application\/(?:[\w.+-]+\+)?json(?:;|$)/,
    { parseAs: "string" },
    (_request, text, done) => parseJson(text as string, done),
  );
  fastify.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, text, done) => done(null, parseForm(text as string)),
  );
  fastify.addContentTypeParser("*", (_request, _payload, done) => done(null, undefined));
  const refusing = new Map(doors.filter((door) => door.refuse).map((door) => [door.path, door]));
  const refuse = (error: DomainError, code: number, request: FastifyRequest, reply: FastifyReply): void => {
    const { headers, id: requestId } = request;
    const { retryAfterSeconds } = error.details;
    if (retryAfterSeconds !== undefined) reply.header("retry-after", String(retryAfterSeconds));
    const door = refusing.get(request.routeOptions.url ?? "*");
    const told = door?.refuse?.(error, { headers, cookies: parseCookies(headers.cookie), requestId });
    if (!told) return void reply.code(code).send(errorBody(error, request));
    const isBusy = error.code === "OVERLOADED";
    void reply
      .code(isBusy ? code : told.status)
      .headers(told.headers)
      .send(told.body);
  };
  const refuseBusy = (request: FastifyRequest, reply: FastifyReply): void => {
    const error = overloaded();
    metrics.errored(error.code);
    refuse(error, statusOf(error), request, reply);
  };
  const isOwnHost = hostCheck(options.publicUrl);
  const works = new Map(doors.map(({ path, work }) => [path, work]));
  const gateFor = (request: FastifyRequest): Gate | null => {
    const work = works.get(request.routeOptions.url ?? "*") ?? "none";
    if (work === "own" || work === "none") return null;
    // A form with files arrives while it is at work.
    return admission[work === "data" && isMultipart(request) ? "upload" : work];
  };
  fastify.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id).headers(common);
    // Before anything else is done for a request: its body is not read, the database is not asked.
    if (gateFor(request)?.isFull) return refuseBusy(request, reply);
    const isForeign =
      works.get(request.routeOptions.url ?? "*") !== "none" &&
      !isOwnHost(request.headers.host ?? "") &&
      !isOwnHost(request.host);
    const isUnnamed = isForeign && request.headers.host === undefined;
    if (isForeign || hasSeveralHosts(request.raw.rawHeaders)) {
      const error = new DomainError("INVALID_PARAMETER", {
        text: { zh: "请求的地址不属于本站点", en: "The request names a host that is not this site." },
      });
      return void reply.code(isForeign && !isUnnamed ? MISDIRECTED : 400).send(errorBody(error, request));
    }
    if (crossesSites(request, options.publicUrl)) {
      const error = new DomainError("FORBIDDEN", {
        text: { zh: "请求来自其他站点", en: "The request comes from another site." },
      });
      refuse(error, 403, request, reply);
      return;
    }
    done();
  });
  const streaming = new Set(doors.filter((door) => door.streams).map((door) => door.path));
  const arriving = new Arriving(patience);
  const readers = new SlowReaders(patience);
  fastify.server.on("connection", (socket) => readers.watch(socket));
  fastify.addHook("onRequest", (request, _reply, done) => {
    if (streaming.has(request.routeOptions.url ?? "") || isMultipart(request))
      arriving.expectUpload(request.raw);
    else arriving.expect(request.raw);
    done();
  });
  fastify.addHook("onClose", () => {
    arriving.stop();
    readers.stop();
  });
  const names = new Map(doors.map(({ path, name }) => [path, name]));
  fastify.addHook("onResponse", (request, reply, done) => {
    const route = names.get(request.routeOptions.url ?? "") ?? "page";
    metrics.answered(route, request.method, reply.statusCode, reply.elapsedTime / 1000);
    // What asks to come back says so many times: an outage, or too much to do. Whoever notices it says so once.
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
  fastify.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
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
    refuse(shown, error instanceof DomainError ? statusOf(shown) : status, request, reply);
  });

  const admit = (door: Door, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const gate = gateFor(request);
    if (!gate) return answer(door, request, reply, arriving);
    arriving.arrived(request.raw);
    return gate.admit(
      () => answer(door, request, reply, arriving),
      () => !reply.raw.destroyed,
    );
  };
  for (const door of doors) {
    if (door.path === "*") fastify.setNotFoundHandler((request, reply) => admit(door, request, reply));
    else {
      const method = METHODS[door.method];
      const bodyLimit = door.maxBytes ?? BODY_MAX_BYTES;
      fastify.route({
        method,
        url: door.path,
        bodyLimit,
        handler: (request, reply) => admit(door, request, reply),
      });
    }
  }
  await fastify.ready();
  return {
    inject: fastify.inject.bind(fastify) as FastifyInstance["inject"],
    listen: (port, host) => fastify.listen({ port, host }),
    close: () => fastify.close(),
  };
}

async function answer(
  door: Door,
  request: FastifyRequest,
  reply: FastifyReply,
  arriving: Arriving,
): Promise<FastifyReply> {
  arriving.arrived(request.raw);
  const cookies: string[] = [];
  const at = request.url.indexOf("?");
  const { status, headers, body } = await door.handle({
    method: request.method,
    path: at < 0 ? request.url : request.url.slice(0, at),
    search: at < 0 ? "" : request.url.slice(at),
    headers: request.headers,
    cookies: parseCookies(request.headers.cookie),
    address: clientAddress(request.ip),
    requestId: request.id,
    body: request.body,
    openFile: () => openFile(request.raw),
    readFields: () => readFields(request.raw),
    setCookie: (line) => cookies.push(line),
  });
  if (door.streams || request.body === undefined) letGo(request.raw);
  if (cookies.length > 0) reply.header("set-cookie", cookies);
  reply.code(status).headers(headers);
  if (Array.isArray(body)) {
    reply.hijack();
    sendPieces(reply.raw, status, reply.getHeaders() as OutgoingHttpHeaders, body as readonly Buffer[]);
    return reply;
  }
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

/** Answers what is no HTTP, too long or too slow, before there is a request that a door could refuse. */
function refuseUnread(
  error: Error & { code?: string },
  socket: Socket,
  common: Readonly<Record<string, string>>,
): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const status =
    error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : error.code === "HPE_HEADER_OVERFLOW" ? 431 : 400;
  const problem = new DomainError("INVALID_PARAMETER", badRequest(status));
  const message = problem.textIn(DEFAULT_LOCALE);
  const extensions = { code: problem.code, legacyCode: problem.legacyCode };
  const body = JSON.stringify({ error: { ...extensions, message }, errors: [{ message, extensions }] });
  const headers = {
    ...common,
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
  socket.destroySoon();
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

function errorBody(error: DomainError, request: FastifyRequest): object {
  const locale = chooseLocale(
    parseCookies(request.headers.cookie)["locale"],
    request.headers["accept-language"],
  );
  const message = error.textIn(locale);
  const extensions = { code: error.code, legacyCode: error.legacyCode, requestId: request.id };
  // One shape for programs that look for `error`, and the GraphQL shape for those that look for `errors`.
  return { error: { ...extensions, message }, errors: [{ message, extensions }] };
}
