import { registerEnumType } from "type-graphql";
import type { Locale } from "../../../../core/locale.ts";
import { NotificationChannel } from "../../templates/channel.view.ts";
import { TYPE_OF, type NotificationKind } from "../../templates/kind.view.ts";
import { NotificationReason } from "../notification.entity.ts";

/** What members choose about: several kinds of notifications together. */
export enum NotificationTopic {
  SYSTEM = "SYSTEM",
  MENTIONED = "MENTIONED",
  REPLIED = "REPLIED",
  LIKED = "LIKED",
  WATCHED = "WATCHED",
  MONEY = "MONEY",
  MODERATION = "MODERATION",
  /** Private messages. */
  MESSAGE = "MESSAGE",
}
registerEnumType(NotificationTopic, { name: "NotificationTopic", description: "What members choose about." });

/** How often a member who stays away hears of what they missed. */
export enum DigestFrequency {
  OFF = "OFF",
  DAILY = "DAILY",
  WEEKLY = "WEEKLY",
}
registerEnumType(DigestFrequency, { name: "DigestFrequency" });

/** All topics, in the order in which they are shown. */
export const NOTIFICATION_TOPICS = Object.values(NotificationTopic);

/** What nobody can switch off in the site: it concerns the account itself. */
export const ALWAYS_ON_SITE: ReadonlySet<NotificationTopic> = new Set([
  NotificationTopic.SYSTEM,
  NotificationTopic.MODERATION,
]);

/** What a member has chosen; what is absent is as preset. */
export interface NotificationChoices {
  /** Where the member differs from the preset: `{ "REPLIED": { "EMAIL": false } }`. */
  readonly channels?: Partial<Record<NotificationTopic, Partial<Record<NotificationChannel, boolean>>>>;
  readonly digest?: DigestFrequency;
  /** What a mailed link has switched off, so that it can be taken back. */
  readonly digestBefore?: DigestFrequency;
  /** Nothing leaves the site until then; ISO. */
  readonly mutedUntil?: string | null;
  /** False: letters say that something was written, not what. */
  readonly showText?: boolean;
  /** The language of letters. */
  readonly locale?: Locale;
}

/** Whether a topic reaches a member through a channel: everything but likes leaves the site, unless they say otherwise. */
export function wants(
  choices: NotificationChoices,
  topic: NotificationTopic,
  channel: NotificationChannel,
): boolean {
  if (channel === NotificationChannel.SITE && ALWAYS_ON_SITE.has(topic)) return true;
  const preset = channel === NotificationChannel.SITE || topic !== NotificationTopic.LIKED;
  return choices.channels?.[topic]?.[channel] ?? preset;
}

/** Whether the member wants to be left alone for now. */
export function isMutedAt(choices: NotificationChoices, now: Date): boolean {
  return Boolean(choices.mutedUntil) && new Date(choices.mutedUntil!) > now;
}

/** What staff decides about content and accounts. */
const MODERATION: ReadonlySet<string> = new Set([
  "post.approved",
  "post.unapproved",
  "post.deleted",
  "post.essence",
  "post.sticky",
  "post.update",
  "user.disable",
  "user.normal",
]);

/** What a notification belongs to, by its kind and why it came. */
export function topicOf(kind: NotificationKind, why: NotificationReason): NotificationTopic {
  if (why.startsWith("WATCHED_")) return NotificationTopic.WATCHED;
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
