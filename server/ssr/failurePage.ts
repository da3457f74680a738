import { createHash } from "node:crypto";
import type { DomainError } from "../core/errors.ts";
import { statusOf } from "../core/httpStatus.ts";
import type { Locale } from "../core/locale.ts";
import type { HttpAnswer, HttpRequest } from "../http/route.ts";
import { preferencesOf } from "./preferences.ts";

/** Browsers ask again by themselves after this, in seconds, if the refusal names no time. */
const RETRY_S = 10;
/** The same while a community moves in, whose progress people watch. */
const MOVING_RETRY_S = 3;

const STYLE =
  "body{font:16px/1.6 system-ui,sans-serif;margin:15vh auto;max-width:32rem;padding:0 1.5rem;text-align:center}" +
  "h1{font-size:1.4rem}a{display:inline-block;padding:.6rem 1rem}small{opacity:.7}:root{color-scheme:light dark}";
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Refusals of a server that works, to somebody who may come back in a moment. */
const BUSY: ReadonlySet<string> = new Set(["OVERLOADED", "RATE_LIMITED"]);

interface Texts {
  readonly away: string;
  readonly wait: string;
  readonly fault: string;
  readonly later: string;
  readonly busy: (seconds: number) => string;
  readonly again: string;
  readonly number: string;
  readonly movingIn: string;
  readonly comes: string;
  readonly left: (minutes: number) => string;
  readonly stopped: string;
}

const TEXTS: Readonly<Record<Locale, Texts>> = {
  "zh-CN": {
    away: "网站暂时无法访问",
    wait: "服务器正在恢复，本页会自动重试，内容不会丢失。",
    fault: "服务器出错了",
    later: "请稍后再试；如果一直如此，请把下面的编号告诉管理员。",
    busy: (seconds) => `请在 ${seconds} 秒后重试。`,
    again: "立即重试",
    number: "请求编号",
    movingIn: "社区正在迁入",
    comes: "论坛暂时关闭，完成后本页会自动打开。管理员届时请用原来的账号登录。",
    left: (minutes) => `大约还需 ${minutes} 分钟。`,
    stopped: "迁入已中断。请重新启动服务器，它会从中断处继续。",
  },
  en: {
    away: "This site is not available right now",
    wait: "The server is recovering. This page tries again by itself; nothing is lost.",
    fault: "Something went wrong on the server",
    later: "Please try again later. If it goes on, tell the administrator the number below.",
    busy: (seconds) => `Please try again in ${seconds} s.`,
    again: "Try again now",
    number: "Request",
    movingIn: "A community is moving in",
    comes:
      "The forum is closed for a while. This page opens it when everything is here; administrators then sign in with their accounts of before.",
    left: (minutes) => `About ${minutes} min left.`,
    stopped: "Moving in has stopped. Start the server again; it goes on where it ended.",
  },
};

/**
 * Makes the page that people see where no page can be rendered: the database is away, there is too much to do, or the
 * server is at fault. It needs neither database nor build. Null for refusals that are the request's fault.
 */
export function failurePage(
  error: DomainError,
  {
    headers,
    cookies,
    requestId,
    search = "",
  }: Pick<HttpRequest, "headers" | "cookies" | "requestId"> & Partial<Pick<HttpRequest, "search">>,
): HttpAnswer | null {
  const status = statusOf(error);
  const isBusy = BUSY.has(error.code);
  if (status < 500 && !isBusy) return null;
  const { locale } = preferencesOf(headers, cookies, search);
  const t = TEXTS[locale];
  const comesBack = status === 503;
  const seconds = error.details.retryAfterSeconds ?? RETRY_S;
  const [title, text] = isBusy
    ? [error.textIn(locale), t.busy(seconds)]
    : comesBack
      ? [t.away, t.wait]
      : [t.fault, t.later];
  return {
    status,
    headers: headersOf(comesBack || isBusy ? seconds : null),
    body: documentOf(locale, title, comesBack ? seconds : null, [
      `<p>${text}</p>`,
      `<p><a href="">${t.again}</a></p><small>${t.number}: ${requestId}</small>`,
    ]),
  };
}

function headersOf(retryAfter: number | null): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "private, no-store",
    "content-security-policy": POLICY,
    ...(retryAfter === null ? {} : { "retry-after": String(retryAfter) }),
  };
}

/** Writes a page that asks again by itself after some seconds; null leaves it to people. */
function documentOf(locale: Locale, title: string, seconds: number | null, parts: readonly string[]): string {
  return [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${title}</title>`,
    `<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">`,
    seconds === null ? "" : `<meta http-equiv="refresh" content="${seconds}">`,
    `<style>${STYLE}</style></head><body><main><h1>${title}</h1>${parts.join("")}</main></body></html>`,
  ].join("");
}

/** Progress of a community that moves in. */
export interface MovingIn {
  /** Null if nobody knows. */
  readonly percent: number | null;
  /** Time that is left, in minutes; null if nobody knows. */
  readonly minutes: number | null;
  /** It has stopped, and waits for the next start of the server. */
  readonly isStopped: boolean;
}

/** Makes the page that people see while a community moves in. */
export function movingInPage(
  { percent, minutes, isStopped }: MovingIn,
  { headers, cookies, search }: Pick<HttpRequest, "headers" | "cookies" | "search">,
): HttpAnswer {
  const { locale } = preferencesOf(headers, cookies, search);
  const t = TEXTS[locale];
  const bar =
    percent === null ? "" : `<p><progress max="100" value="${percent}"></progress> ${percent} %</p>`;
  const remaining = minutes === null ? "" : `<p>${t.left(minutes)}</p>`;
  return {
    status: 503,
    headers: headersOf(MOVING_RETRY_S),
    body: documentOf(
      locale,
      t.movingIn,
      MOVING_RETRY_S,
      isStopped ? [`<p>${t.stopped}</p>`] : [`<p>${t.comes}</p>`, bar, remaining],
    ),
  };
}
