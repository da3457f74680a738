import { In } from "typeorm";
import { defineLoader } from "../../core/loaders.ts";
import { RedPacket, RedPacketShare } from "./redPacket.entity.ts";

/** Red packets by thread, batched; absent for threads without one. */
export const redPacketOf = defineLoader<number, RedPacket>("redPacketOf", async (ctx, threadIds) => {
  const packets = await ctx.db.findBy(RedPacket, { threadId: In([...threadIds]) });
  return new Map(packets.map((packet) => [packet.threadId, packet]));
});

/** The viewer's shares by red packet, batched; absent where the viewer has none. */
export const ownShareOf = defineLoader<number, RedPacketShare>("ownShareOf", async (ctx, packetIds) => {
  const own = { packetId: In([...packetIds]), userId: ctx.viewer.id };
  const shares = await ctx.db.findBy(RedPacketShare, own);
  return new Map(shares.map((share) => [share.packetId, share]));
});

/** Shares by the reply that claimed them, batched; absent for replies that got none. */
export const shareOfPost = defineLoader<number, RedPacketShare>("shareOfPost", async (ctx, postIds) => {
  const shares = await ctx.db.findBy(RedPacketShare, { postId: In([...postIds]) });
  return new Map(shares.map((share) => [share.postId!, share]));
});
