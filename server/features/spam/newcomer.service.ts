import type { Context } from "../../core/context.ts";
import { getSettings } from "../settings/setting.service.ts";
import type { User } from "../users/user.entity.ts";

const DAY_MS = 86_400_000;

/**
 * True for members who are new by the settings of the owner: they registered a few days ago, and few of their texts can be
 * seen. Either is enough to be new no longer.
 */
export async function isNewcomer(
  ctx: Context,
  { createdAt, threadCount, postCount }: Pick<User, "createdAt" | "threadCount" | "postCount">,
): Promise<boolean> {
  const { spam_new_days: days, spam_new_texts: texts } = await getSettings(ctx);
  const ageMs = ctx.now.getTime() - createdAt.getTime();
  return ageMs < Number(days) * DAY_MS && threadCount + postCount < Number(texts);
}
