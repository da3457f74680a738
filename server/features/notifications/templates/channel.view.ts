import { registerEnumType } from "type-graphql";
import type { NotificationKind } from "./kind.view.ts";

/** The ways in which a notification reaches its recipient. */
export enum NotificationChannel {
  /** In the message centre. */
  SITE = "SITE",
  EMAIL = "EMAIL",
  /** Messages of the browser, also while no page is open. */
  PUSH = "PUSH",
  SMS = "SMS",
  /** Template messages of a WeChat official account. */
  WECHAT = "WECHAT",
}
registerEnumType(NotificationChannel, {
  name: "NotificationChannel",
  description: "The ways in which a notification reaches its recipient.",
  valuesConfig: {
    SITE: { description: "The list on the site." },
    EMAIL: { description: "A mail to the confirmed address." },
    PUSH: { description: "A push message to browsers that were signed up for it." },
    SMS: { description: "A text message to the bound number." },
    WECHAT: { description: "A template message of the official account." },
  },
});

/** All channels, in the order in which they are shown. */
export const NOTIFICATION_CHANNELS = Object.values(NotificationChannel);

/** Channels whose provider is paid per message and has templates of its own; off unless somebody switches them on. */
export const PROVIDER_CHANNELS: ReadonlySet<NotificationChannel> = new Set([
  NotificationChannel.SMS,
  NotificationChannel.WECHAT,
]);

/** Kinds that no provider has a template for: two of the predecessor (legacy-facts 4.13), and ours. */
const WITHOUT_PROVIDER: ReadonlySet<NotificationKind> = new Set<NotificationKind>([
  "system.user.group.upgrade",
  "system.user.group.expired",
  "post.published",
  "user.warned",
  "user.silenced",
  "user.unsilenced",
  "post.moved",
  "post.solved",
  "post.hidden",
  "badge.awarded",
  "plugin.broken",
  "webhook.broken",
  "money.stopped",
  "user.second_factor.removed",
  "user.passkey.added",
  "user.passkey.removed",
  "invite.accepted",
  "room.invited",
  "bookmark.due",
  "schedule.published",
  "schedule.refused",
  "level.reached",
  "search.found",
  "report.handled",
]);

/** The channels that a kind has templates for. */
export function channelsOf(kind: NotificationKind): readonly NotificationChannel[] {
  if (!WITHOUT_PROVIDER.has(kind)) return NOTIFICATION_CHANNELS;
  return NOTIFICATION_CHANNELS.filter((channel) => !PROVIDER_CHANNELS.has(channel));
}
