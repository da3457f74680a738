import { In } from "typeorm";
import { defineLoader } from "../../../core/loaders.ts";
import { PaidContent } from "./paidContent.entity.ts";

/** Whole texts of threads with a price, by thread. Callers check who has paid before they show one. */
export const paidContentById = defineLoader<number, PaidContent>(
  "paidContentById",
  async (ctx, threadIds) => {
    const contents = await ctx.db.findBy(PaidContent, { threadId: In([...threadIds]) });
    return new Map(contents.map((content) => [content.threadId, content]));
  },
);
