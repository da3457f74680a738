import webPush from "web-push";
import type { Context } from "../../core/context.ts";
import { seal, unseal } from "../../core/secrets.ts";
import { row, run } from "../../core/sql.ts";
import { inTransaction } from "../../core/transaction.ts";
import { ONLY_KEY_ID } from "./push.entity.ts";

/** The key pair of the site, in the open. */
export interface KeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

const READ = "SELECT k.publicKey, k.privateKey FROM push_keys k WHERE k.id = ?";

/**
 * Makes the key pair if there is none. One that cannot be opened, since the secret of the data folder is another one
 * now, is replaced; what browsers gave for it is worth nothing then and is removed.
 */
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
  return found && privateKey ? { publicKey: found.publicKey, privateKey } : null;
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
