import type { Context } from "../../../../core/context.ts";
import { insertIgnore } from "../../../../core/write.ts";
import type { messageSent } from "../../../messages/message.events.ts";
import type { roomMessageSent } from "../../../rooms/room.events.ts";
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
/** A dispatch to enqueue. */
export interface Sendable {
  readonly userId: number;
  readonly subject: Subject;
  readonly kind: string;
  readonly channel: NotificationChannel;
  readonly delayMs: number;
}

/** Makes a context that reads caches as if outside of the transaction, inside of which they are bypassed. */
export function outsideTransaction(ctx: Context): Context {
  return { ...ctx, writing: false, db: ctx.services.database.manager };
}

/** Stores dispatches; those that exist already stay as they are. Inside a transaction. */
export async function enqueueDispatches(ctx: Context, sendables: readonly Sendable[]): Promise<void> {
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

interface DispatchRequest {
  readonly userId: number;
  readonly subject: Subject;
  readonly kind: string;
  readonly topic: NotificationTopic;
  /** Gives the minimum delay on a channel, in milliseconds; null if the channel has no text for it. */
  delayOn(channel: NotificationChannel): Promise<number | null>;
}

const NOTHING: NotificationChoices = {};

/**
 * Enqueues dispatches for the channels that are configured, have a text, are wanted by the recipient and reach them: a
 * fixed number of statements per channel, whatever the number of recipients.
 */
async function dispatch(ctx: Context, requests: readonly DispatchRequest[]): Promise<void> {
  const senders = await configuredSenders(outsideTransaction(ctx));
  if (senders.length === 0 || requests.length === 0) return;
  const userIds = [...new Set(requests.map(({ userId }) => userId))];
  const choices = await choicesOf(ctx, userIds);
  const sendables: Sendable[] = [];
  for (const { channel, delayMs, reachable } of senders) {
    const reachableIds = await reachable(ctx, userIds);
    if (reachableIds.size === 0) continue;
    for (const { userId, subject, kind, topic, delayOn } of requests) {
      const choicesOfUser = choices.get(userId) ?? NOTHING;
      if (
        !reachableIds.has(userId) ||
        !wants(choicesOfUser, topic, channel) ||
        isMutedAt(choicesOfUser, ctx.now)
      )
        continue;
      const delay = await delayOn(channel);
      if (delay === null) continue;
      sendables.push({ userId, subject, kind, channel, delayMs: Math.max(delayMs, delay) });
    }
  }
  await enqueueDispatches(ctx, sendables);
}

/** Enqueues dispatches of notifications that were written in the site. A delivery: runs in a transaction, once. */
export async function dispatchNotifications(
  ctx: Context,
  events: readonly Of<typeof notificationsWritten>[],
): Promise<void> {
  const reading = outsideTransaction(ctx);
  const requests = events.flatMap(({ notifications }) =>
    notifications.map(({ id, userId, kind, why }): DispatchRequest => ({
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
  await dispatch(ctx, requests);
}

/** Enqueues dispatches of private messages. A delivery: runs in a transaction, once. */
export async function dispatchMessages(
  ctx: Context,
  events: readonly Of<typeof messageSent>[],
): Promise<void> {
  const requests = events.map(({ messageId, toUserId }) =>
    messageRequest(toUserId, { type: "message", id: messageId }),
  );
  await dispatch(ctx, requests);
}

/** Enqueues dispatches of messages of group chats, one per recipient. A delivery: runs in a transaction, once. */
export async function dispatchRoomMessages(
  ctx: Context,
  events: readonly Of<typeof roomMessageSent>[],
): Promise<void> {
  const requests = events.flatMap(({ messageId, recipientIds }) =>
    recipientIds.map((userId) => messageRequest(userId, { type: "roomMessage", id: messageId, userId })),
  );
  await dispatch(ctx, requests);
}

function messageRequest(userId: number, subject: Subject): DispatchRequest {
  return {
    userId,
    subject,
    kind: MESSAGE_KIND,
    topic: NotificationTopic.MESSAGE,
    delayOn: (channel) => Promise.resolve(MESSAGE_CHANNELS.has(channel) ? 0 : null),
  };
}
