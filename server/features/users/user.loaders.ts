import { defineLoader } from "../../core/loaders.ts";
import type { User } from "./user.entity.ts";
import { readUsers } from "./user.sql.ts";

/** Columns that lists do not need: signing in reads them itself. */
const PRIVATE: readonly (keyof User & string)[] = [
  "passwordHash",
  "usernameKey",
  "nicknameKey",
  "statusReason",
];

/** Members by id, batched; without secrets. */
export const userById = defineLoader<number, User>("userById", async (ctx, ids) => {
  const users = await readUsers(ctx, ids, PRIVATE);
  return new Map(users.map((user) => [user.id, user]));
});
