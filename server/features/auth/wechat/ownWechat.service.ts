import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { lockById } from "../../../core/write.ts";
import { findPhone } from "../../notifications/delivery/addresses/phone.service.ts";
import { User } from "../../users/user.entity.ts";
import { Identity } from "../identities/identity.entity.ts";
import { hasPassword } from "../passwords/password.ts";
import { requireProof } from "../sessions/proof.service.ts";
import { WechatIntent, type BoundWechat } from "./wechat.view.ts";
import { WechatAccount } from "./wechatAccount.entity.ts";
import { findWechatOfUser, replaceWechat, storeWechat } from "./wechatAccount.service.ts";
import { dropWechatState } from "./wechatCookie.ts";
import { consumeTicket, getNamedTicket } from "./wechatTicket.service.ts";

/** Gives the WeChat account of the viewer; null if there is none. @throws {DomainError} LOGIN_REQUIRED */
export async function findOwnWechat(ctx: Context): Promise<BoundWechat | null> {
  if (!ctx.viewer.isSignedIn) throw new DomainError("LOGIN_REQUIRED");
  return findWechatOfUser(ctx, ctx.viewer.accountId);
}

/**
 * Binds the WeChat account that was named to this browser to the viewer, where the viewer has begun that; when changing
 * it, in place of the one before.
 * @throws {DomainError} IDENTITY_EXPIRED, also for another member; WECHAT_TAKEN; WECHAT_BOUND; PROOF_NEEDED to change it.
 */
export const connectWechat = verb({
  name: "connectWechat",
  who: "member",
  rate: "session",
  anyStanding: true,
  whileClosed: true,
  async run(ctx: Context, _input: undefined): Promise<boolean> {
    const ticket = await getNamedTicket(ctx);
    const { row, person } = ticket;
    const userId = ctx.viewer.accountId;
    if (row.userId !== userId) throw new DomainError("IDENTITY_EXPIRED");
    const isChange = row.intent === WechatIntent.REBIND;
    if (isChange) await requireProof(ctx);
    await inTransaction(ctx, async (ctx) => {
      await consumeTicket(ctx, ticket);
      await (isChange ? replaceWechat(ctx, userId, person) : storeWechat(ctx, userId, person));
    });
    dropWechatState(ctx);
    return true;
  },
});

/**
 * Unbinds WeChat from the account of the viewer.
 * @throws {DomainError} PROOF_NEEDED; FORBIDDEN for the last way to sign in.
 */
export const removeWechat = verb({
  name: "removeWechat",
  who: "member",
  rate: "session",
  idempotent: true,
  anyStanding: true,
  async run(ctx: Context, _input: undefined): Promise<boolean> {
    const userId = ctx.viewer.accountId;
    await requireProof(ctx);
    await inTransaction(ctx, async (ctx) => {
      const user = await lockById(ctx, User, userId);
      const hasOther =
        hasPassword(user!.passwordHash) ||
        (await findPhone(ctx, userId)) !== null ||
        (await ctx.db.existsBy(Identity, { userId }));
      if (!hasOther)
        throw new DomainError("FORBIDDEN", {
          text: {
            zh: "请先设置密码，否则将无法再次登录",
            en: "Please set a password first: without one you could not sign in again.",
          },
        });
      await ctx.db.delete(WechatAccount, { userId });
    });
    return true;
  },
});
