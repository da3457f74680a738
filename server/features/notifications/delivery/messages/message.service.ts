import type { Context } from "../../../../core/context.ts";
import { balanced } from "../../../../core/text.ts";
import { NotificationChannel } from "../../templates/channel.view.ts";
import type { Notification } from "../../inbox/notification.entity.ts";
import { topicOf } from "../../inbox/preferences/preference.view.ts";
import {
  dataOf,
  postOfNotification,
  threadOfNotification,
  wordsOfNotification,
} from "../../inbox/wording.ts";
import { getSettings } from "../../../settings/setting.service.ts";
import { NotificationTopic } from "../../inbox/preferences/preference.view.ts";
import type { Bundle } from "../queue/claim.service.ts";
import { MESSAGE_KIND } from "../kinds.ts";
import { htmlOfMail, textOfMail, type MailContent, type MailItem } from "./messageBody.ts";
import { messageTexts } from "./messageTexts.ts";
import type { SendableMessage } from "./privateMessage.service.ts";
import type { Recipient } from "../recipient.service.ts";
import type { OutgoingMessage } from "../senders/sender.ts";
import { unsubscribeUrlFor, type StoppedTopic } from "../addresses/unsubscribe.service.ts";

/** Replies on a page of a thread; the client's pages count the same. */
export const POSTS_PER_PAGE = 20;
/** Characters of a private message that a message shows at most. */
const MESSAGE_EXCERPT_MAX = 200;

/** Contents of one outgoing message. */
export interface Contents {
  readonly notifications: readonly Notification[];
  readonly messages: readonly SendableMessage[];
}

/** A rendered notification or group of private messages. */
interface RenderedItem extends MailItem {
  readonly title: string;
  readonly kind: string;
  readonly topic: NotificationTopic;
  readonly providerTemplateId: string;
  readonly values: readonly string[];
}

/** Makes a context with the language and permissions of the recipient; loaders are shared by the batch. */
export function asRecipient(ctx: Context, { viewer, locale }: Recipient): Context {
  return { ...ctx, viewer, locale };
}

/** Composes the message of a bundle from those contents that may be sent now. */
export async function composeMessage(
  ctx: Context,
  { letterId, channel }: Bundle,
  recipient: Recipient,
  { notifications, messages }: Contents,
): Promise<OutgoingMessage> {
  const asking = asRecipient(ctx, recipient);
  const items: RenderedItem[] = [];
  for (const notification of notifications)
    items.push(await renderNotification(asking, notification, channel, recipient));
  items.push(...(await renderMessages(asking, messages, recipient)));
  const [first] = items as [RenderedItem, ...RenderedItem[]];
  const { site_name: siteName } = await getSettings(ctx);
  const t = messageTexts(recipient.locale);
  const title = items.length > 1 ? t.several(siteName, items.length) : first.title;
  const why = items.every((each) => each.why === first.why) ? first.why : "";
  const outgoing = {
    id: messageName(letterId),
    recipient: { id: recipient.id, nickname: recipient.nickname, locale: recipient.locale },
    address: recipient.addresses.get(channel)?.address ?? "",
    kind: first.kind,
    title,
    url: first.url ?? ctx.services.publicUrl,
    why: first.why,
    notificationIds: notifications.map(({ id }) => id),
    threadId: messages.length === 0 ? commonThread(notifications) : null,
    providerTemplateId: first.providerTemplateId,
    values: first.values,
  };
  if (channel !== NotificationChannel.EMAIL)
    return { ...outgoing, text: first.text, html: "", unsubscribeUrl: null };
  const mail = mailFor(ctx, recipient, siteName, {
    title,
    intro: "",
    items: items.map((each) => (why === "" ? each : { ...each, why: "" })),
    open: t.open,
    why,
    topics: items.map(({ topic }) => topic),
  });
  return { ...outgoing, ...bodiesOf(mail) };
}

/** Names a message; stable over attempts, since mails carry it in their Message-ID. */
export function messageName(letterId: number): string {
  return `notification-${letterId}`;
}

/** Makes the content of a mail to a recipient about some topics, with the address that stops them. */
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
    settingsUrl: stoppable ? `${siteUrl}/my/settings?section=notifications` : null,
  };
}

/** Gives the thread that all of these are about; null if they are about several, or one is about none. */
function commonThread(notifications: readonly Notification[]): number | null {
  const [first] = notifications;
  return first && notifications.every(({ threadId }) => threadId === first.threadId) ? first.threadId : null;
}

/** Renders a mail as text and HTML, with the address that stops it. */
export function bodiesOf(mail: MailContent): Pick<OutgoingMessage, "text" | "html" | "unsubscribeUrl"> {
  return { text: textOfMail(mail), html: htmlOfMail(mail), unsubscribeUrl: mail.unsubscribeUrl };
}

async function renderNotification(
  asking: Context,
  notification: Notification,
  channel: NotificationChannel,
  { choices, locale }: Recipient,
): Promise<RenderedItem> {
  const withContent = choices.showText ?? true;
  const words = await wordsOfNotification(asking, notification, channel, withContent);
  return {
    title: words.title,
    text: words.body,
    url: await urlOfNotification(asking, notification),
    why: messageTexts(locale).why[notification.why],
    kind: notification.kind,
    topic: topicOf(notification.kind, notification.why),
    providerTemplateId: words.providerTemplateId,
    values: words.values,
  };
}

/** Gives the address that a notification leads to: the saved search, the reply, the thread, or the message centre if neither may be seen. */
async function urlOfNotification(asking: Context, notification: Notification): Promise<string> {
  const { publicUrl } = asking.services;
  const { savedSearchId } = dataOf(notification);
  if (savedSearchId !== undefined) return `${publicUrl}/search?saved=${savedSearchId}`;
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

/** Renders messages: private ones of one author together, and those of one group chat. */
async function renderMessages(
  asking: Context,
  messages: readonly SendableMessage[],
  { choices, locale }: Recipient,
): Promise<RenderedItem[]> {
  if (messages.length === 0) return [];
  const t = messageTexts(locale);
  const { site_name: siteName } = await getSettings(asking);
  const groups = new Map<string, SendableMessage[]>();
  for (const message of messages) {
    const key = message.room ? `room ${message.room.id}` : `author ${message.authorId}`;
    const group = groups.get(key);
    if (group) group.push(message);
    else groups.set(key, [message]);
  }
  const showText = choices.showText ?? true;
  return [...groups.values()].map((group): RenderedItem => {
    const { authorId, nickname, room } = group[0]!;
    const excerpts = group.map(({ body, nickname: author }) => {
      const text = excerpt(body) || t.picture;
      return room ? t.roomLine(balanced(author), text) : text;
    });
    const summary = room
      ? t.roomMessage(showText ? balanced(room.name) : "", group.length)
      : t.message(balanced(nickname), group.length);
    const query = new URLSearchParams(
      room ? { page: "room", roomId: String(room.id) } : { page: "chat", userId: String(authorId), nickname },
    );
    return {
      title: room ? t.roomTitle(siteName) : t.messageTitle(siteName),
      text: [summary, ...(showText ? excerpts : [])].join("\n"),
      url: `${asking.services.publicUrl}/message?${query.toString()}`,
      why: room ? t.whyRoom : t.whyMessage,
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
