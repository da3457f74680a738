import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { parseId } from "../../../core/ids.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { findPhone } from "../../notifications/delivery/addresses/phone.service.ts";
import { User } from "../../users/user.entity.ts";
import { hasPassword } from "../passwords/password.ts";
import { requireProof } from "../sessions/proof.service.ts";
import { Identity } from "./identity.entity.ts";
import type { ConnectedIdentity } from "./identity.view.ts";

/** Lists the accounts at providers that sign the viewer in. */
export async function listIdentities(ctx: Context): Promise<ConnectedIdentity[]> {
  const rows = await ctx.db.find(Identity, {
    where: { userId: ctx.viewer.accountId },
    relations: { provider: true },
    order: { id: "ASC" },
  });
  return rows.map(({ id, email, createdAt, provider }) => ({
    id,
    email,
    createdAt,
    provider: { id: provider!.id, label: provider!.label, color: provider!.color },
  }));
}

/**
 * Disconnects an account at a provider from that of the viewer.
 * @throws {DomainError} PROOF_NEEDED; NOT_FOUND; FORBIDDEN for the last way to sign in.
 */
export const removeIdentity = verb({
  name: "removeIdentity",
  who: "member",
  rate: "session",
  anyStanding: true,
  async run(ctx: Context, identityId: string): Promise<boolean> {
    const id = parseId(identityId, "identityId");
    const userId = ctx.viewer.accountId;
    const identity = await ctx.db.findOneBy(Identity, { id, userId });
    if (!identity) throw new DomainError("NOT_FOUND");
    const { passwordHash } = await ctx.db.findOneByOrFail(User, { id: userId });
    const hasOther = hasPassword(passwordHash) || (await findPhone(ctx, userId)) !== null;
    if (!hasOther)
      throw new DomainError("FORBIDDEN", {
        text: {
          zh: "请先设置密码，否则将无法再次登录",
          en: "Please set a password first: without one you could not sign in again.",
        },
      });
    await requireProof(ctx);
    await inTransaction(ctx, (ctx) => ctx.db.delete(Identity, { id, userId }));
    return true;
  },
});
