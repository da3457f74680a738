import { createHash } from "node:crypto";
import type { Context, Services } from "../core/context.ts";
import { sessionCookieName } from "../core/cookies.ts";
import { DomainError } from "../core/errors.ts";
import { quotaHeaders } from "../core/quotas.ts";
import { readerOf } from "../core/readBudget.ts";
import type { GraphQLEndpoint } from "../graphql/endpoint.ts";
import { preflight, readableBy } from "./cors.ts";
import { PRIVATE, refuseGraphql } from "./graphqlRefusal.ts";
import { answerOnce } from "./onceOnly.ts";
import { requestContext } from "./requests.ts";
import type { HttpAnswer, HttpRequest } from "./route.ts";

/** The parts of the program that GraphQL over HTTP needs. */
interface Parts {
  readonly services: Services;
  readonly graphql: GraphQLEndpoint;
}

/**
 * Headers of answers that are the same for all visitors. What moderators take away is gone from everywhere after these
 * seconds; `Vary` names all that an answer may depend on.
 */
const PUBLIC = {
  "cache-control": "public, max-age=15, stale-while-revalidate=15",
  vary: "Accept, Accept-Language, Authorization, Cookie, Origin",
} as const;

/** Answers a request to `/graphql`. */
export async function answerGraphql({ services, graphql }: Parts, request: HttpRequest): Promise<HttpAnswer> {
  const { method, headers, search, body } = request;
  const { publicUrl } = services;
  if (method === "OPTIONS") return { status: 204, headers: preflight(request, publicUrl), body: "" };
  const readable = readableBy(request, publicUrl);
  let ctx: Context | undefined;
  try {
    ctx = await requestContext(services, request);
    const asked = { method, headers: forgeable(services, request) ? headers : safe(headers), search, body };
    const answer = (await answerOnce(graphql, asked, ctx)) ?? (await graphql.handle(asked, ctx));
    const isPublic = answer.isPublic === true && isVisitors(services, request);
    const caching = isPublic ? { ...PUBLIC, etag: etagOf(answer.body) } : PRIVATE;
    const all = { ...answer.headers, ...caching, ...readable };
    const isSame = isPublic && "etag" in caching && isNamed(headers["if-none-match"], caching.etag);
    return isSame
      ? { status: 304, headers: all, body: "" }
      : { status: answer.status, headers: all, body: answer.body };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const left = ctx ? quotaHeaders(services.reads, readerOf(ctx), ctx.quotas) : {};
    return refuseGraphql(error, request, { ...left, ...readable });
  }
}

/** True if a request brings nothing by which the site knows somebody. */
function isVisitors({ publicUrl }: Services, { headers, cookies }: HttpRequest): boolean {
  return headers.authorization === undefined && cookies[sessionCookieName(publicUrl)] === undefined;
}

/**
 * True if another site could have made a browser send a GET in the name of its member. Who is known by nothing, or by
 * a token that browsers do not send by themselves, reads what anybody reads.
 */
function forgeable(services: Services, request: HttpRequest): boolean {
  if (request.method !== "GET") return true;
  return !isVisitors(services, request) && !/^Bearer /i.test(String(request.headers.authorization ?? ""));
}

/** Says what Apollo Server wants to hear of requests that nobody can forge. */
const safe = (headers: HttpRequest["headers"]): HttpRequest["headers"] => ({
  ...headers,
  "apollo-require-preflight": "1",
});

function etagOf(body: string): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
}

function isNamed(header: string | string[] | undefined, etag: string): boolean {
  const names = String(header ?? "").split(",");
  return names.some((name) => name.trim().replace(/^W\//, "") === etag);
}
