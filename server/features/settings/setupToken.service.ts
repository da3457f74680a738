import type { Context } from "../../core/context.ts";
import { Setting } from "./setting.entity.ts";

/** Key of the row with the digest of the setup token; not in the catalogue, so no client reads or saves it. */
const PLACE = { tag: "setup", key: "token_hash" } as const;

/** Stores the digest of the setup token, replacing an earlier one, in the caller's transaction. */
export async function storeSetupToken(ctx: Context, digest: string): Promise<void> {
  await ctx.db.upsert(Setting, { ...PLACE, value: digest }, ["tag", "key"]);
}

/** Finds the digest of the setup token; null if there is none. */
export async function findSetupToken(ctx: Context): Promise<string | null> {
  return (await ctx.db.findOneBy(Setting, PLACE))?.value ?? null;
}

/** Deletes the setup token, in the caller's transaction. @returns false if it did not exist any more */
export async function deleteSetupToken(ctx: Context): Promise<boolean> {
  return (await ctx.db.delete(Setting, PLACE)).affected === 1;
}
