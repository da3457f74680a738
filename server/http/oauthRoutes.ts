import inject from "light-my-request";
import type { Context, Services } from "../core/context.ts";
import { requireOwnAnswer } from "../features/tokens/oauthConsent.service.ts";
import { oauthProvider } from "../features/tokens/oauthProvider.service.ts";
import { runOAuth } from "../features/tokens/oauthStore.service.ts";
import { requestContext } from "./requests.ts";
import type { HttpAnswer, HttpRequest, Route } from "./route.ts";

const METADATA_PATH = "/.well-known/openid-configuration";
/** Address at which a browser comes back with the member's answer. */
const RESUME = /^\/oauth\/auth\/([\w-]+)$/;
/** Headers that the connection decides. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  "content-length",
  "transfer-encoding",
  "connection",
  "keep-alive",
  "date",
  "set-cookie",
]);

/** Lists the addresses of the authorization server, by which other sites sign members in and act for them. */
export function oauthRoutes(services: Services): Route[] {
  const handle = (request: HttpRequest) => answer(services, request);
  return [
    { method: "ANY", path: "/oauth/*", name: "oauth", work: "data", isRaw: true, handle },
    { method: "GET", path: METADATA_PATH, name: "oauth", work: "data", handle },
    // RFC 8414: clients that know nothing of OpenID Connect look there.
    {
      method: "GET",
      path: "/.well-known/oauth-authorization-server",
      name: "oauth",
      work: "data",
      handle: (request) => handle({ ...request, path: METADATA_PATH }),
    },
  ];
}

async function answer(services: Services, request: HttpRequest): Promise<HttpAnswer> {
  const [, resumed] = RESUME.exec(request.path) ?? [];
  const { authorization: _, ...headers } = request.headers;
  const ctx = await requestContext(services, {
    ...request,
    headers,
    // Nobody but who comes back with an answer counts as signed in.
    cookies: resumed === undefined ? {} : request.cookies,
  });
  // Whoever begins is unknown, and each beginning is stored.
  const begins = request.path === "/oauth/auth";
  if (begins || request.method === "POST") await services.rateLimiter.take("login", ctx.address);
  const body = typeof request.body === "string" ? request.body : "";
  const hasSecretInBody = new URLSearchParams(body).has("client_secret");
  return runOAuth({ ctx, hasSecretInBody }, async () => {
    if (resumed !== undefined) await requireOwnAnswer(ctx, resumed);
    return ask(ctx, request, body);
  });
}

/** Hands a request to the authorization server, under the address of the site. */
async function ask(ctx: Context, request: HttpRequest, body: string): Promise<HttpAnswer> {
  const { method, path, search } = request;
  const site = new URL(ctx.services.publicUrl);
  const provider = await oauthProvider(ctx);
  const respond = provider.callback();
  const { "x-forwarded-host": _, "content-length": __, ...headers } = request.headers;
  const response = await inject((req, res) => void respond(req, res), {
    method: method as "GET",
    url: path + search,
    headers: { ...headers, host: site.host, "x-forwarded-proto": site.protocol.slice(0, -1) },
    ...(body === "" ? {} : { payload: body }),
  });
  for (const line of [response.headers["set-cookie"] ?? []].flat()) request.setCookie(line);
  const kept = Object.entries(response.headers).filter(([name]) => !OF_CONNECTION.has(name));
  return {
    status: response.statusCode,
    headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
    body: response.rawPayload,
  };
}
