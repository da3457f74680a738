import { randomUUID } from "node:crypto";
import type { Aside, Context, Services } from "../core/context.ts";
import {
  deviceCookieName,
  identityCookieName,
  passkeyCookieName,
  sessionCookieName,
} from "../core/cookies.ts";
import { browserDevice, type Device } from "../core/device.ts";
import { LoaderStore } from "../core/loaders.ts";
import { chooseLocale, DEFAULT_LOCALE } from "../core/locale.ts";
import { DomainError } from "../core/errors.ts";
import { QuotaLog } from "../core/quotas.ts";
import { scopedViewer } from "../core/tokenScope.ts";
import { Viewer } from "../core/viewer.ts";
import { SESSION_COUNTERS, primeCounters } from "../features/unread/unread.service.ts";
import { API_TOKEN_PREFIX, findSession } from "../features/auth/sessions/session.service.ts";
import { viewerFor } from "../features/auth/sessions/viewer.service.ts";
import { isAccessToken, UNKNOWN, useToken } from "../features/tokens/use.service.ts";

/** A request as HTTP delivers it, before its session is read. */
export interface Incoming {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  readonly address: string;
  readonly requestId: string;
  /** The device that an old client names. */
  readonly device?: Device | undefined;
  readonly aside: Aside;
  /** Adds a Set-Cookie line to the answer. */
  setCookie(line: string): void;
}

const NOBODY = Viewer.visitor(new Set());

/** Makes a context without a request: for start-up, jobs and the command line. It may write and is nobody. */
export function programContext(services: Services): Context {
  return {
    requestId: randomUUID(),
    now: new Date(),
    locale: DEFAULT_LOCALE,
    viewer: NOBODY,
    sessionId: null,
    proof: "none",
    token: null,
    once: null,
    open: null,
    quotas: new QuotaLog(),
    address: "local",
    userAgent: "luntan",
    device: null,
    services,
    db: services.database.manager,
    loaders: new LoaderStore(),
    writing: false,
    audit: null,
    aside: (work) => work(),
    emit: (event) => services.publish(event),
    deviceCookie: undefined,
    setDeviceCookie: () => undefined,
    identityCookie: undefined,
    setIdentityCookie: () => undefined,
    passkeyCookie: undefined,
    setPasskeyCookie: () => undefined,
    setSessionCookie: () => undefined,
  };
}

/**
 * Makes the context of a request: finds the session and with it the viewer.
 * @throws {DomainError} INVALID_TOKEN for a token that is misspelt, unknown or has ended; TOKEN_ADDRESS.
 */
export async function requestContext(services: Services, incoming: Incoming): Promise<Context> {
  const { headers, cookies, address, requestId } = incoming;
  const now = new Date();
  const cookie = cookies[sessionCookieName(services.publicUrl)];
  const bearer = bearerOf(incoming, cookie !== undefined);
  const token =
    bearer !== undefined && isAccessToken(bearer)
      ? await useToken(services, now, { bearer, address }, SESSION_COUNTERS)
      : null;
  const session = token ? null : await findSession(services, now, cookie, bearer, SESSION_COUNTERS);
  const base: Context = {
    requestId,
    now,
    locale: chooseLocale(cookies["locale"], String(headers["accept-language"] ?? "")),
    viewer: NOBODY,
    sessionId: session?.id ?? null,
    proof: token ? "token" : (session?.proof ?? "none"),
    token: token?.scope ?? null,
    once: null,
    open: null,
    quotas: new QuotaLog(),
    address,
    userAgent: String(headers["user-agent"] ?? "").slice(0, 255),
    device: incoming.device ?? browserDevice(String(headers["user-agent"] ?? ""), cookies["platform"]),
    services,
    db: services.database.manager,
    loaders: new LoaderStore(),
    writing: false,
    audit: null,
    aside: incoming.aside,
    emit: (event) => services.publish(event),
    ...cookiesOf(services, incoming, now),
  };
  const member = token ?? session;
  const viewer = await viewerFor(base, member);
  const ctx: Context = { ...base, viewer: token ? scopedViewer(viewer, token.scope) : viewer };
  if (member) primeCounters(ctx, member.userId, member.along);
  return ctx;
}

/**
 * Makes the context of a page. A browser that has lost the companion token of its session could read as its member and
 * change nothing: its pages are those of a visitor, who may sign in. Pages only read, so the proof stays that of a cookie.
 */
export async function pageContext(services: Services, incoming: Incoming): Promise<Context> {
  const { headers, cookies } = incoming;
  const hasBearer = /^Bearer /i.test(String(headers["authorization"] ?? "").trim());
  if (hasBearer || cookies[sessionCookieName(services.publicUrl)] === undefined)
    return requestContext(services, incoming);
  const companion = cookies["access_token"] ?? "";
  const authorization = COMPANION.test(companion) ? `Bearer ${companion}` : undefined;
  const ctx = await requestContext(services, { ...incoming, headers: { ...headers, authorization } });
  if (ctx.proof !== "cookie") return { ...ctx, proof: "cookie" };
  return requestContext(services, {
    ...incoming,
    cookies: { ...cookies, [sessionCookieName(services.publicUrl)]: undefined },
  });
}

type CookieParts = Pick<
  Context,
  | "deviceCookie"
  | "setDeviceCookie"
  | "identityCookie"
  | "setIdentityCookie"
  | "passkeyCookie"
  | "setPasskeyCookie"
  | "setSessionCookie"
>;

/** The cookies of a request that features read, and what sets them. */
function cookiesOf({ publicUrl }: Services, incoming: Incoming, now: Date): CookieParts {
  const { cookies } = incoming;
  const setterOf =
    (name: string) =>
    (value: string | null, expiresAt: Date): void =>
      incoming.setCookie(cookieLine(publicUrl, name, value ?? "", expiresAt, now));
  return {
    deviceCookie: cookies[deviceCookieName(publicUrl)],
    setDeviceCookie: setterOf(deviceCookieName(publicUrl)),
    identityCookie: cookies[identityCookieName(publicUrl)],
    setIdentityCookie: setterOf(identityCookieName(publicUrl)),
    passkeyCookie: cookies[passkeyCookieName(publicUrl)],
    setPasskeyCookie: setterOf(passkeyCookieName(publicUrl)),
    setSessionCookie: setterOf(sessionCookieName(publicUrl)),
  };
}

/** A companion token of a browser session, whose cookie may have ended before it. */
const COMPANION = /^(?!luntan_)[\w-]{43}$/;

/**
 * Reads the bearer token of a request. Other schemes than `Bearer` are mistakes of programs, but for `Basic`, by which
 * proxies guard a site.
 * @throws {DomainError} INVALID_TOKEN for what is no token, so that a misspelt one does not read as a visitor.
 */
function bearerOf({ headers }: Incoming, hasCookie: boolean): string | undefined {
  const given = String(headers["authorization"] ?? "").trim();
  if (given === "" || /^Basic /i.test(given)) return undefined;
  const bearer = /^Bearer +([\w-]{20,200})$/i.exec(given)?.[1];
  const isOfBrowser =
    bearer !== undefined &&
    COMPANION.test(bearer) &&
    (hasCookie || headers["sec-fetch-site"] === "same-origin");
  if (bearer === undefined || !(isOfBrowser || bearer.startsWith(API_TOKEN_PREFIX)))
    throw new DomainError("INVALID_TOKEN", UNKNOWN);
  return bearer;
}

function cookieLine(publicUrl: string, name: string, value: string, expiresAt: Date, now: Date): string {
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  const age = Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1_000));
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}; Expires=${expiresAt.toUTCString()}${secure}`;
}
