import type { Context } from "../../../../core/context.ts";
import { invalid } from "../../../../core/errors.ts";
import { DEFAULT_LOCALE, type Locale } from "../../../../core/locale.ts";
import { inTransaction } from "../../../../core/transaction.ts";
import { verb } from "../../../../core/verbs.ts";
import { NotificationChannel } from "../../templates/channel.view.ts";
import { TYPE_OF, type NotificationKind } from "../../templates/kind.view.ts";
import { templateOf } from "../../templates/template.service.ts";
import { fillIn, namesIn } from "../../templates/templateText.ts";
import { notificationRaised } from "../../inbox/notification.events.ts";
import { getSettings } from "../../../settings/setting.service.ts";
import { bodiesOf, mailFor } from "./message.service.ts";
import { messageTexts } from "./messageTexts.ts";
import { maskAddress } from "../queue/log.service.ts";
import type { TestNotificationResult } from "../addresses/preferences.view.ts";
import { recipientsOf, type Recipient } from "../recipient.service.ts";
import { senderOf, SendingError, type OutgoingMessage } from "../senders/sender.ts";

/** Input of `sendTestNotification`. */
export interface TestNotification {
  readonly kind: string;
  readonly channel: NotificationChannel;
  readonly locale: string;
}

/**
 * Sends a sample notification to the administrator who calls it, at once and without a line in the log, to show a text and
 * test a channel.
 * @throws {DomainError} INVALID_PARAMETER for an unknown kind.
 */
export const sendTestNotification = verb({
  name: "sendTestNotification",
  who: "admin",
  rate: "email",
  async run(
    ctx: Context,
    { kind: name, channel, locale }: TestNotification,
  ): Promise<TestNotificationResult> {
    if (!Object.hasOwn(TYPE_OF, name))
      throw invalid("kind", "未知的通知类型", "There is no such notification.");
    const kind = name as NotificationKind;
    const language: Locale = locale === "en" ? "en" : DEFAULT_LOCALE;
    const recipient = (await recipientsOf(ctx, [ctx.viewer.id])).get(ctx.viewer.id);
    if (!recipient) throw invalid("channel", "账号状态异常", "This account gets no notifications.");
    const outgoing = await sampleMessage(ctx, kind, channel, { ...recipient, locale: language });
    const result = {
      channel,
      title: outgoing.title,
      text: outgoing.text,
      address: maskAddress(outgoing.address),
    };
    if (channel === NotificationChannel.SITE) {
      await inTransaction(ctx, (ctx) => {
        const userId = ctx.viewer.id;
        ctx.emit(notificationRaised({ userId, kind, actorId: null, threadId: null, postId: null, data: {} }));
        return Promise.resolve();
      });
      return { ...result, sent: true, error: "" };
    }
    const error = await trySending(ctx, channel, outgoing);
    return { ...result, sent: error === "", error };
  },
});

/** @returns the failure as a short code; empty if it was sent */
async function trySending(
  ctx: Context,
  channel: NotificationChannel,
  outgoing: OutgoingMessage,
): Promise<string> {
  const sender = senderOf(channel);
  if (!sender || !(await sender.isConfigured(ctx))) return "NOT_CONFIGURED";
  if (!(await sender.reachable(ctx, [ctx.viewer.id])).has(ctx.viewer.id)) return "NO_ADDRESS";
  try {
    await sender.send(ctx, outgoing);
    return "";
  } catch (error) {
    return error instanceof SendingError ? error.message : "UNKNOWN";
  }
}

function samplesIn(locale: Locale, recipient: Recipient, siteName: string): Readonly<Record<string, string>> {
  const en = locale === "en";
  return {
    actors: en ? "Ada and Bo" : "小雅、小博",
    thing: en ? "thread “Spring in the hills”" : "帖子《山里的春天》",
    content: en ? "The first lines of what was written." : "所写内容的开头几行。",
    reason: en ? "Reason: an example" : "原因：示例",
    amount: "3.50",
    oldgroupname: en ? "Members" : "普通会员",
    newgroupname: en ? "Regulars" : "资深会员",
    nickname: recipient.nickname,
    username: recipient.nickname,
    sitename: siteName,
  };
}

async function sampleMessage(
  ctx: Context,
  kind: NotificationKind,
  channel: NotificationChannel,
  recipient: Recipient,
): Promise<OutgoingMessage> {
  const { locale, id, nickname } = recipient;
  const template = await templateOf(ctx, kind, channel);
  const language = locale === "en" ? "en" : "zh";
  const { site_name: siteName } = await getSettings(ctx);
  const samples = samplesIn(locale, recipient, siteName);
  const title = fillIn(template.title[language], samples);
  const text = fillIn(template.body[language], samples);
  const url = ctx.services.publicUrl;
  const t = messageTexts(locale);
  const outgoing = {
    id: `test-${ctx.requestId}`,
    recipient: { id, nickname, locale },
    address: recipient.addresses.get(channel)?.address ?? "",
    kind,
    title,
    text,
    html: "",
    url,
    why: t.why.ACCOUNT,
    unsubscribeUrl: null,
    notificationIds: [],
    providerTemplateId: template.providerTemplateId,
    values: namesIn(template.body[language]).map((name) => samples[name] ?? ""),
  };
  if (channel !== NotificationChannel.EMAIL) return outgoing;
  const items = [{ text, url, why: "" }];
  const content = { title, intro: "", items, open: t.open, why: t.why.ACCOUNT, topics: [] };
  return { ...outgoing, ...bodiesOf(mailFor(ctx, recipient, siteName, content)) };
}
