import type { Locale } from "../../../../core/locale.ts";
import { messageTexts } from "./messageTexts.ts";

/** An item of a mail. */
export interface MailItem {
  /** May have several lines. */
  readonly text: string;
  readonly url: string | null;
  /** Reason for the item, as a part of a sentence; empty if the mail states it once for all. */
  readonly why: string;
}

/** Content of a mail, before it is rendered as text and HTML. */
export interface MailContent {
  readonly locale: Locale;
  readonly siteName: string;
  readonly siteUrl: string;
  readonly nickname: string;
  readonly title: string;
  /** Stands above the items; may be empty. */
  readonly intro: string;
  readonly items: readonly MailItem[];
  /** Words of the links of items. */
  readonly open: string;
  /** Reason for the whole mail; empty if each item states its own. */
  readonly why: string;
  readonly unsubscribeUrl: string | null;
  /** Address of the notification settings; null in mails that cannot be stopped. */
  readonly settingsUrl: string | null;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes a text for HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);
}

const inLines = (text: string): string => escapeHtml(text).replaceAll("\n", "<br>");

/** Renders a mail as plain text. */
export function textOfMail(mail: MailContent): string {
  const t = messageTexts(mail.locale);
  const items = mail.items.map(({ text, url, why }) =>
    [text, url ?? "", why && t.whyLabel + why].filter(Boolean).join("\n"),
  );
  const foot = [
    mail.why && t.whyLabel + mail.why,
    mail.unsubscribeUrl && `${t.stop}: ${mail.unsubscribeUrl}`,
    mail.settingsUrl && `${t.settings}: ${mail.settingsUrl}`,
  ].filter(Boolean);
  const parts = [t.greeting(mail.nickname), mail.intro, ...items].filter(Boolean);
  return `${parts.join("\n\n")}\n\n-- \n${[`${mail.siteName} ${mail.siteUrl}`, ...foot].join("\n")}\n`;
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI','PingFang SC','Microsoft YaHei',sans-serif";
const link = (url: string, words: string): string =>
  `<a href="${escapeHtml(url)}" style="color:#1a5fb4">${escapeHtml(words)}</a>`;

/** Renders a mail as HTML: words and links, nothing that is loaded from anywhere. */
export function htmlOfMail(mail: MailContent): string {
  const t = messageTexts(mail.locale);
  const items = mail.items.map(({ text, url, why }) => {
    const grey = why
      ? `<p style="margin:4px 0 0;color:#5c6370;font-size:13px">${escapeHtml(t.whyLabel + why)}</p>`
      : "";
    const open = url ? `<p style="margin:4px 0 0">${link(url, mail.open)}</p>` : "";
    return `<div style="border-left:3px solid #c9d3e0;padding:2px 0 2px 12px;margin:16px 0"><p style="margin:0">${inLines(text)}</p>${open}${grey}</div>`;
  });
  const foot = [
    mail.why && escapeHtml(t.whyLabel + mail.why),
    mail.unsubscribeUrl && link(mail.unsubscribeUrl, t.stop),
    mail.settingsUrl && link(mail.settingsUrl, t.settings),
  ].filter(Boolean);
  return `<!doctype html>
<html lang="${mail.locale}"><head><meta charset="utf-8"><title>${escapeHtml(mail.title)}</title></head>
<body style="margin:0;padding:24px;background:#fff;color:#1f2329;${FONT};font-size:15px;line-height:1.6">
<div style="max-width:600px;margin:0 auto">
<p style="margin:0">${escapeHtml(t.greeting(mail.nickname))}</p>
${mail.intro ? `<p style="margin:16px 0 0">${inLines(mail.intro)}</p>` : ""}
${items.join("\n")}
<p style="margin:24px 0 0;padding-top:12px;border-top:1px solid #e3e6eb;color:#5c6370;font-size:13px">${[
    link(mail.siteUrl, mail.siteName),
    ...foot,
  ].join("<br>")}</p>
</div></body></html>
`;
}
