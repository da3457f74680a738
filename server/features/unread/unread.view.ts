import { Field, Int, ObjectType } from "type-graphql";
import { NOTIFICATION_TYPES, type NotificationType } from "../notifications/templates/kind.view.ts";
import { NotificationEntry } from "../notifications/inbox/notification.entity.ts";
import type { Counted } from "./unread.entity.ts";

/** Lists by type of notification. Two types are in lists, but in no count of the predecessor. */
export const ENTRY_OF: Readonly<Record<NotificationType, NotificationEntry>> = {
  system: NotificationEntry.ACCOUNT,
  related: NotificationEntry.THREAD,
  replied: NotificationEntry.THREAD,
  liked: NotificationEntry.THREAD,
  questioned: NotificationEntry.THREAD,
  rewarded: NotificationEntry.FINANCIAL,
  receiveredpacket: NotificationEntry.FINANCIAL,
  threadrewarded: NotificationEntry.FINANCIAL,
  threadrewardedexpired: NotificationEntry.FINANCIAL,
  withdrawal: NotificationEntry.FINANCIAL,
};

/** Unread counts as the four entries of the message centre show them. */
@ObjectType("UnreadCounts", {
  simpleResolvers: true,
  description: "What the viewer has not read; asked every 60 seconds.",
})
export class UnreadCounts {
  @Field(() => Int, { description: "What the badge shows." })
  total!: number;

  @Field(() => Int, { description: "Private messages, and messages and invitations of group chats." })
  dialogMessage!: number;

  @Field(() => Int, { description: "Notifications about the account." })
  account!: number;

  @Field(() => Int, { description: "Notifications about money." })
  financial!: number;

  @Field(() => Int, { description: "Notifications about threads and replies." })
  thread!: number;
}

/** Computes the counts of the message centre by the formulas of the predecessor (legacy-facts 3.4). */
export function unreadCountsOf(counted: Counted): UnreadCounts {
  const all = NOTIFICATION_TYPES.reduce((sum, type) => sum + counted[type], 0);
  return {
    total: all - counted.withdrawal - counted.questioned + counted.dialog + counted.room,
    dialogMessage: counted.dialog + counted.room,
    account: counted.system,
    financial:
      counted.receiveredpacket + counted.rewarded + counted.threadrewarded + counted.threadrewardedexpired,
    thread: counted.related + counted.replied + counted.liked,
  };
}

/** Gives the counts as the predecessor did: types without unread notifications are left out, and none at all is a list. */
export function legacyUnread(counted: Counted): object {
  const present = NOTIFICATION_TYPES.filter((type) => counted[type] > 0);
  return {
    dialogNotifications: counted.dialog,
    unreadNotifications: NOTIFICATION_TYPES.reduce((sum, type) => sum + counted[type], 0),
    typeUnreadNotifications:
      present.length === 0 ? [] : Object.fromEntries(present.map((type) => [type, counted[type]])),
  };
}
