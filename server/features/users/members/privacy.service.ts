import type { Context } from "../../../core/context.ts";
import { load } from "../../../core/loaders.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { no, YES, type Decision } from "../../../core/viewer.ts";
import { followsViewer } from "../relations/relation.loaders.ts";
import { Audience, User } from "../user.entity.ts";
import { profileChanged } from "../user.events.ts";
import type { PrivacyInput } from "../user.input.ts";
import { userById } from "../user.loaders.ts";
import { getUser } from "../user.service.ts";

/** Changes whom the viewer lets write to them and see whom they follow. @emits profileChanged */
export const savePrivacy = verb({
  name: "savePrivacy",
  who: "member",
  rate: "edit",
  idempotent: true,
  beforeJoining: true,
  async run(ctx: Context, { messagesFrom, followsFrom }: PrivacyInput): Promise<User> {
    const id = ctx.viewer.id;
    const change = { ...(messagesFrom && { messagesFrom }), ...(followsFrom && { followsFrom }) };
    await inTransaction(ctx, async (ctx) => {
      if (Object.keys(change).length > 0) await ctx.db.update(User, { id }, change);
      ctx.emit(profileChanged({ userId: id }));
    });
    return getUser(ctx, id);
  },
});

/** True if the viewer belongs to the circle that a member chose; administrators and the member do to each. */
async function isAmong(ctx: Context, userId: number, audience: Audience): Promise<boolean> {
  const { viewer } = ctx;
  if (audience === Audience.EVERYONE || viewer.isAdmin || viewer.id === userId) return true;
  if (audience === Audience.NOBODY || !viewer.isMember) return false;
  return (await load(ctx, followsViewer, userId)) === true;
}

/** True if a member takes private messages from the viewer. */
export async function takesMessagesOfViewer(ctx: Context, userId: number): Promise<boolean> {
  const user = await load(ctx, userById, userId);
  return !user || isAmong(ctx, userId, user.messagesFrom);
}

/** Decides if the viewer sees whom a member follows and who follows them. */
export async function mayViewFollows(ctx: Context, userId: number): Promise<Decision> {
  const user = await load(ctx, userById, userId);
  return !user || (await isAmong(ctx, userId, user.followsFrom)) ? YES : no("FORBIDDEN");
}
