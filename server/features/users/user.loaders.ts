import { defineLoader } from "../../core/loaders.ts";
import { marks, select } from "../../core/sql.ts";
import { User } from "./user.entity.ts";

/** Members by id, batched. */
export const userById = defineLoader<number, User>("userById", async (ctx, ids) => {
  const found = await select(ctx, User, "u", `users u WHERE u.id IN (${marks(ids)})`, ids);
  return new Map(found.map((user) => [user.id, user]));
});
