import type { Context } from "../../core/context.ts";
import { inTransaction } from "../../core/transaction.ts";
import { insertIgnore } from "../../core/write.ts";
import { Badge, BadgeCounter } from "./badge.entity.ts";

type Preset = Pick<Badge, "code" | "nameZh" | "nameEn" | "icon" | "counter" | "threshold">;

const preset = (
  code: string,
  icon: string,
  [nameZh, nameEn]: readonly [string, string],
  [counter, threshold]: readonly [BadgeCounter, number],
): Preset => ({ code, icon, nameZh, nameEn, counter, threshold });

/** Badges of a new forum, in the order in which they are listed. */
export const BADGE_PRESETS: readonly Preset[] = [
  preset("profile", "🪪", ["有名有姓", "Introduced"], [BadgeCounter.PROFILE, 1]),
  preset("first-thread", "🌱", ["初次发帖", "First thread"], [BadgeCounter.THREADS, 1]),
  preset("first-reply", "💬", ["初次回复", "First reply"], [BadgeCounter.REPLIES, 1]),
  preset("author", "✍️", ["笔耕不辍", "Author"], [BadgeCounter.THREADS, 20]),
  preset("talker", "🗣️", ["畅所欲言", "Conversationalist"], [BadgeCounter.REPLIES, 100]),
  preset("liked", "❤️", ["广受喜爱", "Well liked"], [BadgeCounter.LIKES, 50]),
  preset("essence", "💎", ["精华作者", "Highlighted"], [BadgeCounter.ESSENCE, 1]),
  preset("followed", "📣", ["备受关注", "Followed"], [BadgeCounter.FOLLOWERS, 10]),
  preset("anniversary", "🎂", ["一周年", "One year"], [BadgeCounter.DAYS, 365]),
  preset("week", "📅", ["一周签到", "A week in a row"], [BadgeCounter.STREAK, 7]),
  preset("month", "🔥", ["一月签到", "A month in a row"], [BadgeCounter.STREAK, 30]),
];

/** Creates the preset badges that the forum does not have yet; changed ones stay as they are. */
export async function createPresetBadges(ctx: Context): Promise<void> {
  const codes = new Set((await ctx.db.find(Badge)).map(({ code }) => code));
  const missing = BADGE_PRESETS.filter(({ code }) => !codes.has(code));
  if (missing.length === 0) return;
  const rows = missing.map((each) => ({ ...each, isEnabled: true }));
  await inTransaction(ctx, (ctx) => insertIgnore(ctx, Badge, rows));
}
