import { defineLoader } from "../../core/loaders.ts";
import { marks, select } from "../../core/sql.ts";
import { User } from "./user.entity.ts";

/** What nobody reads of a member in passing: signing in reads it itself. */
const PRIVATE: readonly string[] = ["passwordHash", "usernameKey", "nicknameKey", "statusReason"];

/** Members by id, batched; without secrets. */
export const userById = defineLoader<number, User>("userById", async (ctx, ids) => {
  const found = await select(ctx, User, "u", `users u WHERE u.id IN (${marks(ids)})`, ids, PRIVATE);
  return new Map(found.map((user) => [user.id, user]));
});
