import { createHash } from "node:crypto";
import type { Services } from "../core/context.ts";
import { escapeHtml } from "../features/notifications/delivery/messages/messageBody.ts";
import { keptMessages, type KeptMessage } from "../features/sms/smsOutbox.ts";
import { devCashier } from "./devCashier.ts";
import { devWechat } from "./devWechat.ts";
import type { Route } from "./route.ts";

/** Shows the text messages of the local outbox. */
export const SMS_OUTBOX_PATH = "/dev/sms";

const STYLE =
  "body{font:16px/1.6 system-ui,sans-serif;margin:0;padding:24px 20px}main{max-width:40rem;margin:0 auto}" +
  "h1{font-size:1.3rem}li{padding:12px 0;border-top:1px solid #8886;overflow-wrap:anywhere}" +
  "ul{list-style:none;padding:0}b{font-size:1.3rem;letter-spacing:.1em}small{opacity:.75}:root{color-scheme:light dark}";
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");
const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "x-robots-tag": "noindex",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; frame-ancestors 'none'`,
} as const;

/** Lists the pages that show what stand-ins of outside services hold; production has none of them. */
export function devPages(services: Services): Route[] {
  if (services.isProduction) return [];
  return [
    {
      method: "GET",
      path: SMS_OUTBOX_PATH,
      name: "smsOutbox",
      work: "data",
      handle: () =>
        Promise.resolve({ status: 200, headers: HEADERS, body: outboxPage(keptMessages(services)) }),
    },
    ...devCashier(services),
    ...devWechat(services),
  ];
}

function outboxPage(messages: readonly KeptMessage[]): string {
  const items = messages.map(({ phone, templateId, values, sentAt }) => {
    const [first = "", ...others] = values;
    const details = [sentAt.toISOString(), templateId && `template ${templateId}`, ...others];
    return `<li>${escapeHtml(phone)}<br><b>${escapeHtml(first)}</b><br><small>${escapeHtml(details.filter(Boolean).join(" · "))}</small></li>`;
  });
  const list = items.length > 0 ? `<ul>${items.join("\n")}</ul>` : "<p>还没有短信。 No messages yet.</p>";
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>短信发件箱 · SMS outbox</title><style>${STYLE}</style></head>
<body><main><h1>短信发件箱 · SMS outbox</h1>${list}</main></body></html>`;
}
