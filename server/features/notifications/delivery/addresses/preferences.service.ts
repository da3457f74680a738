import type { Context } from "../../../../core/context.ts";
import { invalid } from "../../../../core/errors.ts";
import { DEFAULT_LOCALE, type Locale } from "../../../../core/locale.ts";
import { inTransaction } from "../../../../core/transaction.ts";
import { verb } from "../../../../core/verbs.ts";
import {
  NOTIFICATION_CHANNELS,
  NotificationChannel,
  PROVIDER_CHANNELS,
} from "../../templates/channel.view.ts";
import {
  choicesOfMember,
  choicesToChange,
  storeChoices,
} from "../../inbox/preferences/preference.service.ts";
import {
  ALWAYS_ON_SITE,
  isMutedAt,
  NOTIFICATION_TOPICS,
  wants,
  type NotificationChoices,
} from "../../inbox/preferences/preference.view.ts";
import { digestOf, planDigest } from "../messages/digest.service.ts";
import { EMAIL_DELAY_MS } from "../senders/mailSender.ts";
import type {
  NotificationPreferenceRowInput,
  NotificationPreferences,
  NotificationPreferencesInput,
} from "./preferences.view.ts";
import { configuredSenders } from "../senders/sender.ts";

/** Longest time for which a member can switch everything off, in days; for longer, topics are switched off. */
const MUTE_MAX_DAYS = 366;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** The channels that the site has set up; those of providers only if they can reach the viewer. */
async function availableTo(ctx: Context): Promise<NotificationChannel[]> {
  const available = new Set<NotificationChannel>([NotificationChannel.SITE]);
  for (const { channel, reachable } of await configuredSenders(ctx)) {
    const isReached = !PROVIDER_CHANNELS.has(channel) || (await reachable(ctx, [ctx.viewer.id])).size > 0;
    if (isReached) available.add(channel);
  }
  return NOTIFICATION_CHANNELS.filter((channel) => available.has(channel));
}

/** What the viewer hears of, and where. */
export async function ownPreferences(ctx: Context): Promise<NotificationPreferences> {
  return viewOf(ctx, await choicesOfMember(ctx, ctx.viewer.id));
}

async function viewOf(ctx: Context, choices: NotificationChoices): Promise<NotificationPreferences> {
  const availableChannels = await availableTo(ctx);
  return {
    rows: NOTIFICATION_TOPICS.map((topic) => ({
      topic,
      channels: availableChannels.filter((channel) => wants(choices, topic, channel)),
    })),
    availableChannels,
    digest: digestOf(choices),
    mutedUntil: isMutedAt(choices, ctx.now) ? new Date(choices.mutedUntil!) : null,
    showText: choices.showText ?? true,
    locale: choices.locale ?? DEFAULT_LOCALE,
    emailDelayMinutes: EMAIL_DELAY_MS / MINUTE_MS,
  };
}

/**
 * Changes what the viewer hears of, and where.
 * @throws {DomainError} INVALID_PARAMETER for a topic named twice, one that cannot be switched off in the site, a mute
 *   of more than a year, an unknown language.
 */
export const saveNotificationPreferences = verb({
  name: "saveNotificationPreferences",
  who: "member",
  rate: "edit",
  idempotent: true,
  async run(ctx: Context, input: NotificationPreferencesInput): Promise<NotificationPreferences> {
    const available = await availableTo(ctx);
    const choices = await inTransaction(ctx, async (ctx) => {
      const before = await choicesToChange(ctx, ctx.viewer.id);
      const after: NotificationChoices = {
        ...before,
        channels: channelsAfter(before, input.rows ?? [], available),
        ...(input.digest ? { digest: input.digest } : {}),
        ...(input.mutedUntil === undefined ? {} : { mutedUntil: checkMute(ctx, input.mutedUntil) }),
        ...(typeof input.showText === "boolean" ? { showText: input.showText } : {}),
        locale: input.locale ? checkLocale(input.locale) : (before.locale ?? ctx.locale),
      };
      await storeChoices(ctx, ctx.viewer.id, after);
      if (digestOf(after) !== digestOf(before)) await planDigest(ctx, ctx.viewer.id, after);
      return after;
    });
    return viewOf(ctx, choices);
  },
});

/** Channels that are not available keep what was chosen for them: a form shows nothing of them. */
function channelsAfter(
  { channels: before = {} }: NotificationChoices,
  rows: readonly NotificationPreferenceRowInput[],
  available: readonly NotificationChannel[],
): NotificationChoices["channels"] {
  const after = { ...before };
  const seen = new Set<string>();
  for (const { topic, channels } of rows) {
    if (seen.has(topic)) throw invalid("rows", `${topic} 重复`, `${topic} is named twice.`);
    seen.add(topic);
    if (ALWAYS_ON_SITE.has(topic) && !channels.includes(NotificationChannel.SITE))
      throw invalid("rows", "站内的系统和管理通知不能关闭", `${topic} cannot be switched off in the site.`);
    const chosen = { ...after[topic] };
    for (const channel of new Set([...available, ...channels])) chosen[channel] = channels.includes(channel);
    after[topic] = chosen;
  }
  return after;
}

function checkMute(ctx: Context, until: Date | null): string | null {
  if (until === null || until <= ctx.now) return null;
  if (until.getTime() > ctx.now.getTime() + MUTE_MAX_DAYS * DAY_MS)
    throw invalid("mutedUntil", "最长一年", "At most a year ahead.");
  return until.toISOString();
}

function checkLocale(locale: string): Locale {
  if (locale !== "zh-CN" && locale !== "en")
    throw invalid("locale", "语言只能是 zh-CN 或 en", "The language is zh-CN or en.");
  return locale;
}
