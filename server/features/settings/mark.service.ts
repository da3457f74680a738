import type { Context } from "../../core/context.ts";
import { insert } from "../../core/write.ts";
import { Setting } from "./setting.entity.ts";

/** Stores the only value of a tag that is no setting of the catalogue, in the caller's transaction. */
export async function replaceMark(ctx: Context, tag: string, key: string, value: string): Promise<void> {
  await ctx.db.delete(Setting, { tag });
  await insert(ctx, Setting, { tag, key, value });
}

/** Reads such a value; null if there is none. */
export async function findMark(ctx: Context, tag: string, key: string): Promise<string | null> {
  return (await ctx.db.findOneBy(Setting, { tag, key }))?.value ?? null;
}

/** Removes such a value, in the caller's transaction. @returns whether there was one */
export async function takeMark(ctx: Context, tag: string, key: string): Promise<boolean> {
  return (await ctx.db.delete(Setting, { tag, key })).affected === 1;
}
