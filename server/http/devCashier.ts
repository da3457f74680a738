import { createHash } from "node:crypto";
import type { Services } from "../core/context.ts";
import { amountText } from "../core/money.ts";
import { escapeHtml } from "../features/notifications/delivery/messages/messageBody.ts";
import {
  actAtCashier,
  CASHIER_PATH,
  sandboxPayments,
  type CashierAction,
  type SandboxPayment,
} from "../features/payments/providers/sandbox.ts";
import type { HttpAnswer, HttpRequest, Route } from "./route.ts";

const STYLE =
  "body{font:16px/1.6 system-ui,sans-serif;margin:0;padding:24px 20px}main{max-width:44rem;margin:0 auto}" +
  "h1{font-size:1.3rem}li{padding:14px 0;border-top:1px solid #8886;overflow-wrap:anywhere}ul{list-style:none;padding:0}" +
  "b{font-size:1.3rem}small{opacity:.75}form{display:flex;flex-wrap:wrap;gap:8px;margin:8px 0 0}:root{color-scheme:light dark}" +
  "button{font:inherit;padding:7px 14px;border-radius:8px;border:1px solid #8888;background:transparent;color:inherit;cursor:pointer}" +
  "button:first-of-type{background:#1a5fb4;border-color:#1a5fb4;color:#fff}";
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

const WAITING: readonly (readonly [CashierAction, string])[] = [
  ["pay", "支付 · Pay"],
  ["twice", "支付，通知两次 · Pay, notify twice"],
  ["delay", "支付，5 秒后通知 · Pay, notify after 5 s"],
  ["fail", "失败 · Fail"],
];
const PAID: readonly (readonly [CashierAction, string])[] = [["refund", "渠道退款 · Refund at the provider"]];
const STATES: Readonly<Record<SandboxPayment["state"], string>> = {
  PENDING: "待支付 · waits",
  PAID: "已支付 · paid",
  CLOSED: "已关闭 · closed",
  REFUNDED: "已退款 · refunded",
};

/** The pages of the sandbox cashier, which stands in for payment providers outside production. */
export function devCashier(services: Services): Route[] {
  // Browsers follow the answer of a form only to where the page says.
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "x-robots-tag": "noindex",
    "content-security-policy": `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  };
  return [
    {
      method: "GET",
      path: CASHIER_PATH,
      name: "cashier",
      work: "data",
      handle: ({ search }) =>
        Promise.resolve({ status: 200, headers, body: cashierPage(sandboxPayments(services), search) }),
    },
    {
      method: "POST",
      path: CASHIER_PATH,
      name: "cashier",
      work: "data",
      handle: (request) => act(services, request),
    },
  ];
}

/** Does what a button says; whoever paid goes back to the site, as at a real cashier. */
async function act(services: Services, { body, search }: HttpRequest): Promise<HttpAnswer> {
  const { number, action } = (body ?? {}) as Readonly<Record<string, unknown>>;
  const wanted = [...WAITING, ...PAID].find(([name]) => name === action)?.[0];
  const payment = wanted ? await actAtCashier(services, String(number), wanted) : null;
  const location = payment && wanted !== "refund" ? payment.returnUrl : CASHIER_PATH + search;
  return { status: 303, headers: { location, "cache-control": "no-store" }, body: "" };
}

function cashierPage(payments: readonly SandboxPayment[], search: string): string {
  const wanted = new URLSearchParams(search).get("number");
  const shown = wanted === null ? payments : payments.filter(({ number }) => number === wanted);
  const items = shown.map(({ number, subject, amountCents, state, refundNumber }) => {
    const actions = state === "PENDING" ? WAITING : state === "PAID" ? PAID : [];
    const buttons = actions.map(([name, words]) => `<button name="action" value="${name}">${words}</button>`);
    const form =
      buttons.length > 0
        ? `<form method="post"><input type="hidden" name="number" value="${escapeHtml(number)}">${buttons.join("")}</form>`
        : "";
    const details = [number, STATES[state], refundNumber].filter(Boolean).join(" · ");
    return `<li>${escapeHtml(subject)}<br><b>¥${amountText(amountCents)}</b><br><small>${escapeHtml(details)}</small>${form}</li>`;
  });
  const list = items.length > 0 ? `<ul>${items.join("\n")}</ul>` : "<p>还没有付款。 No payments yet.</p>";
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>沙箱收银台 · Sandbox cashier</title><style>${STYLE}</style></head>
<body><main><h1>沙箱收银台 · Sandbox cashier</h1><p><small>只在开发环境存在，不涉及真实资金。 Development only: no real money.</small></p>${list}</main></body></html>`;
}
