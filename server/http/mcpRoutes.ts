import type { Context, Services } from "../core/context.ts";
import { DomainError } from "../core/errors.ts";
import { statusOf } from "../core/httpStatus.ts";
import { chooseLocale } from "../core/locale.ts";
import { quotaHeaders } from "../core/quotas.ts";
import { readerOf } from "../core/readBudget.ts";
import { refuseUnlessInGoodStanding } from "../core/viewer.ts";
import { getSettings } from "../features/settings/setting.service.ts";
import { WRITE_SCOPE } from "../features/tokens/oauthProvider.service.ts";
import { UNKNOWN } from "../features/tokens/use.service.ts";
import type { GraphQLEndpoint } from "../graphql/endpoint.ts";
import { PRIVATE } from "./graphqlRefusal.ts";
import { answerOnce } from "./onceOnly.ts";
import { programContext, requestContext } from "./requests.ts";
import type { HttpAnswer, HttpRequest, Route } from "./route.ts";

/** The parts of the program that the Model Context Protocol needs. */
interface Parts {
  readonly services: Services;
  readonly graphql: GraphQLEndpoint;
}

const MCP_PATH = "/mcp";
const METADATA_PATH = "/.well-known/oauth-protected-resource";
const JSON_TYPE = "application/json; charset=utf-8";
/** Longest message of a client, in bytes: the longest body, in the longest writing. */
const MESSAGE_MAX_BYTES = 400_000;
/** Scopes of OAuth that tools are for. */
const SCOPES: readonly string[] = ["forum", "account", WRITE_SCOPE];
/** Points that a message other than a call costs its reader: most are for the list of tools. */
const MESSAGE_COST = 100;
/** Headers that the connection decides. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  "content-length",
  "transfer-encoding",
  "connection",
  "host",
]);

/** Lists the address of the forum as a server of the Model Context Protocol, and what tells clients how to sign in there. */
export function mcpRoutes(parts: Parts): Route[] {
  const { services } = parts;
  return [
    {
      method: "ANY",
      path: MCP_PATH,
      name: "mcp",
      work: "data",
      maxBytes: MESSAGE_MAX_BYTES,
      handle: (request) => answer(parts, request),
    },
    // RFC 9728: the path of the resource follows that of the metadata.
    ...[METADATA_PATH, METADATA_PATH + MCP_PATH].map((path): Route => ({
      method: "GET",
      path,
      name: "mcp",
      work: "data",
      handle: (request) => metadata(services, request),
    })),
  ];
}

async function answer({ services, graphql }: Parts, request: HttpRequest): Promise<HttpAnswer> {
  let ctx: Context | undefined;
  try {
    await requireSwitchedOn(services);
    refuseForeignPage(request, services.publicUrl);
    // Cookies count for pages: another site must not act by those that a browser sends.
    ctx = await requestContext(services, { ...request, cookies: {} });
    if (!ctx.token) throw new DomainError("INVALID_TOKEN", UNKNOWN);
    refuseUnlessInGoodStanding(ctx.viewer);
    const { method, headers, body } = request;
    if (Array.isArray(body))
      throw new DomainError("INVALID_PARAMETER", {
        text: { zh: "请逐条发送消息", en: "Please send one message at a time." },
      });
    // Calls of tools pay for what they ask, and read in their answer when to come again.
    if ((body as { method?: unknown } | undefined)?.method !== "tools/call")
      services.reads.take(readerOf(ctx), MESSAGE_COST);
    // Loaded with the first request: most forums have no such clients.
    const { answerMcp } = await import("../mcp/mcpServer.ts");
    const call = ctx;
    const ask = async (query: string, variables: object, key: string | undefined) => {
      const once = key === undefined ? {} : { "idempotency-key": key };
      const sent = { "content-type": "application/json", accept: "application/json", ...once };
      const operation = { method: "POST", headers: sent, search: "", body: { query, variables } };
      return (await answerOnce(graphql, operation, call)) ?? graphql.handle(operation, call);
    };
    const hasBody = method !== "GET" && body !== undefined;
    const arrived = new Request(services.publicUrl + MCP_PATH, {
      method,
      headers: sendable(headers),
      ...(hasBody ? { body: JSON.stringify(body) } : {}),
    });
    const response = await answerMcp(ctx, ask, arrived, body);
    return {
      status: response.status,
      headers: {
        ...Object.fromEntries(response.headers),
        ...PRIVATE,
        ...quotaHeaders(services.reads, readerOf(ctx), ctx.quotas),
      },
      body: await response.text(),
    };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return refuse(services, error, request);
  }
}

/** @throws {DomainError} UNKNOWN_CALL if the owner has switched the server off. */
async function requireSwitchedOn(services: Services): Promise<void> {
  if ((await getSettings(programContext(services))).mcp_server === "1") return;
  throw new DomainError("UNKNOWN_CALL", {
    text: { zh: "站点已关闭 MCP 服务", en: "This site has switched its MCP server off." },
  });
}

/**
 * Refuses pages of other sites, those as well whose name leads here while the forum has no public one (DNS rebinding).
 * @throws {DomainError} FORBIDDEN
 */
function refuseForeignPage({ headers: { origin } }: HttpRequest, publicUrl: string): void {
  if (origin === undefined || origin === new URL(publicUrl).origin) return;
  throw new DomainError("FORBIDDEN", {
    text: { zh: "请求来自其他站点", en: "The request comes from another site." },
  });
}

/** Writes a refusal of a whole request; where a token is missing, clients read how to get one. */
function refuse(
  { publicUrl }: Services,
  error: DomainError,
  { headers, requestId }: Pick<HttpRequest, "headers" | "requestId">,
): HttpAnswer {
  const { code, legacyCode } = error;
  const wait = error.details.retryAfterSeconds;
  const message = error.textIn(chooseLocale(undefined, String(headers["accept-language"] ?? "")));
  const status = code === "UNKNOWN_CALL" ? 404 : statusOf(error);
  const metadataUrl = publicUrl + METADATA_PATH + MCP_PATH;
  // RFC 6750: who has sent no token is not told that it is wrong.
  const isWrong = headers.authorization !== undefined;
  const challenge = `Bearer resource_metadata="${metadataUrl}", scope="${SCOPES.join(" ")}"${isWrong ? `, error="invalid_token"` : ""}`;
  return {
    status,
    headers: {
      "content-type": JSON_TYPE,
      ...PRIVATE,
      ...(wait === undefined ? {} : { "retry-after": String(wait) }),
      ...(status === 401 ? { "www-authenticate": challenge } : {}),
    },
    body: JSON.stringify({ error: { code, legacyCode, requestId, message } }),
  };
}

function sendable(headers: HttpRequest["headers"]): Headers {
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !OF_CONNECTION.has(name)) sent.set(name, [value].flat().join(", "));
  return sent;
}

/** Tells clients where members allow them to act (RFC 9728). */
async function metadata(services: Services, request: HttpRequest): Promise<HttpAnswer> {
  try {
    await requireSwitchedOn(services);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return refuse(services, error, request);
  }
  const { publicUrl } = services;
  const body = JSON.stringify({
    resource: publicUrl + MCP_PATH,
    authorization_servers: [new URL(publicUrl).origin],
    scopes_supported: SCOPES,
    bearer_methods_supported: ["header"],
    resource_name: "Luntan",
  });
  return { status: 200, headers: { "content-type": JSON_TYPE, ...PRIVATE }, body };
}
