import type { Context } from "../../../core/context.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { User } from "../user.entity.ts";
import { getUser } from "../user.service.ts";

/** Puts the first steps of a new member aside, for good. @throws {DomainError} LOGIN_REQUIRED for visitors. */
export const dismissWelcome = verb({
  name: "dismissWelcome",
  who: "member",
  rate: "edit",
  idempotent: true,
  anyStanding: true,
  async run(ctx: Context, _input: undefined): Promise<User> {
    const id = ctx.viewer.accountId;
    await inTransaction(ctx, (ctx) => ctx.db.update(User, { id }, { isNew: false }));
    return getUser(ctx, id);
  },
});
