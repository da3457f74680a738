import { LessThanOrEqual } from "typeorm";
import type { Context } from "../../core/context.ts";
import { isDatabaseAway } from "../../core/errors.ts";
import { User } from "../users/user.entity.ts";
import { anonymiseUser } from "../users/members/anonymise.service.ts";

/** Accounts that one run erases; the next ones follow with the next run. */
const ACCOUNTS_PER_RUN = 20;

/**
 * Erases accounts whose time of grace is over: every feature deletes what is private, and what was published stays under
 * a neutral name. One that was cut short is begun again, since the account itself comes last.
 */
export async function eraseClosedAccounts(ctx: Context, stopping: AbortSignal): Promise<void> {
  const due = await ctx.db.find(User, {
    select: { id: true },
    where: { closesAt: LessThanOrEqual(ctx.now) },
    order: { closesAt: "ASC" },
    take: ACCOUNTS_PER_RUN,
  });
  for (const { id } of due) {
    if (stopping.aborted) return;
    try {
      for (const hook of ctx.services.hooks.erasures) await hook.erase(ctx, id);
      await anonymiseUser(ctx, id);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      // The others are not held up; this one is tried again.
      ctx.services.log.error({ userId: id, error: String(error) }, "an account was not erased");
    }
  }
}
