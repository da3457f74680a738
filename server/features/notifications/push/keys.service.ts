import webPush from "web-push";
import type { Context } from "../../../core/context.ts";
import { seal, unseal, type SealedColumn } from "../../../core/secrets.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { insert } from "../../../core/write.ts";
import { ONLY_KEY_ID, PushKey, PushSubscription } from "./push.entity.ts";

/** The key pair of the site, in the open. */
export interface KeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The private half of the key pair. What browsers gave for a pair is worth nothing without it. */
export const sealedPushKeys: SealedColumn = {
  table: "push_keys",
  column: "privateKey",
  holds: "keys for push notifications",
  async discard(ctx, isLost) {
    const pair = await ctx.db.findOneBy(PushKey, { id: ONLY_KEY_ID });
    if (!pair || !isLost(pair.privateKey)) return [];
    await discardKeys(ctx);
    return ["push:keys"];
  },
};

/** The addresses of browsers that asked for push notifications; those that are given up have to ask again. */
export const sealedPushTargets: SealedColumn = {
  table: "push_subscriptions",
  column: "sealed",
  holds: "browsers with push notifications",
  async discard(ctx, isLost) {
    const subscriptions = await ctx.db.find(PushSubscription, {
      select: { id: true, sealed: true },
      order: { id: "ASC" },
    });
    const lost = subscriptions.filter(({ sealed }) => isLost(sealed)).map(({ id }) => id);
    for (const id of lost) await ctx.db.delete(PushSubscription, { id });
    return lost.map((id) => `push:browser/${id}`);
  },
};

/** Makes the key pair if there is none. */
export async function preparePushKeys(ctx: Context): Promise<void> {
  if (await findKeys(ctx)) return;
  await inTransaction(ctx, async (ctx) => {
    if (await findKeys(ctx)) return;
    const { publicKey, privateKey } = webPush.generateVAPIDKeys();
    await discardKeys(ctx);
    const sealedKey = seal(ctx.services, privateKey);
    await insert(ctx, PushKey, { id: ONLY_KEY_ID, publicKey, privateKey: sealedKey, createdAt: ctx.now });
  });
}

async function findKeys(ctx: Context): Promise<KeyPair | null> {
  const pair = await ctx.db.findOneBy(PushKey, { id: ONLY_KEY_ID });
  return pair && { publicKey: pair.publicKey, privateKey: unseal(ctx.services, pair.privateKey) };
}

/** Deletes the key pair, and what browsers gave for it. */
async function discardKeys(ctx: Context): Promise<void> {
  await ctx.db.deleteAll(PushKey);
  await ctx.db.deleteAll(PushSubscription);
}

/** The key pair that the site proves itself with. @throws {Error} before `preparePushKeys` has run. */
export async function pushKeys(ctx: Context): Promise<KeyPair> {
  const found = await findKeys(ctx);
  if (!found) throw new Error("The key pair for push is missing.");
  return found;
}

/** What browsers need to subscribe: the site's public key. */
export async function pushPublicKey(ctx: Context): Promise<string> {
  return (await pushKeys(ctx)).publicKey;
}
