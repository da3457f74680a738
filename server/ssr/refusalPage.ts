import { createHash } from "node:crypto";
import type { DomainError } from "../core/errors.ts";
import type { Locale } from "../core/locale.ts";
import type { HttpAnswer, HttpRequest } from "../http.ts";
import { preferencesOf } from "./preferences.ts";

const STYLE = `:root{color-scheme:light dark;font:16px/1.6 system-ui,sans-serif}
body{margin:0;min-height:100vh;display:grid;place-content:center;text-align:center;padding:1rem}h1{font-size:1.25rem}`;
const POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** What people read besides the reason. */
const TEXTS: Readonly<Record<Locale, { again: (seconds: number) => string; retry: string }>> = {
  "zh-CN": { again: (seconds) => `请在 ${seconds} 秒后重试。`, retry: "重新加载" },
  en: { again: (seconds) => `Please try again in ${seconds} s.`, retry: "Reload" },
};

/**
 * The page for who cannot be shown one right now. It asks nothing of the program: neither the database nor the renderer,
 * which have too much to do already.
 */
export function refusalPage(error: DomainError, status: number, request: HttpRequest): HttpAnswer {
  const { locale } = preferencesOf(request.headers, request.cookies, request.search);
  const seconds = error.details.retryAfterSeconds ?? 1;
  const { again, retry } = TEXTS[locale];
  const title = error.textIn(locale);
  return {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "private, no-store",
      "retry-after": String(seconds),
      "content-security-policy": POLICY,
    },
    body: [
      `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${title}</title>`,
      `<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">`,
      `<style>${STYLE}</style></head><body><main><h1>${title}</h1><p>${again(seconds)}</p>`,
      `<p><a href="">${retry}</a></p></main></body></html>`,
    ].join(""),
  };
}
