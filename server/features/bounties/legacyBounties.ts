import type { Context } from "../../core/context.ts";
import { invalid } from "../../core/errors.ts";
import { legacyPartIn, legacyTimeIn, type LegacyWriting } from "../../core/legacyParts.ts";
import { parseAmount } from "../../core/money.ts";
import { legacyTime } from "../../core/rest.ts";
import type { Thread } from "../threads/thread.entity.ts";
import { BountyRest } from "./bounty.entity.ts";
import { BountyInput, GiveBountyInput } from "./bounty.input.ts";
import { findBounty } from "./bounty.list.service.ts";
import { giveBounty } from "./gift.service.ts";
import type { LegacyGift } from "./legacy.input.ts";

/** Kind of content of the predecessor (legacy-facts 4.6). */
export const TOM_BOUNTY = "107";
const CENTS_PER_YUAN = 100;
/** Type of the predecessor: replies of anybody may be chosen. */
const FOR_ANYBODY = 0;

/**
 * Reads the bounty of a new thread. It is paid with the thread, so the pay password comes with it; what is left at the end
 * is divided between those who replied, as the predecessor does.
 * @throws {DomainError} INVALID_PARAMETER
 */
export function bountyOfLegacy(writing: LegacyWriting): BountyInput | undefined {
  const body = legacyPartIn(writing, TOM_BOUNTY);
  if (!body) return undefined;
  if (typeof writing.payPassword !== "string" || writing.payPassword === "")
    throw invalid(
      "payPassword",
      "悬赏需要同时提交支付密码 payPassword，内容没有保存",
      "A bounty is paid with its thread, which needs payPassword. Nothing was saved.",
    );
  if (body.type !== undefined && Number(body.type) !== FOR_ANYBODY)
    throw invalid(
      "type",
      "type 须为 0，内容没有保存",
      "Bounties are for anybody who replies: type 0. Nothing was saved.",
    );
  return Object.assign(new BountyInput(), {
    amountCents: parseAmount(body.price, "price"),
    endsAt: legacyTimeIn(body.expiredAt, "expiredAt"),
    rest: BountyRest.SHARE,
    payPassword: writing.payPassword,
  });
}

/** Refuses a bounty where there is no place for one: in drafts, and for threads that were published without. */
export function refuseLegacyBounty(writing: LegacyWriting, zh: string, en: string): void {
  if (legacyPartIn(writing, TOM_BOUNTY))
    throw invalid("content", `${zh}，内容没有保存`, `${en} Nothing was saved.`);
}

/** The bounty of a thread among its parts, as old clients read it; nothing if there is none. */
export async function legacyBounty(ctx: Context, thread: Thread): Promise<object> {
  const bounty = await findBounty(ctx, thread);
  if (!bounty) return {};
  const body = {
    id: bounty.id,
    threadId: thread.id,
    postId: thread.id,
    type: FOR_ANYBODY,
    userId: bounty.userId,
    answerId: 0,
    money: bounty.totalCents / CENTS_PER_YUAN,
    remainMoney: bounty.remainingCents / CENTS_PER_YUAN,
    expiredAt: legacyTime(bounty.endsAt),
  };
  return { [TOM_BOUNTY]: { tomId: TOM_BOUNTY, operation: "select", body } };
}

/** Gives a reply a part of the viewer's bounty. Old clients send no key: reply and amount are one. */
export async function giveForLegacy(ctx: Context, { postId, rewards }: LegacyGift): Promise<[]> {
  const amountCents = parseAmount(rewards, "rewards");
  const idempotencyKey = `legacy:${postId}:${amountCents}`;
  await giveBounty(
    ctx,
    Object.assign(new GiveBountyInput(), { postId: String(postId), amountCents, idempotencyKey }),
  );
  return [];
}
