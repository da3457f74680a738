import type { DomainError } from "../core/errors.ts";
import { statusOf } from "../core/httpStatus.ts";
import { chooseLocale } from "../core/locale.ts";
import type { HttpAnswer, HttpRequest } from "../http.ts";

/** Browsers ask again by themselves after this, in seconds, if the refusal names no time. */
const AGAIN_S = 10;

const STYLE =
  "body{font:16px/1.6 system-ui,sans-serif;margin:15vh auto;max-width:32rem;padding:0 1.5rem;text-align:center}" +
  "h1{font-size:1.4rem}a{display:inline-block;padding:.6rem 1rem}small{opacity:.7}:root{color-scheme:light dark}";

const TEXTS = {
  "zh-CN": {
    away: "网站暂时无法访问",
    wait: "服务器正在恢复，本页会自动重试，内容不会丢失。",
    fault: "服务器出错了",
    later: "请稍后再试；如果一直如此，请把下面的编号告诉管理员。",
    again: "立即重试",
    number: "请求编号",
  },
  en: {
    away: "This site is not available right now",
    wait: "The server is recovering. This page tries again by itself; nothing is lost.",
    fault: "Something went wrong on the server",
    later: "Please try again later. If it goes on, tell the administrator the number below.",
    again: "Try again now",
    number: "Request",
  },
} as const;

/**
 * Makes the page that people see where the server itself is at fault and no page can be rendered: it needs neither
 * database nor build. Null for refusals that are the request's fault.
 */
export function failurePage(
  error: DomainError,
  { headers, cookies, requestId }: Pick<HttpRequest, "headers" | "cookies" | "requestId">,
): HttpAnswer | null {
  const status = statusOf(error);
  if (status < 500) return null;
  const locale = chooseLocale(cookies["locale"], String(headers["accept-language"] ?? ""));
  const t = TEXTS[locale === "en" ? "en" : "zh-CN"];
  const isAway = status === 503;
  const [title, text] = isAway ? [t.away, t.wait] : [t.fault, t.later];
  const seconds = error.details.retryAfterSeconds ?? AGAIN_S;
  return {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "private, no-store",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'",
      ...(isAway ? { "retry-after": String(seconds) } : {}),
    },
    body: [
      `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${title}</title>`,
      `<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">`,
      isAway ? `<meta http-equiv="refresh" content="${seconds}">` : "",
      `<style>${STYLE}</style></head><body><main><h1>${title}</h1><p>${text}</p>`,
      `<p><a href="">${t.again}</a></p><small>${t.number}: ${requestId}</small></main></body></html>`,
    ].join(""),
  };
}
