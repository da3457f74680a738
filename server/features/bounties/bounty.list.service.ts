import { LessThan } from "typeorm";
import type { Context } from "../../core/context.ts";
import { load, preload } from "../../core/loaders.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "../../core/paging.ts";
import type { Thread } from "../threads/thread.entity.ts";
import { userById } from "../users/user.loaders.ts";
import { BountyGift, type Bounty } from "./bounty.entity.ts";
import { bountyOf, postNumberById } from "./bounty.loaders.ts";

const LIST = "bountyGifts";

/** Finds the bounty of a thread; null if it has none, and for who may not read the thread. */
export function findBounty(
  ctx: Context,
  { id, categoryId, hasBounty }: Pick<Thread, "id" | "categoryId" | "hasBounty">,
): Bounty | null | Promise<Bounty | null> {
  if (!hasBounty || !ctx.viewer.may("thread.viewPosts", categoryId)) return null;
  return load(ctx, bountyOf, id);
}

/** Lists what was given of a bounty, the newest first. */
export async function listGifts(
  ctx: Context,
  { id: bountyId }: Bounty,
  page: PageRequest,
): Promise<Connection<BountyGift>> {
  const first = checkFirst(page.first);
  const before = page.after ? Number(decodeCursor(LIST, page.after, ["number"])[0]) : null;
  const gifts = await ctx.db.find(BountyGift, {
    where: before === null ? { bountyId } : { bountyId, sequence: LessThan(before) },
    order: { sequence: "DESC" },
    take: first + 1,
  });
  await Promise.all([
    preload(
      ctx,
      userById,
      gifts.map(({ userId }) => userId),
    ),
    preload(
      ctx,
      postNumberById,
      gifts.map(({ postId }) => postId),
    ),
  ]);
  return pageOf(gifts, first, ({ sequence }) => encodeCursor(LIST, [sequence]), before !== null);
}
