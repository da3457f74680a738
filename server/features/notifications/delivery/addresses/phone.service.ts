import { In, IsNull, Not } from "typeorm";
import type { Context } from "../../../../core/context.ts";
import { DomainError } from "../../../../core/errors.ts";
import { defineLoader } from "../../../../core/loaders.ts";
import { insertIgnore } from "../../../../core/write.ts";
import { User } from "../../../users/user.entity.ts";
import { ChannelAddress, PHONE_CHANNEL as channel } from "./address.entity.ts";

/** Proven phone numbers of members, batched. */
export const phoneByUserId = defineLoader<number, string>("phoneByUserId", async (ctx, ids) => {
  const stored = await ctx.db.findBy(ChannelAddress, {
    userId: In([...ids]),
    channel,
    verifiedAt: Not(IsNull()),
  });
  return new Map(stored.map(({ userId, address }) => [userId, address]));
});

/** Finds the member whose proven phone number it is; null if there is none. */
export async function findByPhone(ctx: Context, phone: string): Promise<User | null> {
  const stored = await ctx.db.findOneBy(ChannelAddress, { channel, addressKey: phone });
  return stored && ctx.db.findOneBy(User, { id: stored.userId });
}

/** Finds the proven phone number of a member; null if there is none. */
export async function findPhone(ctx: Context, userId: number): Promise<string | null> {
  const stored = await ctx.db.findOneBy(ChannelAddress, { channel, userId });
  return stored?.addressKey ?? null;
}

/**
 * Gives a member a phone number that they have proven, in the caller's transaction; it takes the place of the one before.
 * @throws {DomainError} PHONE_TAKEN if it is another member's
 */
export async function storePhone(ctx: Context, userId: number, phone: string): Promise<void> {
  if (await ctx.db.existsBy(ChannelAddress, { channel, addressKey: phone, userId: Not(userId) }))
    throw taken();
  const key = { userId, channel };
  const proven = {
    address: phone,
    addressKey: phone,
    verifiedAt: ctx.now,
    pendingAddress: "",
    pendingSince: null,
    failures: 0,
    suppressedAt: null,
  };
  // No upsert: MySQL would take the row of whoever has the number for the one to change, and move it to this member.
  await insertIgnore(ctx, ChannelAddress, [{ ...key, address: "", pendingAddress: "", failures: 0 }]);
  // Of two members who bind one number at the same moment, the index refuses the second.
  await ctx.db.update(ChannelAddress, key, proven).catch((error: unknown) => {
    throw /unique|duplicate/i.test(String(error)) ? taken() : error;
  });
}

const taken = (): DomainError => new DomainError("PHONE_TAKEN", { field: "phone" });

/** Takes the phone number of a member away, in the caller's transaction. */
export async function clearPhone(ctx: Context, userId: number): Promise<void> {
  await ctx.db.delete(ChannelAddress, { userId, channel });
}
