import type { Context } from "../../core/context.ts";
import { invalid } from "../../core/errors.ts";
import { readableCategoryIds } from "../categories/category.service.ts";
import { siteDays } from "../settings/siteDay.service.ts";
import { readActivity } from "./memberActivity.sql.ts";
import type { ActivityDay } from "./memberActivity.view.ts";

const DAY_MS = 86_400_000;
const [YEAR_MIN, YEAR_MAX] = [1970, 9000] as const;

/**
 * Days of a year on which a member wrote what the viewer may read, oldest first; days without are left out. Days are those
 * of the site's time zone, which are put together from hours.
 * @param year the present one unless given
 * @throws {DomainError} INVALID_PARAMETER for what is no year; LOGIN_REQUIRED, FORBIDDEN without `thread.viewPosts`
 */
export async function readMemberActivity(
  ctx: Context,
  userId: number,
  year?: number,
): Promise<ActivityDay[]> {
  const { today, dayOf } = await siteDays(ctx);
  const wanted = year ?? Number(today.slice(0, 4));
  if (wanted < YEAR_MIN || wanted > YEAR_MAX) throw invalid("year", "年份不正确", "That is no year.");
  const categories = await readableCategoryIds(ctx);
  // A day of any zone begins at most a day before or after that of UTC.
  const from = new Date(Date.UTC(wanted, 0, 1) - DAY_MS);
  const to = new Date(Date.UTC(wanted + 1, 0, 1) + DAY_MS);
  const days = new Map<string, ActivityDay>();
  for (const { kind, hour, n } of await readActivity(ctx, { userId, categories, from, to })) {
    const day = dayOf(new Date(`${hour.replace(" ", "T")}:00:00Z`));
    if (!day.startsWith(`${wanted}-`)) continue;
    const counted = days.get(day) ?? { day, threads: 0, posts: 0 };
    const [threads, posts] = kind === "thread" ? [Number(n), 0] : [0, Number(n)];
    days.set(day, { day, threads: counted.threads + threads, posts: counted.posts + posts });
  }
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}
