import type { Context } from "../../../core/context.ts";
import { ChannelAddress } from "../../notifications/delivery/addresses/address.entity.ts";
import { User } from "../../users/user.entity.ts";
import { findByUsernameKey } from "../../users/user.service.ts";

/**
 * Finds the member of a user name or of a proven e-mail address, both normalised; null if there is none. User names
 * contain no @, so none passes for an address; other channels have addresses without one.
 */
export async function findAccount(ctx: Context, accountKey: string): Promise<User | null> {
  if (!accountKey.includes("@")) return findByUsernameKey(ctx, accountKey);
  const address = await ctx.db.findOneBy(ChannelAddress, { addressKey: accountKey });
  return address && ctx.db.findOneBy(User, { id: address.userId });
}
