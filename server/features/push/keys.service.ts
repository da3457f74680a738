import webPush from "web-push";
import type { Context } from "../../core/context.ts";
import { seal, unseal, type SealedColumn } from "../../core/secrets.ts";
import { row, rows, run } from "../../core/sql.ts";
import { inTransaction } from "../../core/transaction.ts";
import { ONLY_KEY_ID } from "./push.entity.ts";

/** The key pair of the site, in the open. */
export interface KeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

const READ = "SELECT k.publicKey, k.privateKey FROM push_keys k WHERE k.id = ?";

/** The private half of the key pair. What browsers gave for a pair is worth nothing without it. */
export const sealedPushKeys: SealedColumn = {
  table: "push_keys",
  column: "privateKey",
  holds: "keys for push notices",
  async discard(ctx, isLost) {
    const found = await row<KeyPair>(ctx, READ, [ONLY_KEY_ID]);
    if (!found || !isLost(found.privateKey)) return [];
    await run(ctx, "DELETE FROM push_keys");
    await run(ctx, "DELETE FROM push_subscriptions");
    return ["push:keys"];
  },
};

/** The addresses of browsers that asked for push notices; those that are given up have to ask again. */
export const sealedPushTargets: SealedColumn = {
  table: "push_subscriptions",
  column: "sealed",
  holds: "browsers with push notices",
  async discard(ctx, isLost) {
    const found = await rows<{ id: number; sealed: string }>(
      ctx,
      "SELECT p.id, p.sealed FROM push_subscriptions p ORDER BY p.id",
    );
    const lost = found.filter(({ sealed }) => isLost(sealed)).map(({ id }) => Number(id));
    for (const id of lost) await run(ctx, "DELETE FROM push_subscriptions WHERE id = ?", [id]);
    return lost.map((id) => `push:browser/${id}`);
  },
};

/** Makes the key pair if there is none. */
export async function preparePushKeys(ctx: Context): Promise<void> {
  if (await findKeys(ctx)) return;
  await inTransaction(ctx, async (ctx) => {
    if (await findKeys(ctx)) return;
    const { publicKey, privateKey } = webPush.generateVAPIDKeys();
    await run(ctx, "DELETE FROM push_keys");
    await run(ctx, "DELETE FROM push_subscriptions");
    await run(ctx, "INSERT INTO push_keys (id, publicKey, privateKey, createdAt) VALUES (?, ?, ?, ?)", [
      ONLY_KEY_ID,
      publicKey,
      seal(ctx.services, privateKey),
      ctx.now,
    ]);
  });
}

async function findKeys(ctx: Context): Promise<KeyPair | null> {
  const found = await row<KeyPair>(ctx, READ, [ONLY_KEY_ID]);
  const privateKey = found ? unseal(ctx.services, found.privateKey) : "";
  return found ? { publicKey: found.publicKey, privateKey } : null;
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
