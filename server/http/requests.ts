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
import { Viewer } from "../core/viewer.ts";
import { SESSION_COUNTERS, primeCounters } from "../features/unread/unread.service.ts";
import { findSession } from "../features/auth/sessions/session.service.ts";
import { viewerFor } from "../features/auth/sessions/viewer.service.ts";

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
 * @throws {DomainError} INVALID_TOKEN for a stand-alone token that no session knows.
 */
export async function requestContext(services: Services, incoming: Incoming): Promise<Context> {
  const { headers, cookies, address, requestId } = incoming;
  const now = new Date();
  const cookie = cookies[sessionCookieName(services.publicUrl)];
  const session = await findSession(
    services,
    now,
    cookie,
    bearerOf(headers["authorization"]),
    SESSION_COUNTERS,
  );
  const base: Context = {
    requestId,
    now,
    locale: chooseLocale(cookies["locale"], String(headers["accept-language"] ?? "")),
    viewer: NOBODY,
    sessionId: session?.id ?? null,
    proof: session?.proof ?? "none",
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
  const ctx: Context = { ...base, viewer: await viewerFor(base, session) };
  if (session) primeCounters(ctx, session.userId, session.along);
  return ctx;
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

function bearerOf(authorization: string | string[] | undefined): string | undefined {
  const match = /^Bearer ([\w-]{20,200})$/i.exec(String(authorization ?? ""));
  return match?.[1];
}

function cookieLine(publicUrl: string, name: string, value: string, expiresAt: Date, now: Date): string {
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  const age = Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1_000));
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}; Expires=${expiresAt.toUTCString()}${secure}`;
}
