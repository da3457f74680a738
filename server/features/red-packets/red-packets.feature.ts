import type { Feature } from "../../core/feature.ts";
import { deliver } from "../../core/outbox.ts";
import { postLiked, replied } from "../posts/post.events.ts";
import { claimShares } from "./claim.service.ts";
import { RedPacket, RedPacketShare } from "./redPacket.entity.ts";
import { RedPacketResolver, RedPacketShareResolver, ThreadRedPacketResolver } from "./redPacket.resolver.ts";
import { returnRedPackets } from "./redPacket.service.ts";

/** Money that authors of threads give to those who reply. */
export const redPackets: Feature = {
  name: "red-packets",
  entities: [RedPacket, RedPacketShare],
  resolvers: [ThreadRedPacketResolver, RedPacketResolver, RedPacketShareResolver],
  deliveries: [
    deliver("claimByReply", replied, claimShares, {
      concerns: ({ threadHasRedPacket, parentId, hasClaimed }) =>
        threadHasRedPacket && parentId === null && hasClaimed !== true,
    }),
    deliver("claimByLikes", postLiked, claimShares, {
      concerns: ({ threadHasRedPacket, parentId, liked }) => threadHasRedPacket && parentId === null && liked,
    }),
  ],
  jobs: [{ name: "returnRedPackets", everyMs: 60_000, run: returnRedPackets }],
};
