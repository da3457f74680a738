import { registerEnumType } from "type-graphql";
import type { Locale } from "../../../../core/locale.ts";
import { NotificationChannel } from "../../templates/channel.view.ts";
import { TYPE_OF, type NotificationKind } from "../../templates/kind.view.ts";
import { NotificationReason } from "../notification.entity.ts";

/** Topics of preferences: several kinds of notifications each. */
export enum NotificationTopic {
  SYSTEM = "SYSTEM",
  MENTIONED = "MENTIONED",
  REPLIED = "REPLIED",
  LIKED = "LIKED",
  WATCHED = "WATCHED",
  MONEY = "MONEY",
  MODERATION = "MODERATION",
  /** Outcomes of the member's reports. */
  REPORTS = "REPORTS",
  /** Private messages. */
  MESSAGE = "MESSAGE",
}
registerEnumType(NotificationTopic, {
  name: "NotificationTopic",
  description: "What members choose about.",
  valuesConfig: {
    SYSTEM: { description: "News of the site and of the own account." },
    MENTIONED: { description: "Somebody named the member with `@`." },
    REPLIED: { description: "Somebody answered what the member wrote." },
    LIKED: { description: "Somebody liked what the member wrote, or reacted to it." },
    WATCHED: { description: "News of what the member watches." },
    MONEY: { description: "Orders, income and withdrawals." },
    MODERATION: { description: "What the staff did to what the member wrote." },
    REPORTS: { description: "Whether the staff did something about what the member reported." },
    MESSAGE: { description: "Private messages." },
  },
});

/** Frequency of digests for absent members. */
export enum DigestFrequency {
  OFF = "OFF",
  DAILY = "DAILY",
  WEEKLY = "WEEKLY",
}
registerEnumType(DigestFrequency, {
  name: "DigestFrequency",
  description: "How often digests are mailed.",
  valuesConfig: {
    OFF: { description: "Never." },
    DAILY: { description: "At most once a day." },
    WEEKLY: { description: "At most once a week." },
  },
});

/** All topics, in the order in which they are shown. */
export const NOTIFICATION_TOPICS = Object.values(NotificationTopic);

/** Topics that cannot be switched off in the site, since they concern the account itself. */
export const ALWAYS_ON_SITE: ReadonlySet<NotificationTopic> = new Set([
  NotificationTopic.SYSTEM,
  NotificationTopic.MODERATION,
]);

/** Choices of a member; absent ones are as preset. */
export interface NotificationChoices {
  /** Differences from the preset: `{ "REPLIED": { "EMAIL": false } }`. */
  readonly channels?: Partial<Record<NotificationTopic, Partial<Record<NotificationChannel, boolean>>>>;
  readonly digest?: DigestFrequency;
  /** Topics that a mailed link switched off, so that it can be undone. */
  readonly digestBefore?: DigestFrequency;
  /** Nothing leaves the site until then; ISO. */
  readonly mutedUntil?: string | null;
  /** False hides the text of content in messages. */
  readonly showText?: boolean;
  /** The language of messages. */
  readonly locale?: Locale;
}

/** True if a member wants a topic on a channel; by default everything but likes leaves the site. */
export function wants(
  choices: NotificationChoices,
  topic: NotificationTopic,
  channel: NotificationChannel,
): boolean {
  if (channel === NotificationChannel.SITE && ALWAYS_ON_SITE.has(topic)) return true;
  const preset = channel === NotificationChannel.SITE || topic !== NotificationTopic.LIKED;
  return choices.channels?.[topic]?.[channel] ?? preset;
}

/** True if the member has muted all channels outside the site at a time. */
export function isMutedAt(choices: NotificationChoices, now: Date): boolean {
  return Boolean(choices.mutedUntil) && new Date(choices.mutedUntil!) > now;
}

/** Kinds of staff decisions about content. */
const MODERATION: ReadonlySet<string> = new Set([
  "post.approved",
  "post.unapproved",
  "post.deleted",
  "post.essence",
  "post.sticky",
  "post.update",
  "post.moved",
  "post.solved",
  "post.hidden",
  "user.disable",
  "user.normal",
  "user.warned",
  "user.silenced",
  "user.unsilenced",
]);

/** Gives the topic of a notification by its kind and reason. */
export function topicOf(kind: NotificationKind, why: NotificationReason): NotificationTopic {
  if (why.startsWith("WATCHED_") || kind === "search.found") return NotificationTopic.WATCHED;
  if (kind === "report.handled") return NotificationTopic.REPORTS;
  if (MODERATION.has(kind)) return NotificationTopic.MODERATION;
  switch (TYPE_OF[kind]) {
    case "system":
      return NotificationTopic.SYSTEM;
    case "related":
      return kind === "post.published" ? NotificationTopic.WATCHED : NotificationTopic.MENTIONED;
    case "replied":
    case "questioned":
      return NotificationTopic.REPLIED;
    case "liked":
      return NotificationTopic.LIKED;
    default:
      return NotificationTopic.MONEY;
  }
}
