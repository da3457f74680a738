import { In } from "typeorm";
import { defineLoader } from "../../core/loaders.ts";
import { User } from "./user.entity.ts";
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

/** The id and the nickname of a member. */
export type NamedUser = Pick<User, "id" | "nickname" | "nicknameKey">;

/** Members by the key of their nickname, batched. */
export const userByNicknameKey = defineLoader<string, NamedUser>("userByNicknameKey", async (ctx, keys) => {
  const users: NamedUser[] = await ctx.db.find(User, {
    select: { id: true, nickname: true, nicknameKey: true },
    where: { nicknameKey: In([...keys]) },
  });
  return new Map(users.map((user) => [user.nicknameKey, user]));
});
