import type { Context } from "../../../core/context.ts";
import { load } from "../../../core/loaders.ts";
import { legacyTime } from "../../../core/rest.ts";
import { findRedPacket } from "../../red-packets/redPacket.list.service.ts";
import { ownShareOf } from "../../red-packets/redPacket.loaders.ts";
import type { LegacyThreadRef } from "../../threads/legacy/legacy.input.ts";
import { viewThread } from "../../threads/thread.service.ts";

const CENTS_PER_YUAN = 100;

/** Gives what the viewer got of the red packet of a thread, which old clients ask on every page of a thread (legacy-facts 3.7). */
export async function readOwnShareForLegacy(ctx: Context, { threadId }: LegacyThreadRef): Promise<object> {
  const packet = await findRedPacket(ctx, await viewThread(ctx, threadId));
  const share = packet ? await load(ctx, ownShareOf, packet.id) : null;
  return {
    status: share !== null,
    amount: (share?.amountCents ?? 0) / CENTS_PER_YUAN,
    getRedPacketTime: share?.claimedAt ? legacyTime(share.claimedAt) : "",
    // The news of a share is a notification; the page greets nobody with it again.
    afterGetRedPacketFirstEnter: false,
  };
}
