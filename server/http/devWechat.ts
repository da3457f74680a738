import { createHash } from "node:crypto";
import type { Services } from "../core/context.ts";
import { WECHAT_CALLBACK_PATH } from "../features/auth/wechat/wechatFlow.service.ts";
import { escapeHtml } from "../features/notifications/delivery/messages/messageBody.ts";
import { emulatedAppId, WECHAT_EMULATOR_PATH } from "../features/wechat/wechatApps.ts";
import { emulatedAnswer, emulatedCode, emulatedPeople } from "../features/wechat/wechatEmulator.ts";
import type { HttpAnswer, HttpRequest, Route } from "./route.ts";

const STYLE =
  "body{font:16px/1.6 system-ui,sans-serif;margin:0;padding:24px 20px}main{max-width:26rem;margin:0 auto}" +
  "h1{font-size:1.3rem}form{display:flex;flex-direction:column;gap:12px}small{opacity:.75}code{overflow-wrap:anywhere}" +
  "input{font:inherit;padding:9px 12px;border-radius:8px;border:1px solid #8888;background:transparent;color:inherit}" +
  "button{font:inherit;padding:9px 14px;border-radius:8px;border:1px solid #8888;background:transparent;color:inherit;cursor:pointer}" +
  "button.yes{background:#07703a;border-color:#07703a;color:#fff}:root{color-scheme:light dark}" +
  "p.code{display:grid;place-items:center;width:180px;height:180px;margin:0 auto;border:1px solid #8888;border-radius:8px}";
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");
/** Longest name at the emulator, in characters. */
const WHO_MAX = 60;

/** Pages and interface of the emulator, which stands in for WeChat outside production. */
export function devWechat(services: Services): Route[] {
  const page = (title: string, content: string): HttpAnswer => ({
    status: 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
      "content-security-policy": `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    },
    body: `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1><p><small>只在开发环境存在。 Development only.</small></p>${content}</main></body></html>`,
  });
  const get = (path: string, answer: (query: URLSearchParams) => HttpAnswer): Route => ({
    method: "GET",
    path: WECHAT_EMULATOR_PATH + path,
    name: "wechatEmulator",
    work: "data",
    handle: ({ search }) => Promise.resolve(answer(new URLSearchParams(search))),
  });
  const call = (path: string): Route => get(path, (query) => json(emulatedAnswer(services, path, query)));
  const consent = (query: URLSearchParams): HttpAnswer =>
    page("微信授权 · WeChat", consentForm(query, emulatedPeople(services)));
  return [
    get("", () => page("微信模拟器 · WeChat emulator", overview(services))),
    get("/connect/oauth2/authorize", consent),
    get("/connect/qrconnect", (query) =>
      query.has("scanned") ? consent(query) : page("微信扫码登录 · WeChat", scanForm(query)),
    ),
    call("/sns/oauth2/access_token"),
    call("/sns/userinfo"),
    call("/sns/jscode2session"),
    {
      method: "POST",
      path: WECHAT_EMULATOR_PATH,
      name: "wechatEmulator",
      work: "data",
      handle: (request) => Promise.resolve(decide(services, request, page)),
    },
  ];
}

const json = (body: object | null): HttpAnswer => ({
  status: 200,
  // WeChat calls its JSON plain text.
  headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  body: JSON.stringify(body),
});

const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;

const passedOn = (query: URLSearchParams): string =>
  ["appid", "redirect_uri", "scope", "state"].map((name) => hidden(name, query.get(name) ?? "")).join("");

/** The code of the open platform, with a button in place of a phone. */
function scanForm(query: URLSearchParams): string {
  return `<p class="code">二维码 · QR code</p><form method="get">${passedOn(query)}${hidden("scanned", "1")}
<button class="yes">扫码 · Scan</button></form>`;
}

function consentForm(query: URLSearchParams, people: readonly string[]): string {
  const last = people.at(-1) ?? "微信用户";
  const options = people.map((who) => `<option value="${escapeHtml(who)}">`).join("");
  return `<form method="post" action="${WECHAT_EMULATOR_PATH}">${passedOn(query)}
<label for="who">微信昵称 · Name at WeChat</label>
<input id="who" name="who" list="people" maxlength="${WHO_MAX}" required value="${escapeHtml(last)}" autocomplete="off">
<datalist id="people">${options}</datalist>
<button class="yes" name="action" value="allow">同意 · Allow</button>
<button name="action" value="refuse" formnovalidate>拒绝 · Refuse</button></form>`;
}

function overview(services: Services): string {
  const people = emulatedPeople(services).map((who) => `<li>${escapeHtml(who)}</li>`);
  const list = people.length > 0 ? `<ul>${people.join("")}</ul>` : "<p>还没有人授权。 Nobody yet.</p>";
  return `${list}<form method="post" action="${WECHAT_EMULATOR_PATH}">
<label for="who">小程序 wx.login · Code of a mini-program</label>
<input id="who" name="who" maxlength="${WHO_MAX}" required value="微信用户" autocomplete="off">
<button class="yes" name="action" value="code">生成 code · Make a code</button></form>`;
}

/** Does what a button says, and leads back to the site, as WeChat does; never elsewhere. */
function decide(
  services: Services,
  { body }: HttpRequest,
  page: (title: string, content: string) => HttpAnswer,
): HttpAnswer {
  const fields = (body ?? {}) as Readonly<Record<string, unknown>>;
  const text = (name: string): string => (typeof fields[name] === "string" ? fields[name] : "");
  const who = text("who").trim().slice(0, WHO_MAX);
  if (text("action") === "code") {
    const code = emulatedCode(services, who, emulatedAppId("miniProgram"), "");
    return page("微信模拟器 · WeChat emulator", `<p>code: <code>${code}</code></p>`);
  }
  const callback = services.publicUrl + WECHAT_CALLBACK_PATH;
  if (text("redirect_uri") !== callback)
    return page("微信授权 · WeChat", "<p>redirect_uri 参数错误 · wrong redirect_uri</p>");
  const query = new URLSearchParams({ state: text("state") });
  if (text("action") === "allow" && who !== "")
    query.set("code", emulatedCode(services, who, text("appid"), text("scope")));
  const headers = { location: `${callback}?${query}`, "cache-control": "no-store" };
  return { status: 303, headers, body: "" };
}
