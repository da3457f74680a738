import { type Locale } from "../i18n/texts.ts";
import { isTimeout, TransportError } from "../platform/transport.ts";

/** An error as a person can be told about it. */
export interface Failure {
  /** Name from the server's catalogue, or NETWORK_ERROR, TIMEOUT, INTERNAL_ERROR. */
  code: string;
  message: string;
  /** Number to quote when asking for help; null if the server was not reached. */
  requestId: string | null;
  /** The input field that is to blame, if there is one. */
  field: string | null;
  /** The permission that is missing, if that is why. */
  permission?: string;
  /** Message of the transport, in the words of spec §8; for those who look into it. */
  detail?: string;
}

interface WireError {
  message: string;
  extensions?: { code?: unknown; requestId?: unknown; field?: unknown; permission?: unknown };
}

const TOO_MANY_REQUESTS = 429;

const FALLBACK: Record<string, Record<Locale, string>> = {
  NETWORK_ERROR: { "zh-CN": "网络连接失败，请稍后再试", en: "Network Error: please try again later." },
  TIMEOUT: {
    "zh-CN": "服务器响应超时，请稍后再试",
    en: "The server took too long to answer. Please try again.",
  },
  RATE_LIMITED: { "zh-CN": "操作太频繁，请稍后再试", en: "Too many requests. Please slow down." },
  INTERNAL_ERROR: {
    "zh-CN": "服务器开小差了，请稍后再试",
    en: "The server has a problem. Please try again later.",
  },
};

function textOf(code: string): string {
  const english = typeof document !== "undefined" && document.documentElement.lang === "en";
  return (FALLBACK[code] ?? FALLBACK.INTERNAL_ERROR!)[english ? "en" : "zh-CN"];
}

/** Failures that may be over at the next try; others come again until something has changed. */
const PASSING: ReadonlySet<string> = new Set([
  "NETWORK_ERROR",
  "TIMEOUT",
  "RATE_LIMITED",
  "OVERLOADED",
  "DATABASE_ERROR",
  "INTERNAL_ERROR",
]);

/** Tells if trying the same again may help. */
export function mayPass({ code }: Failure): boolean {
  return PASSING.has(code);
}

/** Refusals of members who can only read for now, whatever they try; the frame of the site tells them. */
const STANDING: ReadonlySet<string> = new Set([
  "UNDER_REVIEW",
  "REVIEW_REFUSED",
  "REVIEW_IGNORED",
  "ACCOUNT_BANNED",
  "SIGN_IN_FIELDS_MISSING",
]);

/** Tells if the account can only read for now, which the frame of the site tells with the way to learn more. */
export function isStanding({ code }: Failure): boolean {
  return STANDING.has(code);
}

const text = (value: unknown): string | null => (typeof value === "string" && value ? value : null);

/** Reads any error that a query, a mutation or an upload throws. */
export function errorOf(error: unknown): Failure {
  if (typeof error !== "object" || error === null) return failureOf("INTERNAL_ERROR");
  const thrown = error as {
    errors?: readonly WireError[];
  };
  const first = Array.isArray(thrown.errors) ? (thrown.errors[0] as WireError | undefined) : undefined;
  if (first) {
    const code = text(first.extensions?.code) ?? "INTERNAL_ERROR";
    const { requestId, field, permission } = first.extensions ?? {};
    const failure: Failure = { ...failureOf(code), requestId: text(requestId), field: text(field) };
    if (first.message) failure.message = first.message;
    if (typeof permission === "string") failure.permission = permission;
    return failure;
  }
  if (error instanceof TransportError) return { ...failureOf(codeOf(error)), detail: error.message };
  if (isFailure(error)) return error;
  // The code of something that opens on demand did not come.
  if (/dynamically imported|module script|preload/i.test((error as Error).message))
    return failureOf("NETWORK_ERROR");
  return failureOf("INTERNAL_ERROR");
}

function codeOf(error: TransportError): string {
  if (isTimeout(error)) return "TIMEOUT";
  if (error.statusCode === null) return "NETWORK_ERROR";
  return error.statusCode === TOO_MANY_REQUESTS ? "RATE_LIMITED" : "INTERNAL_ERROR";
}

function failureOf(code: string): Failure {
  return { code, message: textOf(code), requestId: null, field: null };
}

function isFailure(error: object): error is Failure {
  return "code" in error && "requestId" in error && "message" in error;
}
