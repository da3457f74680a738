import { DomainError, invalid } from "../../../core/errors.ts";
import { channelsOf, NotificationChannel, PROVIDER_CHANNELS } from "./channel.view.ts";
import type { NotificationKind } from "./kind.view.ts";
import type { NotificationTemplate, Template } from "./presets.ts";
import { DELAY_MAX_S, PROVIDER_ID_MAX, TITLE_MAX } from "./template.entity.ts";
import { onLines, onOneLine, unknownIn } from "./templateText.ts";

/** Longest text per channel, in characters: what fits a list, a mail, a card of the system, a short message. */
export const BODY_MAX: Readonly<Record<NotificationChannel, number>> = {
  [NotificationChannel.SITE]: 500,
  [NotificationChannel.EMAIL]: 5000,
  [NotificationChannel.PUSH]: 200,
  [NotificationChannel.SMS]: 300,
  [NotificationChannel.WECHAT]: 1000,
};

/** Channels whose texts may have several lines. */
export const MULTILINE: ReadonlySet<NotificationChannel> = new Set([
  NotificationChannel.EMAIL,
  NotificationChannel.WECHAT,
]);
/** Channels that show titles to recipients, so that one is needed; the predecessor wants one in the site, too. */
const TITLED: ReadonlySet<NotificationChannel> = new Set([
  NotificationChannel.SITE,
  NotificationChannel.EMAIL,
  NotificationChannel.PUSH,
]);

const lengthOf = (text: string): number => [...text].length;
const both = ({ zh, en }: Template, change: (text: string) => string): Template => ({
  zh: change(zh),
  en: change(en),
});

/** A template as it is stored: on lines, without control characters and blanks around. */
export function normalised(
  channel: NotificationChannel,
  template: NotificationTemplate,
): NotificationTemplate {
  return {
    enabled: template.enabled,
    title: both(template.title, onOneLine),
    body: both(template.body, MULTILINE.has(channel) ? onLines : onOneLine),
    providerTemplateId: template.providerTemplateId.trim(),
    delaySeconds: template.delaySeconds,
  };
}

/** What is wrong with one text: too long, or it names what is not offered. Null if it is right. */
export function problemOf(
  kind: NotificationKind,
  field: string,
  text: string,
  max: number,
): DomainError | null {
  const length = lengthOf(text);
  if (length > max)
    return invalid(
      field,
      `最多 ${max} 个字，现在有 ${length} 个`,
      `At most ${max} characters; there are ${length}.`,
    );
  const unknown = unknownIn(kind, text).map((name) => `{${name}}`);
  if (unknown.length === 0) return null;
  return invalid(
    field,
    `没有这样的变量：${unknown.join("、")}`,
    `There is no such variable: ${unknown.join(", ")}.`,
  );
}

/** @throws {DomainError} INVALID_PARAMETER naming the field that does not fit. */
export function checkTemplate(
  kind: NotificationKind,
  channel: NotificationChannel,
  template: NotificationTemplate,
): void {
  if (!channelsOf(kind).includes(channel))
    throw invalid("channel", "这种通知没有此渠道", "This notification does not exist on that channel.");
  const { title, body, providerTemplateId, delaySeconds, enabled } = template;
  for (const locale of ["zh", "en"] as const) {
    const problem =
      problemOf(kind, `title.${locale}`, title[locale], TITLE_MAX) ??
      problemOf(kind, `body.${locale}`, body[locale], BODY_MAX[channel]);
    if (problem) throw problem;
    if (TITLED.has(channel) && title[locale] === "")
      throw invalid(`title.${locale}`, "请填写标题", "A title is needed.");
    if (body[locale] === "") throw invalid(`body.${locale}`, "请填写内容", "A text is needed.");
  }
  if (!/^[\w.:-]*$/.test(providerTemplateId) || providerTemplateId.length > PROVIDER_ID_MAX)
    throw invalid("templateId", "模板 ID 格式不正确", "This is not the id of a template.");
  if (enabled && PROVIDER_CHANNELS.has(channel) && providerTemplateId === "")
    throw invalid("templateId", "请先填写模板 ID", "The id of the provider’s template is needed first.");
  const isDelay = Number.isInteger(delaySeconds) && delaySeconds >= 0 && delaySeconds <= DELAY_MAX_S;
  if (!isDelay) throw invalid("delaySeconds", "延迟最长 30 天", "A delay is at most 30 days.");
  if (delaySeconds > 0 && channel === NotificationChannel.SITE)
    throw invalid("delaySeconds", "站内通知不能延迟", "Notifications in the site cannot wait.");
}

/** Whether two templates say and do the same. */
export function isSame(one: NotificationTemplate, other: NotificationTemplate): boolean {
  return (
    one.enabled === other.enabled &&
    one.title.zh === other.title.zh &&
    one.title.en === other.title.en &&
    one.body.zh === other.body.zh &&
    one.body.en === other.body.en &&
    one.providerTemplateId === other.providerTemplateId &&
    one.delaySeconds === other.delaySeconds
  );
}
