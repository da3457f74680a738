import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { insert, insertIgnore, lockById } from "../../../core/write.ts";
import { User } from "../../users/user.entity.ts";
import type { WechatPerson } from "../../wechat/wechatClient.ts";
import { UNION, WechatAccount } from "./wechatAccount.entity.ts";

/** Gives the ids of a person: the one at the app first, then the one that all apps share. */
function idsOf({ appId, openId, unionId }: WechatPerson): { app: string; subject: string }[] {
  const own = { app: appId, subject: openId };
  return unionId === "" ? [own] : [own, { app: UNION, subject: unionId }];
}

/** Finds the member who has bound a WeChat account, by whichever of its ids; null if nobody has. */
export async function findWechatOwner(ctx: Context, person: WechatPerson): Promise<User | null> {
  const rows = await ctx.db.findBy(WechatAccount, idsOf(person));
  // What was bound by this very app counts for more than what the apps have in common.
  const row = rows.find(({ app }) => app === person.appId) ?? rows[0];
  return row ? ctx.db.findOneBy(User, { id: row.userId }) : null;
}

/** Finds the WeChat account of a member; null if there is none. */
export async function findWechatOfUser(ctx: Context, userId: number): Promise<WechatAccount | null> {
  const [first = null] = await ctx.db.find(WechatAccount, {
    where: { userId },
    order: { id: "ASC" },
    take: 1,
  });
  return first;
}

/**
 * Binds a WeChat account to a member, in the caller's transaction.
 * @throws {DomainError} WECHAT_TAKEN if another member has it; WECHAT_BOUND if the member has another one
 */
export async function storeWechat(ctx: Context, userId: number, person: WechatPerson): Promise<void> {
  // Two who bind to one member at once come one after the other.
  await lockById(ctx, User, userId);
  const owner = await findWechatOwner(ctx, person);
  if (owner && owner.id !== userId) throw new DomainError("WECHAT_TAKEN");
  if (!owner && (await ctx.db.existsBy(WechatAccount, { userId }))) throw new DomainError("WECHAT_BOUND");
  if (owner) return addIds(ctx, userId, person);
  for (const id of idsOf(person)) {
    const row = { ...id, userId, nickname: person.nickname, createdAt: ctx.now };
    // Of two members who bind one WeChat account at the same moment, the index refuses the second.
    await insert(ctx, WechatAccount, row).catch((error: unknown) => {
      throw /unique|duplicate/i.test(String(error)) ? new DomainError("WECHAT_TAKEN") : error;
    });
  }
}

/** Adds ids by which the member came for the first time, in the caller's transaction; one that is another's stays there. */
export async function addIds(ctx: Context, userId: number, person: WechatPerson): Promise<void> {
  const rows = idsOf(person).map((id) => ({
    ...id,
    userId,
    nickname: person.nickname,
    createdAt: ctx.now,
  }));
  await insertIgnore(ctx, WechatAccount, rows);
}

/** Binds another WeChat account to a member in place of the one before, in the caller's transaction. @throws {DomainError} WECHAT_TAKEN */
export async function replaceWechat(ctx: Context, userId: number, person: WechatPerson): Promise<void> {
  await lockById(ctx, User, userId);
  await ctx.db.delete(WechatAccount, { userId });
  await storeWechat(ctx, userId, person);
}
