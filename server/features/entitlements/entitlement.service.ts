import { In } from "typeorm";
import type { Context } from "../../core/context.ts";
import { chain, defineLoader, load } from "../../core/loaders.ts";
import { insertIgnore } from "../../core/write.ts";
import { Entitlement, EntitledObject } from "./entitlement.entity.ts";

/** Rights of the viewer to threads, by thread, batched. */
const ownThreadRights = defineLoader<number, Entitlement>("ownThreadRights", async (ctx, threadIds) => {
  const where = { userId: ctx.viewer.id, objectKind: EntitledObject.THREAD, objectId: In([...threadIds]) };
  const rights = await ctx.db.findBy(Entitlement, where);
  return new Map(rights.map((right) => [right.objectId, right]));
});

/** True if the viewer has bought a thread. Nobody has on a page that members share. */
export function ownsThreadRight(ctx: Context, threadId: number): boolean | Promise<boolean> {
  if (!ctx.viewer.isMember || ctx.viewer.isShared) return false;
  return chain(
    load(ctx, ownThreadRights, threadId),
    (right) => right !== null && (right.endsAt === null || right.endsAt > ctx.now),
  );
}

/** Takes back the rights that something gave a member, such as an order, in the caller's transaction. */
export async function revoke(
  ctx: Context,
  { userId, source }: Pick<Entitlement, "userId" | "source">,
): Promise<void> {
  await ctx.db.delete(Entitlement, { userId, source });
}

/**
 * Entitles a member for good, in the caller's transaction.
 * @returns false if the member has the right already
 */
export async function entitle(
  ctx: Context,
  right: Pick<Entitlement, "userId" | "objectKind" | "objectId" | "source">,
): Promise<boolean> {
  return (await insertIgnore(ctx, Entitlement, [{ ...right, startsAt: ctx.now, endsAt: null }])) > 0;
}
