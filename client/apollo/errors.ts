import { type Locale } from "../i18n/texts.ts";

/** An error as a person can be told about it. */
export interface Failure {
  /** Name from the server's catalogue, or NETWORK_ERROR, TIMEOUT, INTERNAL_ERROR. */
  code: string;
  message: string;
  /** What to quote when asking for help; null if the server was not reached. */
  requestId: string | null;
  /** The input field that is to blame, if there is one. */
  field: string | null;
}

interface WireError {
  message: string;
  extensions?: { code?: unknown; requestId?: unknown; field?: unknown };
}

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

const text = (value: unknown): string | null => (typeof value === "string" && value ? value : null);

/** Reads any error that a query, a mutation or an upload throws. */
export function errorOf(error: unknown): Failure {
  if (typeof error !== "object" || error === null) return failureOf("INTERNAL_ERROR");
  const thrown = error as {
    errors?: readonly WireError[];
    code?: unknown;
    statusCode?: unknown;
    name?: string;
  };
  const first = Array.isArray(thrown.errors) ? (thrown.errors[0] as WireError | undefined) : undefined;
  if (first) {
    const code = text(first.extensions?.code) ?? "INTERNAL_ERROR";
    const { requestId, field } = first.extensions ?? {};
    return { code, message: first.message || textOf(code), requestId: text(requestId), field: text(field) };
  }
  if (isFailure(error)) return error;
  if (thrown.name === "TimeoutError" || thrown.name === "AbortError") return failureOf("TIMEOUT");
  if (thrown.statusCode === 429) return failureOf("RATE_LIMITED");
  if (typeof thrown.statusCode === "number") return failureOf("INTERNAL_ERROR");
  return failureOf(error instanceof TypeError ? "NETWORK_ERROR" : "INTERNAL_ERROR");
}

function failureOf(code: string): Failure {
  return { code, message: textOf(code), requestId: null, field: null };
}

function isFailure(error: object): error is Failure {
  return "code" in error && "requestId" in error && "message" in error;
}
