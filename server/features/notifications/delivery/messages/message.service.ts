import type { Context } from "../../../../core/context.ts";
import { balanced } from "../../../../core/text.ts";
import { NotificationChannel } from "../../templates/channel.view.ts";
import type { Notification } from "../../inbox/notification.entity.ts";
import { topicOf } from "../../inbox/preferences/preference.view.ts";
import { postOfNotification, threadOfNotification, wordsOfNotification } from "../../inbox/wording.ts";
import { getSettings } from "../../../settings/setting.service.ts";
import { NotificationTopic } from "../../inbox/preferences/preference.view.ts";
import type { Bundle } from "../queue/claim.service.ts";
import { MESSAGE_KIND } from "../kinds.ts";
import { htmlOfMail, textOfMail, type MailContent, type MailItem } from "./messageBody.ts";
import { letterTexts } from "./messageTexts.ts";
import type { SendableMessage } from "./privateMessage.service.ts";
import type { Recipient } from "../recipient.service.ts";
import type { Letter } from "../senders/sender.ts";
import { unsubscribeUrlFor, type StoppedTopic } from "../addresses/unsubscribe.service.ts";

/** Replies on a page of a thread; the client's pages count the same. */
const POSTS_PER_PAGE = 20;
/** Characters of a private message that a letter shows at most. */
const MESSAGE_EXCERPT_MAX = 200;

/** What one letter tells of. */
export interface Contents {
  readonly notifications: readonly Notification[];
  readonly messages: readonly SendableMessage[];
}

/** Something told, in words. */
interface Told extends MailItem {
  readonly title: string;
  readonly kind: string;
  readonly topic: NotificationTopic;
  readonly providerTemplateId: string;
  readonly values: readonly string[];
}

/** The recipient asks: in their language, with their permissions, with what this round has read already. */
export function asRecipient(ctx: Context, { viewer, locale }: Recipient): Context {
  return { ...ctx, viewer, locale };
}

/** Makes the letter of a bundle out of what of it may be sent now. */
export async function composeLetter(
  ctx: Context,
  { letterId, channel }: Bundle,
  recipient: Recipient,
  { notifications, messages }: Contents,
): Promise<Letter> {
  const asking = asRecipient(ctx, recipient);
  const told: Told[] = [];
  for (const notification of notifications)
    told.push(await renderNotification(asking, notification, channel, recipient));
  told.push(...(await tellMessages(asking, messages, recipient)));
  const [first] = told as [Told, ...Told[]];
  const { site_name: siteName } = await getSettings(ctx);
  const t = letterTexts(recipient.locale);
  const title = told.length > 1 ? t.several(siteName, told.length) : first.title;
  const why = told.every((each) => each.why === first.why) ? first.why : "";
  const letter = {
    id: letterName(letterId),
    recipient: { id: recipient.id, nickname: recipient.nickname, locale: recipient.locale },
    address: recipient.addresses.get(channel)?.address ?? "",
    kind: first.kind,
    title,
    url: first.url ?? ctx.services.publicUrl,
    why: first.why,
    notificationIds: notifications.map(({ id }) => id),
    providerTemplateId: first.providerTemplateId,
    values: first.values,
  };
  if (channel !== NotificationChannel.EMAIL)
    return { ...letter, text: first.text, html: "", unsubscribeUrl: null };
  const mail = mailFor(ctx, recipient, siteName, {
    title,
    intro: "",
    items: told.map((each) => (why === "" ? each : { ...each, why: "" })),
    open: t.open,
    why,
    topics: told.map(({ topic }) => topic),
  });
  return { ...letter, ...bodiesOf(mail) };
}

/** The stable name of a letter; mails carry it in their Message-ID. */
export function letterName(letterId: number): string {
  return `notification-${letterId}`;
}

/** A mail to a recipient about some topics, which it can stop. */
export function mailFor(
  ctx: Context,
  { id, nickname, locale }: Recipient,
  siteName: string,
  {
    topics,
    ...content
  }: Pick<MailContent, "title" | "intro" | "items" | "open" | "why"> & { topics: readonly StoppedTopic[] },
): MailContent {
  const siteUrl = ctx.services.publicUrl;
  const stoppable = topics.length > 0;
  return {
    ...content,
    locale,
    siteName,
    siteUrl,
    nickname,
    unsubscribeUrl: stoppable ? unsubscribeUrlFor(ctx, id, topics) : null,
    settingsUrl: stoppable ? `${siteUrl}/my?section=notices` : null,
  };
}

/** Both bodies of a mail, with the link that stops it. */
export function bodiesOf(mail: MailContent): Pick<Letter, "text" | "html" | "unsubscribeUrl"> {
  return { text: textOfMail(mail), html: htmlOfMail(mail), unsubscribeUrl: mail.unsubscribeUrl };
}

async function renderNotification(
  asking: Context,
  notification: Notification,
  channel: NotificationChannel,
  { choices, locale }: Recipient,
): Promise<Told> {
  const withContent = choices.showText ?? true;
  const words = await wordsOfNotification(asking, notification, channel, withContent);
  return {
    title: words.title,
    text: words.body,
    url: await urlOfNotification(asking, notification),
    why: letterTexts(locale).why[notification.why],
    kind: notification.kind,
    topic: topicOf(notification.kind, notification.why),
    providerTemplateId: words.providerTemplateId,
    values: words.values,
  };
}

/** Where a notification leads: the reply, the thread, or the message centre if there is nothing to see. */
async function urlOfNotification(asking: Context, notification: Notification): Promise<string> {
  const { publicUrl } = asking.services;
  const thread = await threadOfNotification(asking, notification);
  if (!thread) return `${publicUrl}/message`;
  const post = await postOfNotification(asking, notification);
  if (post?.number) {
    const page = Math.ceil(post.number / POSTS_PER_PAGE);
    return `${publicUrl}/thread/${thread.id}${page > 1 ? `?page=${page}` : ""}#p${post.number}`;
  }
  const comments = post?.parentId ? `?comments=${post.parentId}` : "";
  return `${publicUrl}/thread/${thread.id}${comments}`;
}

/** What one person wrote is told together. */
async function tellMessages(
  asking: Context,
  messages: readonly SendableMessage[],
  { choices, locale }: Recipient,
): Promise<Told[]> {
  if (messages.length === 0) return [];
  const t = letterTexts(locale);
  const { site_name: siteName } = await getSettings(asking);
  const byAuthor = new Map<number, SendableMessage[]>();
  for (const message of messages) {
    const known = byAuthor.get(message.authorId);
    if (known) known.push(message);
    else byAuthor.set(message.authorId, [message]);
  }
  return [...byAuthor.values()].map((group): Told => {
    const { authorId, nickname } = group[0]!;
    const shown = (choices.showText ?? true) ? group.map(({ body }) => excerpt(body) || t.picture) : [];
    const query = new URLSearchParams({ page: "chat", userId: String(authorId), nickname });
    return {
      title: t.messageTitle(siteName),
      text: [t.message(balanced(nickname), group.length), ...shown].join("\n"),
      url: `${asking.services.publicUrl}/message?${query.toString()}`,
      why: t.whyMessage,
      kind: MESSAGE_KIND,
      topic: NotificationTopic.MESSAGE,
      providerTemplateId: "",
      values: [],
    };
  });
}

function excerpt(body: string): string {
  const signs = [...body];
  return balanced(
    signs.length > MESSAGE_EXCERPT_MAX ? `${signs.slice(0, MESSAGE_EXCERPT_MAX).join("")}…` : body,
  );
}
