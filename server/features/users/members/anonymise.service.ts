import { LessThanOrEqual } from "typeorm";
import type { Context } from "../../../core/context.ts";
import type { ErasureHook } from "../../../core/hooks.ts";
import { nameKey } from "../../../core/text.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { queueForSearch } from "../../search/index/index.service.ts";
import { eraseRelations } from "../relations/relation.service.ts";
import { Audience, NO_PASSWORD, User } from "../user.entity.ts";
import { profileChanged } from "../user.events.ts";
import { closedName } from "../user.policy.ts";

/** Ends what a member follows and blocks, and who follows them. */
export const eraseFollowsAndBlocks: ErasureHook = { name: "users.relations", erase: eraseRelations };

/**
 * Gives a closed account a neutral name and nobody's password: what it published stays, nothing tells whose it was. The
 * name contains a sign that no chosen name may, so it is free.
 * @emits profileChanged
 */
export async function anonymiseUser(ctx: Context, userId: number): Promise<void> {
  const name = closedName(userId);
  await inTransaction(ctx, async (ctx) => {
    const { affected } = await ctx.db.update(
      User,
      { id: userId, closesAt: LessThanOrEqual(ctx.now) },
      {
        username: name,
        usernameKey: nameKey(name),
        nickname: name,
        nicknameKey: nameKey(name),
        passwordHash: NO_PASSWORD,
        signature: "",
        statusReason: "",
        avatarUrl: null,
        backgroundUrl: null,
        messagesFrom: Audience.NOBODY,
        isNew: false,
        closesAt: null,
        updatedAt: new Date(),
      },
    );
    if (affected === 0) return;
    await queueForSearch(ctx, { userId });
    ctx.emit(profileChanged({ userId }));
  });
}
