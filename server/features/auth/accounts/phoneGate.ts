import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { ChannelAddress, PHONE_CHANNEL } from "../../notifications/delivery/addresses/address.entity.ts";
import { findCodeSender } from "../../sms/smsProvider.ts";

/**
 * Refuses members of groups that publish with a phone number alone (`publishNeedBindPhone`, legacy-facts 5.8), until they
 * have bound one. Asks nothing of administrators, nor while no number could be bound.
 * @throws {DomainError} PHONE_NEEDED
 */
export async function requirePhone(ctx: Context): Promise<void> {
  const { viewer } = ctx;
  if (viewer.isAdmin || !viewer.grants.has("publishNeedBindPhone")) return;
  if ((await findCodeSender(ctx)) === null) return;
  const stored = await ctx.db.findOneBy(ChannelAddress, { userId: viewer.id, channel: PHONE_CHANNEL });
  if (!stored?.addressKey) throw new DomainError("PHONE_NEEDED");
}
