/** The kinds of notifications of the predecessor: 27 template stems, each of one of ten types
 * (legacy-facts 4.13), and ours. */

/** Types by which unread notifications are counted. */
export const NOTIFICATION_TYPES = [
  "system",
  "related",
  "replied",
  "liked",
  "rewarded",
  "receiveredpacket",
  "threadrewarded",
  "threadrewardedexpired",
  "withdrawal",
  "questioned",
] as const;

/** One of the ten types. */
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/** The type of each kind. */
export const TYPE_OF = {
  "registered.passed": "system",
  "registered.approved": "system",
  "registered.unapproved": "system",
  "post.approved": "system",
  "post.unapproved": "system",
  "post.deleted": "system",
  "post.essence": "system",
  "post.sticky": "system",
  "post.update": "system",
  "user.disable": "system",
  "user.normal": "system",
  "user.group": "system",
  "post.replied": "replied",
  "post.liked": "liked",
  "post.paid": "rewarded",
  "post.reminded": "related",
  "withdraw.noticed": "withdrawal",
  "withdraw.withdraw": "withdrawal",
  "divide.income": "rewarded",
  "question.asked": "questioned",
  "question.answered": "questioned",
  "question.expired": "questioned",
  "red_packet.gotten": "receiveredpacket",
  "question.rewarded": "threadrewarded",
  "question.rewarded.expired": "threadrewardedexpired",
  "system.user.group.upgrade": "system",
  "system.user.group.expired": "system",
  // Not of the predecessor: something new where the member watches, and a warning by staff.
  "post.published": "related",
  // Not of the predecessor either, which told nobody.
  "wallet.adjusted": "rewarded",
  "post.tipped": "rewarded",
  "user.warned": "system",
  "user.silenced": "system",
  "user.unsilenced": "system",
  "post.moved": "system",
  "post.solved": "system",
  "post.hidden": "system",
  "badge.awarded": "system",
  "plugin.broken": "system",
  "webhook.broken": "system",
  "money.stopped": "system",
  "user.second_factor.removed": "system",
  "user.passkey.added": "system",
  "user.passkey.removed": "system",
  "invite.accepted": "system",
  "room.invited": "system",
  "bookmark.due": "system",
  "schedule.published": "system",
  "schedule.refused": "system",
  "level.reached": "system",
  "search.found": "related",
  "report.handled": "system",
} as const satisfies Record<string, NotificationType>;

/** Stem of a template: what has happened. */
export type NotificationKind = keyof typeof TYPE_OF;
