import type { Context } from "../core/context.ts";
import { type Device, deviceNamed } from "../core/device.ts";
import { DomainError } from "../core/errors.ts";
import { chooseLocale } from "../core/locale.ts";
import { quotaHeaders } from "../core/quotas.ts";
import { readerOf } from "../core/readBudget.ts";
import { API_TOKEN_PREFIX } from "../features/auth/sessions/session.service.ts";
import { takesKey } from "../features/idempotency/creating.ts";
import { replayed, runOnce } from "../features/idempotency/once.service.ts";
import { getSettings } from "../features/settings/setting.service.ts";
import { preflight, readableBy } from "../http/cors.ts";
import type { HttpAnswer, HttpRequest } from "../http/route.ts";
import { failure, waitOf, type Envelope } from "./envelope.ts";
import { rowName } from "./parseInput.ts";
import type { RestRouter, RestForm, RestRequest } from "./router.ts";

const HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "private, no-store",
} as const;

/** Points that a call costs its reader; further points follow the length of the answer, as fields cost. */
const CALL_COST = 50;
const LENGTH_PER_POINT = 20;

/** Makes the context of a request. */
type ContextOf = (request: HttpRequest & { readonly device?: Device | undefined }) => Promise<Context>;

/** Answers a call of the legacy API: HTTP 200 with an envelope, refusals too (legacy-facts 1.1). */
export async function answerRest(
  door: RestRouter,
  request: HttpRequest,
  publicUrl: string,
  contextOf: ContextOf,
): Promise<HttpAnswer> {
  if (request.method === "OPTIONS")
    return { status: 200, headers: { ...HEADERS, ...preflight(request, publicUrl) }, body: "" };
  const began = performance.now();
  const { method, path, search, body } = request;
  let envelope: Envelope;
  let ctx: Context | undefined;
  let wait: number | undefined;
  try {
    const device = deviceNamed(new URLSearchParams(search).get("dzqPf"));
    ctx = await contextFor(request, publicUrl, (asked) => contextOf({ ...asked, device }));
    ctx.services.reads.take(readerOf(ctx), CALL_COST);
    const readForm = (fileMaxBytes: number): Promise<RestForm | null> => readFormOf(request, fileMaxBytes);
    const readFields = (): Promise<string | null> => request.readFields();
    const call = { method, path, search, body, readForm, readFields };
    const key = headerOf(request, "idempotency-key");
    if (key !== undefined && body !== undefined && takesKey(rowName(method, path)))
      return await answerCallOnce(door, call, ctx, { key, readable: readableBy(request, publicUrl) });
    envelope = await door.handle(call, ctx);
    wait = waitOf(envelope);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    wait = error.details.retryAfterSeconds;
    envelope = refused(error, request);
  }
  const answer = JSON.stringify(envelope);
  const headers = {
    ...HEADERS,
    "dzq-costtime": `${(performance.now() - began).toFixed(1)}ms`,
    ...(wait === undefined ? {} : { "retry-after": String(wait) }),
    ...(ctx ? balanceAfter(ctx, answer.length) : {}),
    ...readableBy(request, publicUrl),
  };
  return { status: 200, headers, body: answer };
}

/** Answers a call that came with an idempotency key. */
async function answerCallOnce(
  door: RestRouter,
  call: RestRequest,
  ctx: Context,
  { key, readable }: { key: string; readable: Readonly<Record<string, string>> },
): Promise<HttpAnswer> {
  const { method, path, search, body } = call;
  const { body: answer, isReplayed } = await runOnce(ctx, {
    key,
    request: JSON.stringify([method, path, search, body]),
    async run(ctx) {
      const envelope = await door.handle(call, ctx);
      const text = JSON.stringify(envelope);
      return { contentType: HEADERS["content-type"], body: text, isFinal: envelope.Code === 0 };
    },
  });
  const headers = { ...HEADERS, ...readable, ...balanceAfter(ctx, answer.length), ...replayed(isReplayed) };
  return { status: 200, headers, body: answer };
}

function headerOf({ headers }: HttpRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(",") : value;
}

/** Takes the cost of an answer from its reader's budget, and gives the headers with the rest. */
function balanceAfter(ctx: Context, length: number): Record<string, string> {
  const { reads } = ctx.services;
  const reader = readerOf(ctx);
  reads.charge(reader, Math.round(length / LENGTH_PER_POINT));
  return quotaHeaders(reads, reader, ctx.quotas);
}

/** Writes a refusal that came before the endpoint, such as one of a body that is no JSON. */
export function refuseRest(
  error: DomainError,
  request: Pick<HttpRequest, "headers" | "cookies" | "requestId">,
): HttpAnswer {
  return { status: 200, headers: HEADERS, body: JSON.stringify(refused(error, request)) };
}

function refused(
  error: DomainError,
  { cookies, headers, requestId }: Pick<HttpRequest, "headers" | "cookies" | "requestId">,
): Envelope {
  const locale = chooseLocale(cookies["locale"], String(headers["accept-language"] ?? ""));
  return failure(error, locale, requestId, new Date());
}

/**
 * Makes the context of a call by the order of the predecessor (legacy-facts 1.3): the header, the old cookie, the
 * query.
 * @throws {DomainError} INVALID_TOKEN for a header that is no sign-in, and for any token that no session has.
 */
async function contextFor(request: HttpRequest, publicUrl: string, contextOf: ContextOf): Promise<Context> {
  const { headers, cookies, search } = request;
  const as = (token: string): HttpRequest => ({
    ...request,
    headers: { ...headers, authorization: `Bearer ${token}` },
  });
  if (headers["authorization"]) return known(await contextOf(request));
  const cookie = cookies["access_token"];
  if (cookie?.startsWith(API_TOKEN_PREFIX))
    return isOwn(request, publicUrl) ? known(await contextOf(as(cookie))) : contextOf(request);
  const ctx = await contextOf(request);
  const named = new URLSearchParams(search).get("token");
  if (ctx.proof !== "none" || !named) return ctx;
  // Addresses end up in logs and histories, so a site must have allowed it.
  return (await getSettings(ctx)).api_query_token === "1" ? known(await contextOf(as(named))) : ctx;
}

function known(ctx: Context): Context {
  if (ctx.proof === "none") throw new DomainError("INVALID_TOKEN");
  return ctx;
}

/** True if the old cookie counts: the request comes from the site itself. */
function isOwn({ headers }: HttpRequest, publicUrl: string): boolean {
  const site = headers["sec-fetch-site"];
  return site === undefined
    ? [undefined, publicUrl].includes(headers["origin"] as string)
    : site === "same-origin";
}

/** A multipart body with its file, which is read whole: the legacy API takes small pictures only. */
async function readFormOf(request: HttpRequest, fileMaxBytes: number): Promise<RestForm | null> {
  const opened = await request.openFile();
  if (!opened) return null;
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of opened.bytes as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size <= fileMaxBytes) pieces.push(piece);
  }
  const bytes = size > fileMaxBytes ? null : Buffer.concat(pieces);
  return { fields: await opened.fields(), file: { name: opened.name, bytes } };
}
