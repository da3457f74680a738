import { In } from "typeorm";
import { defineLoader } from "../../core/loaders.ts";
import { Post } from "../posts/post.entity.ts";
import { Bounty, BountyGift } from "./bounty.entity.ts";

/** Bounties by thread, batched; absent for threads without one. */
export const bountyOf = defineLoader<number, Bounty>("bountyOf", async (ctx, threadIds) => {
  const bounties = await ctx.db.findBy(Bounty, { threadId: In([...threadIds]) });
  return new Map(bounties.map((bounty) => [bounty.threadId, bounty]));
});

/** Cents of a bounty that replies were given, batched; absent for replies that were given nothing. */
export const bountyCentsOfPost = defineLoader<number, number>("bountyCentsOfPost", async (ctx, postIds) => {
  const gifts = await ctx.db.findBy(BountyGift, { postId: In([...postIds]) });
  const cents = new Map<number, number>();
  for (const { postId, amountCents } of gifts) cents.set(postId, (cents.get(postId) ?? 0) + amountCents);
  return cents;
});

/** Replies of threads that were given something of a bounty, by thread, in the order of the first gift, batched. */
export const rewardedPostIds = defineLoader<number, readonly number[]>(
  "rewardedPostIds",
  async (ctx, threadIds) => {
    const gifts = await ctx.db.find(BountyGift, {
      select: { postId: true, sequence: true, bountyRow: { id: true, threadId: true } },
      where: { bountyRow: { threadId: In([...threadIds]) } },
      relations: { bountyRow: true },
      order: { bountyId: "ASC", sequence: "ASC" },
    });
    const ids = new Map<number, number[]>();
    for (const { postId, bountyRow } of gifts) {
      const { threadId } = bountyRow!;
      const own = ids.get(threadId) ?? [];
      if (!own.includes(postId)) ids.set(threadId, [...own, postId]);
    }
    return ids;
  },
);

/** Numbers of replies within their threads, by reply, batched. */
export const postNumberById = defineLoader<number, number>("postNumberById", async (ctx, postIds) => {
  const posts = await ctx.db.find(Post, {
    select: { id: true, number: true },
    where: { id: In([...postIds]) },
  });
  return new Map(posts.flatMap(({ id, number }) => (number === null ? [] : [[id, number] as const])));
});
