import { registerEnumType } from "type-graphql";
import type { Locale } from "../../../../core/locale.ts";
import { NoticeChannel } from "../../templates/channel.view.ts";
import { TYPE_OF, type NoticeKind } from "../../templates/kind.view.ts";
import { NoticeReason } from "../notice.entity.ts";

/** What members choose about: several kinds of notices together. */
export enum NoticeTopic {
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
registerEnumType(NoticeTopic, { name: "NoticeTopic", description: "What members choose about." });

/** How often a member who stays away hears of what they missed. */
export enum DigestFrequency {
  OFF = "OFF",
  DAILY = "DAILY",
  WEEKLY = "WEEKLY",
}
registerEnumType(DigestFrequency, { name: "DigestFrequency" });

/** All topics, in the order in which they are shown. */
export const NOTICE_TOPICS = Object.values(NoticeTopic);

/** What nobody can switch off in the site: it concerns the account itself. */
export const ALWAYS_ON_SITE: ReadonlySet<NoticeTopic> = new Set([NoticeTopic.SYSTEM, NoticeTopic.MODERATION]);

/** What a member has chosen; what is absent is as preset. */
export interface NoticeChoices {
  /** Where the member differs from the preset: `{ "REPLIED": { "EMAIL": false } }`. */
  readonly channels?: Partial<Record<NoticeTopic, Partial<Record<NoticeChannel, boolean>>>>;
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
export function wants(choices: NoticeChoices, topic: NoticeTopic, channel: NoticeChannel): boolean {
  if (channel === NoticeChannel.SITE && ALWAYS_ON_SITE.has(topic)) return true;
  const preset = channel === NoticeChannel.SITE || topic !== NoticeTopic.LIKED;
  return choices.channels?.[topic]?.[channel] ?? preset;
}

/** Whether the member wants to be left alone for now. */
export function isMutedAt(choices: NoticeChoices, now: Date): boolean {
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

/** What a notice belongs to, by its kind and why it came. */
export function topicOf(kind: NoticeKind, why: NoticeReason): NoticeTopic {
  if (why.startsWith("WATCHED_")) return NoticeTopic.WATCHED;
  if (MODERATION.has(kind)) return NoticeTopic.MODERATION;
  switch (TYPE_OF[kind]) {
    case "system":
      return NoticeTopic.SYSTEM;
    case "related":
      return kind === "post.published" ? NoticeTopic.WATCHED : NoticeTopic.MENTIONED;
    case "replied":
    case "questioned":
      return NoticeTopic.REPLIED;
    case "liked":
      return NoticeTopic.LIKED;
    default:
      return NoticeTopic.MONEY;
  }
}
