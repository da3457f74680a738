import { In } from "typeorm";
import { defineLoader } from "../../core/loaders.ts";
import { ContentCheck } from "./contentCheck.entity.ts";

/** Checks of texts by key (`t12`, `p34`), batched. */
export const checkOf = defineLoader<string, ContentCheck>("checkOf", async (ctx, keys) => {
  const checks = await ctx.db.findBy(ContentCheck, { targetKey: In([...keys]) });
  return new Map(checks.map((check) => [check.targetKey, check]));
});
