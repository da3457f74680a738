import type { Context } from "../../core/context.ts";
import { Setting } from "./setting.entity.ts";

/** Where the digest of the setup token lies; no setting that anybody reads or saves. */
const PLACE = { tag: "setup", key: "token_hash" } as const;

/** Stores the digest of the setup token in the place of an earlier one, in the caller's transaction. */
export async function storeSetupToken(ctx: Context, digest: string): Promise<void> {
  await ctx.db.upsert(Setting, { ...PLACE, value: digest }, ["tag", "key"]);
}

/** Finds the digest of the setup token; null if there is none. */
export async function findSetupToken(ctx: Context): Promise<string | null> {
  return (await ctx.db.findOneBy(Setting, PLACE))?.value ?? null;
}

/** Removes the setup token, in the caller's transaction. @returns false if somebody else did so before */
export async function deleteSetupToken(ctx: Context): Promise<boolean> {
  return (await ctx.db.delete(Setting, PLACE)).affected === 1;
}
