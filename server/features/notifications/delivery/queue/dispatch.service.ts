import type { Context } from "../../../../core/context.ts";
import { insertIgnore } from "../../../../core/write.ts";
import type { messageSent } from "../../../messages/message.events.ts";
import { NotificationChannel } from "../../templates/channel.view.ts";
import { templateOf } from "../../templates/template.service.ts";
import type { notificationsWritten } from "../../inbox/notification.events.ts";
import { choicesOf } from "../../inbox/preferences/preference.service.ts";
import {
  isMutedAt,
  NotificationTopic,
  topicOf,
  wants,
  type NotificationChoices,
} from "../../inbox/preferences/preference.view.ts";
import { Dispatch, DispatchState } from "./dispatch.entity.ts";
import { MESSAGE_KIND } from "../kinds.ts";
import { configuredSenders } from "../senders/sender.ts";
import { subjectText, type Subject } from "../messages/subjects.ts";

type Of<E extends (payload: never) => unknown> = Parameters<E>[0];

/** Channels that carry private messages; providers of the others have no template for what members write. */
const MESSAGE_CHANNELS: ReadonlySet<NotificationChannel> = new Set([
  NotificationChannel.EMAIL,
  NotificationChannel.PUSH,
]);
/** Something that is to leave the site. */
export interface Sendable {
  readonly userId: number;
  readonly subject: Subject;
  readonly kind: string;
  readonly channel: NotificationChannel;
  readonly delayMs: number;
}

/** Reads what is kept for a moment as if outside of the transaction, where it would be read anew for each question. */
export function readingContext(ctx: Context): Context {
  return { ...ctx, writing: false, db: ctx.services.database.manager };
}

/** Notes what is to be sent; what is noted already stays as it is. Inside a transaction. */
export async function noteDispatches(ctx: Context, sendables: readonly Sendable[]): Promise<void> {
  const dispatches = sendables.map(({ userId, subject, kind, channel, delayMs }) => ({
    userId,
    channel,
    subject: subjectText(subject),
    kind,
    state: DispatchState.PENDING,
    attempts: 0,
    dueAt: new Date(ctx.now.getTime() + delayMs),
    createdAt: ctx.now,
    error: "",
  }));
  await insertIgnore(ctx, Dispatch, dispatches);
}

interface News {
  readonly userId: number;
  readonly subject: Subject;
  readonly kind: string;
  readonly topic: NotificationTopic;
  /** How long its text waits on a channel at least, in milliseconds; null if the channel has none. */
  delayOn(channel: NotificationChannel): Promise<number | null>;
}

const NOTHING: NotificationChoices = {};

/**
 * Notes news for the channels that are set up, that have a text for it, that the recipient wants and is reached by: a
 * fixed number of statements per channel, whatever the number of recipients.
 */
async function dispatch(ctx: Context, news: readonly News[]): Promise<void> {
  const senders = await configuredSenders(readingContext(ctx));
  if (senders.length === 0 || news.length === 0) return;
  const userIds = [...new Set(news.map(({ userId }) => userId))];
  const choices = await choicesOf(ctx, userIds);
  const sendables: Sendable[] = [];
  for (const { channel, delayMs, reachable } of senders) {
    const reached = await reachable(ctx, userIds);
    if (reached.size === 0) continue;
    for (const { userId, subject, kind, topic, delayOn } of news) {
      const chosen = choices.get(userId) ?? NOTHING;
      if (!reached.has(userId) || !wants(chosen, topic, channel) || isMutedAt(chosen, ctx.now)) continue;
      const delay = await delayOn(channel);
      if (delay === null) continue;
      sendables.push({ userId, subject, kind, channel, delayMs: Math.max(delayMs, delay) });
    }
  }
  await noteDispatches(ctx, sendables);
}

/** What was written in the site goes out where it should. A delivery: runs in a transaction, once. */
export async function dispatchNotifications(
  ctx: Context,
  written: readonly Of<typeof notificationsWritten>[],
): Promise<void> {
  const reading = readingContext(ctx);
  const news = written.flatMap(({ notifications }) =>
    notifications.map(({ id, userId, kind, why }): News => ({
      userId,
      subject: { type: "notification", id },
      kind,
      topic: topicOf(kind, why),
      delayOn: async (channel) => {
        const { enabled, delaySeconds } = await templateOf(reading, kind, channel);
        return enabled ? delaySeconds * 1_000 : null;
      },
    })),
  );
  await dispatch(ctx, news);
}

/** Private messages go out where their recipient wants it. A delivery: runs in a transaction, once. */
export async function dispatchMessages(ctx: Context, sent: readonly Of<typeof messageSent>[]): Promise<void> {
  const news = sent.map(({ messageId, toUserId }): News => ({
    userId: toUserId,
    subject: { type: "message", id: messageId },
    kind: MESSAGE_KIND,
    topic: NotificationTopic.MESSAGE,
    delayOn: (channel) => Promise.resolve(MESSAGE_CHANNELS.has(channel) ? 0 : null),
  }));
  await dispatch(ctx, news);
}
