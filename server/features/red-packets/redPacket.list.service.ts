import { IsNull, LessThan, Not } from "typeorm";
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
import { RedPacketShare, type RedPacket } from "./redPacket.entity.ts";
import { redPacketOf } from "./redPacket.loaders.ts";

const LIST = "redPacketClaims";

/** Finds the red packet of a thread; null if it has none, and for who may not read the thread. */
export function findRedPacket(
  ctx: Context,
  { id, categoryId, hasRedPacket }: Pick<Thread, "id" | "categoryId" | "hasRedPacket">,
): RedPacket | null | Promise<RedPacket | null> {
  if (!hasRedPacket || !ctx.viewer.may("thread.viewPosts", categoryId)) return null;
  return load(ctx, redPacketOf, id);
}

/** Lists the shares of a red packet that were claimed, the newest first. */
export async function listClaims(
  ctx: Context,
  { id: packetId }: RedPacket,
  page: PageRequest,
): Promise<Connection<RedPacketShare>> {
  const first = checkFirst(page.first);
  const before = page.after ? Number(decodeCursor(LIST, page.after, ["number"])[0]) : null;
  const claimed = { packetId, userId: Not(IsNull()) };
  const shares = await ctx.db.find(RedPacketShare, {
    // Shares are claimed in their order.
    where: before === null ? claimed : { ...claimed, sequence: LessThan(before) },
    order: { sequence: "DESC" },
    take: first + 1,
  });
  await preload(
    ctx,
    userById,
    shares.map(({ userId }) => userId!),
  );
  return pageOf(shares, first, ({ sequence }) => encodeCursor(LIST, [sequence]), before !== null);
}
