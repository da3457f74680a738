import { DomainError } from "../core/errors.ts";
import { statusOf } from "../core/httpStatus.ts";
import type { Context, Services } from "../core/context.ts";
import { readEmailProof, verifyEmail } from "../features/notifications/delivery/addresses/email.service.ts";
import { escapeHtml } from "../features/notifications/delivery/messages/messageBody.ts";
import {
  DIGEST_TOPIC,
  readUnsubscription,
  unsubscribe,
  type StoppedTopic,
} from "../features/notifications/delivery/addresses/unsubscribe.service.ts";
import { getSettings } from "../features/settings/setting.service.ts";
import type { Route, HttpAnswer, HttpRequest } from "./route.ts";
import { requestContext } from "./requests.ts";

/**
 * The pages that mailed links lead to: plain, without a program, for people who are not signed in. Opening one changes
 * nothing, since mail services open links by themselves; pressing its button does (RFC 8058).
 */
export function mailPages(services: Services): Route[] {
  const answering = (handle: Handle) => (request: HttpRequest) => answer(services, request, handle);
  return [
    {
      method: "READ",
      path: "/unsubscribe",
      name: "unsubscribe",
      work: "data",
      handle: answering(askUnsubscribe),
    },
    {
      method: "POST",
      path: "/unsubscribe",
      name: "unsubscribe",
      work: "data",
      handle: answering(doUnsubscribe),
    },
    {
      method: "READ",
      path: "/email/verify",
      name: "verifyEmail",
      work: "data",
      handle: answering(askVerify),
    },
    { method: "POST", path: "/email/verify", name: "verifyEmail", work: "data", handle: answering(doVerify) },
  ];
}

interface Button {
  readonly name: string;
  readonly words: string;
}

interface Page {
  readonly title: string;
  readonly text: string;
  readonly buttons?: readonly Button[];
  readonly status?: number;
}

type Handle = (ctx: Context, token: string, form: Readonly<Record<string, unknown>>) => Promise<Page>;

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "private, no-store",
  // The token goes nowhere else; to the site itself browsers must say where its button was pressed.
  "referrer-policy": "same-origin",
  "x-robots-tag": "noindex",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
} as const;

async function answer(services: Services, request: HttpRequest, handle: Handle): Promise<HttpAnswer> {
  // Who is signed in plays no part: the link itself says whose it is.
  const { headers, cookies } = request;
  const ctx = await requestContext(services, {
    ...request,
    headers: { "accept-language": headers["accept-language"] },
    cookies: { locale: cookies["locale"] },
  });
  const form = (request.body ?? {}) as Record<string, unknown>;
  const token = new URLSearchParams(request.search).get("token") ?? "";
  let page: Page;
  try {
    page = await handle(ctx, token, form);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const text = error.code === "NOT_FOUND" ? words(ctx).badLink : error.textIn(ctx.locale);
    page = { title: words(ctx).failed, text, status: statusOf(error) };
  }
  const { site_name: siteName } = await getSettings(ctx);
  const body = request.method === "HEAD" ? "" : htmlOf(ctx, siteName, page);
  return { status: page.status ?? 200, headers: HEADERS, body };
}

async function askUnsubscribe(ctx: Context, token: string): Promise<Page> {
  const { nickname, topics } = await readUnsubscription(ctx, token);
  const w = words(ctx);
  return {
    title: w.unsubscribe,
    text: w.askUnsubscribe(nickname, topics.map((topic) => w.topics[topic]).join(w.comma)),
    buttons: [
      { name: "these", words: w.stopThese },
      { name: "all", words: w.stopAll },
    ],
  };
}

async function doUnsubscribe(
  ctx: Context,
  token: string,
  form: Readonly<Record<string, unknown>>,
): Promise<Page> {
  const [all, undo] = ["all" in form, "undo" in form];
  await unsubscribe(ctx, { token, all, undo });
  const w = words(ctx);
  if (undo) return { title: w.undone, text: w.undoneText };
  return { title: w.stopped, text: w.stoppedText, buttons: all ? [] : [{ name: "undo", words: w.undo }] };
}

async function askVerify(ctx: Context, token: string): Promise<Page> {
  const { nickname, email } = await readEmailProof(ctx, token);
  const w = words(ctx);
  return { title: w.verify, text: w.askVerify(nickname, email), buttons: [{ name: "yes", words: w.verify }] };
}

