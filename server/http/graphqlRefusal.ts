import type { DomainError } from "../core/errors.ts";
import { statusOf } from "../core/httpStatus.ts";
import { chooseLocale } from "../core/locale.ts";
import type { HttpAnswer, HttpRequest } from "./route.ts";

/** Headers of answers that nobody stores. */
export const PRIVATE = { "cache-control": "private, no-store" } as const;
const JSON_TYPE = "application/json; charset=utf-8";

/** Writes a refusal that came before a document was executed, in the shape of GraphQL. */
export function refuseGraphql(
  error: DomainError,
  { cookies, headers, requestId }: Pick<HttpRequest, "headers" | "cookies" | "requestId">,
  readable: Readonly<Record<string, string>>,
): HttpAnswer {
  const locale = chooseLocale(cookies["locale"], String(headers["accept-language"] ?? ""));
  const { code, legacyCode } = error;
  const wait = error.details.retryAfterSeconds;
  const extensions = { code, legacyCode, requestId, ...(wait ? { retryAfterSeconds: wait } : {}) };
  const type = /\bapplication\/graphql-response\+json\b/.test(String(headers["accept"] ?? ""))
    ? "application/graphql-response+json; charset=utf-8"
    : JSON_TYPE;
  return {
    status: statusOf(error),
    headers: {
      "content-type": type,
      ...PRIVATE,
      ...readable,
      ...(wait ? { "retry-after": String(wait) } : {}),
    },
    body: JSON.stringify({ errors: [{ message: error.textIn(locale), extensions }] }),
  };
}
