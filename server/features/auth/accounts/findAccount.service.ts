import type { Context } from "../../../core/context.ts";
import { plainName } from "../../../core/markdown/names.ts";
import { ChannelAddress } from "../../notifications/delivery/addresses/address.entity.ts";
import { User } from "../../users/user.entity.ts";
import { findByUsernameKey } from "../../users/user.service.ts";

/**
 * Finds the member of a user name or of a proven e-mail address, both normalised; null if there is none. User names
 * contain no @, so none passes for an address; other channels have addresses without one. A name with blanks or signs, as
 * another forum had them, is that of the member who came with it (decision 0551).
 */
export async function findAccount(ctx: Context, accountKey: string): Promise<User | null> {
  if (!accountKey.includes("@")) {
    const plain = plainName(accountKey);
    const user = await findByUsernameKey(ctx, accountKey);
    return user || plain === accountKey ? user : findByUsernameKey(ctx, plain);
  }
  const address = await ctx.db.findOneBy(ChannelAddress, { addressKey: accountKey });
  return address && ctx.db.findOneBy(User, { id: address.userId });
}