async function doVerify(ctx: Context, token: string): Promise<Page> {
  await verifyEmail(ctx, token);
  return { title: words(ctx).verified, text: words(ctx).verifiedText };
}

function htmlOf(ctx: Context, siteName: string, { title, text, buttons = [] }: Page): string {
  const shown = buttons
    .map(({ name, words }) => `<button name="${name}" value="1">${escapeHtml(words)}</button>`)
    .join("\n");
  return `<!doctype html>
<html lang="${ctx.locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(`${title} · ${siteName}`)}</title>
<style>
body{font:16px/1.6 system-ui,-apple-system,"PingFang SC","Microsoft YaHei",sans-serif;margin:0;padding:12vh 20px 40px}
main{max-width:30rem;margin:0 auto}h1{font-size:1.4rem;margin:0 0 .6rem}form{display:flex;flex-wrap:wrap;gap:12px;margin:1.4rem 0}
button{font:inherit;padding:9px 18px;border-radius:8px;border:1px solid #1a5fb4;background:#1a5fb4;color:#fff;cursor:pointer}
button+button{background:transparent;color:inherit;border-color:currentColor}a{color:inherit}
</style></head><body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>
${shown ? `<form method="post">${shown}</form>` : ""}
<p><a href="/">${escapeHtml(siteName)}</a></p></main></body></html>
`;
}

interface Words {
  readonly comma: string;
  readonly failed: string;
  readonly badLink: string;
  readonly unsubscribe: string;
  readonly askUnsubscribe: (nickname: string, topics: string) => string;
  readonly stopThese: string;
  readonly stopAll: string;
  readonly stopped: string;
  readonly stoppedText: string;
  readonly undo: string;
  readonly undone: string;
  readonly undoneText: string;
  readonly verify: string;
  readonly askVerify: (nickname: string, email: string) => string;
  readonly verified: string;
  readonly verifiedText: string;
  readonly topics: Readonly<Record<StoppedTopic, string>>;
}

const ZH: Words = {
  comma: "、",
  failed: "无法完成",
  badLink: "链接无效。",
  unsubscribe: "停止接收邮件",
  askUnsubscribe: (nickname, topics) => `是否不再向 ${nickname} 发送以下邮件：${topics}？`,
  stopThese: "停止这些邮件",
  stopAll: "停止所有邮件",
  stopped: "已停止",
  stoppedText: "之后不会再收到这类邮件。可随时在通知设置中重新开启。",
  undo: "恢复接收",
  undone: "已恢复",
  undoneText: "之后会继续收到这类邮件。",
  verify: "验证邮箱",
  askVerify: (nickname, email) => `是否用 ${email} 接收账号 ${nickname} 的通知？`,
  verified: "邮箱已验证",
  verifiedText: "之后的通知会发送到这个邮箱。",
  topics: {
    SYSTEM: "系统通知",
    MENTIONED: "提到我",
    REPLIED: "回复",
    LIKED: "点赞",
    WATCHED: "关注的内容",
    MONEY: "资金",
    MODERATION: "管理结果",
    REPORTS: "举报结果",
    MESSAGE: "私信",
    [DIGEST_TOPIC]: "精彩内容摘要",
  },
};

const EN: Words = {
  comma: ", ",
  failed: "This did not work",
  badLink: "The link is not valid.",
  unsubscribe: "Stop mails",
  askUnsubscribe: (nickname, topics) => `Stop sending ${nickname} mails about: ${topics}?`,
  stopThese: "Stop these mails",
  stopAll: "Stop all mails",
  stopped: "Stopped",
  stoppedText:
    "You will get no more mails like this. The settings of notifications bring them back at any time.",
  undo: "Bring them back",
  undone: "They are back",
  undoneText: "You will get mails like this again.",
  verify: "Confirm the address",
  askVerify: (nickname, email) => `Send notifications of the account ${nickname} to ${email}?`,
  verified: "The address is confirmed",
  verifiedText: "Notifications go to this address from now on.",
  topics: {
    SYSTEM: "system",
    MENTIONED: "mentions",
    REPLIED: "replies",
    LIKED: "likes",
    WATCHED: "what you watch",
    MONEY: "money",
    MODERATION: "moderation",
    REPORTS: "outcomes of reports",
    MESSAGE: "private messages",
    [DIGEST_TOPIC]: "what you missed",
  },
};

const words = ({ locale }: Context): Words => (locale === "en" ? EN : ZH);
