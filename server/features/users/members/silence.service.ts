import type { Context } from "../../../core/context.ts";
import { inLocale } from "../../../core/locale.ts";
import { SILENCE_WITHOUT_END, silenceText } from "../../../core/viewer.ts";
import { User } from "../user.entity.ts";
import { canSeeUsername, isStaff, silenceEndOf } from "../user.policy.ts";
import { SilenceView } from "./silence.view.ts";

/** The columns of a member that say whether they are silenced. */
export type Silence = Pick<User, "silencedUntil" | "silenceReason">;

/** Sets the silence of a member, in the transaction that has locked them. */
export async function setSilence(ctx: Context, userId: number, silence: Silence): Promise<void> {
  const { silencedUntil, silenceReason } = silence;
  await ctx.db.update(User, { id: userId }, { silencedUntil, silenceReason, updatedAt: new Date() });
}

/** Gives the silence of a member that is in force, to the member and to staff; null otherwise. */
export function viewSilence({ viewer, now, locale }: Context, user: User): SilenceView | null {
  const end = silenceEndOf(user, now);
  if (end === null || !(canSeeUsername(viewer, user.id) || isStaff(viewer))) return null;
  const until = end >= SILENCE_WITHOUT_END ? null : end;
  const reason = user.silenceReason;
  const { zh, en } = silenceText(end);
  const message = inLocale({ zh: `${zh}原因：${reason}`, en: `${en} Reason: ${reason}` }, locale);
  return Object.assign(new SilenceView(), { until, reason, message });
}
