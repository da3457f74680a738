import { registerEnumType } from "type-graphql";
import type { NoticeKind } from "./kind.view.ts";

/** The ways in which a notice reaches its receiver. */
export enum NoticeChannel {
  /** In the message centre. */
  SITE = "SITE",
  EMAIL = "EMAIL",
  /** Messages of the browser, also while no page is open. */
  PUSH = "PUSH",
  SMS = "SMS",
  /** Template messages of a WeChat official account. */
  WECHAT = "WECHAT",
}
registerEnumType(NoticeChannel, {
  name: "NoticeChannel",
  description: "The ways in which a notice reaches its receiver.",
});

/** All channels, in the order in which they are shown. */
export const NOTICE_CHANNELS = Object.values(NoticeChannel);

/** Channels whose provider is paid per message and has templates of its own; off unless somebody switches them on. */
export const PROVIDER_CHANNELS: ReadonlySet<NoticeChannel> = new Set([
  NoticeChannel.SMS,
  NoticeChannel.WECHAT,
]);

/** Kinds that no provider has a template for: two of the predecessor (legacy-facts 4.13), and ours. */
const WITHOUT_PROVIDER: ReadonlySet<NoticeKind> = new Set<NoticeKind>([
  "system.user.group.upgrade",
  "system.user.group.expired",
  "post.published",
]);

/** The channels that a kind has templates for. */
export function channelsOf(kind: NoticeKind): readonly NoticeChannel[] {
  if (!WITHOUT_PROVIDER.has(kind)) return NOTICE_CHANNELS;
  return NOTICE_CHANNELS.filter((channel) => !PROVIDER_CHANNELS.has(channel));
}
