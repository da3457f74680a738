import type { Context } from "../../core/context.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { type ListDensity, User } from "./user.entity.ts";
import { getUser } from "./user.service.ts";

/** Stores the looks of lists that the viewer prefers. */
export const setListDensity = verb({
  name: "setListDensity",
  who: "member",
  rate: "edit",
  idempotent: true,
  beforeJoining: true,
  async run(ctx: Context, listDensity: ListDensity): Promise<User> {
    await inTransaction(ctx, (ctx) => ctx.db.update(User, { id: ctx.viewer.id }, { listDensity }));
    return getUser(ctx, ctx.viewer.id);
  },
});
