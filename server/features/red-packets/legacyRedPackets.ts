import type { Context } from "../../core/context.ts";
import { invalid } from "../../core/errors.ts";
import { legacyPartIn, type LegacyWriting } from "../../core/legacyParts.ts";
import { parseAmount } from "../../core/money.ts";
import type { Thread } from "../threads/thread.entity.ts";
import {
  RedPacketCondition,
  RedPacketRule,
  RedPacketState,
  stateOf,
  type RedPacket,
} from "./redPacket.entity.ts";
import { RedPacketInput } from "./redPacket.input.ts";
import { findRedPacket } from "./redPacket.list.service.ts";

/** Kind of content of the predecessor (legacy-facts 4.6). */
export const TOM_RED_PACKET = "106";
const CENTS_PER_YUAN = 100;
/** Numbers of the predecessor for what we have names for. */
const RULES = [RedPacketRule.FIXED, RedPacketRule.RANDOM] as const;
const CONDITIONS = [RedPacketCondition.REPLY, RedPacketCondition.LIKES] as const;
/** States of the predecessor: overdue, valid, finished, refunded. */
const [OVERDUE, VALID, FINISHED, REFUNDED] = [0, 1, 2, 3];

/**
 * Reads the red packet of a new thread: `price` is of each packet if they are equal, and of all if they are random. It is
 * paid with the thread, so the pay password comes with it.
 * @throws {DomainError} INVALID_PARAMETER
 */
export function redPacketOfLegacy(writing: LegacyWriting): RedPacketInput | undefined {
  const body = legacyPartIn(writing, TOM_RED_PACKET);
  if (!body) return undefined;
  if (typeof writing.payPassword !== "string" || writing.payPassword === "")
    throw invalid(
      "payPassword",
      "发红包需要同时提交支付密码 payPassword，内容没有保存",
      "A red packet is paid with its thread, which needs payPassword. Nothing was saved.",
    );
  const rule = choiceOf(RULES, body.rule, "rule");
  const claimBy = choiceOf(CONDITIONS, body.condition, "condition");
  const shareCount = wholeOf(body.number, "number");
  const priceCents = parseAmount(body.price, "price");
  return Object.assign(new RedPacketInput(), {
    rule,
    claimBy,
    shareCount,
    likesNeeded: claimBy === RedPacketCondition.LIKES ? wholeOf(body.likenum, "likenum") : 0,
    amountCents: rule === RedPacketRule.FIXED ? priceCents * shareCount : priceCents,
    payPassword: writing.payPassword,
  });
}

/** Refuses a red packet where there is no place for one: in drafts, and for threads that were published without. */
export function refuseLegacyPacket(writing: LegacyWriting, zh: string, en: string): void {
  if (legacyPartIn(writing, TOM_RED_PACKET))
    throw invalid("content", `${zh}，内容没有保存`, `${en} Nothing was saved.`);
}

/** The red packet of a thread among its parts, as old clients read it; nothing if there is none. */
export async function legacyRedPacket(ctx: Context, thread: Thread): Promise<object> {
  const packet = await findRedPacket(ctx, thread);
  if (!packet) return {};
  const body = {
    id: packet.id,
    threadId: thread.id,
    postId: thread.id,
    rule: RULES.indexOf(packet.rule),
    condition: CONDITIONS.indexOf(packet.claimBy),
    likenum: packet.likesNeeded,
    money: packet.totalCents / CENTS_PER_YUAN,
    number: packet.shareCount,
    remainMoney: packet.remainingCents / CENTS_PER_YUAN,
    remainNumber: packet.shareCount - packet.claimedCount,
    status: statusOf(ctx, packet),
  };
  return { [TOM_RED_PACKET]: { tomId: TOM_RED_PACKET, operation: "select", body } };
}

function statusOf({ now }: Context, packet: RedPacket): number {
  if (packet.state === RedPacketState.FINISHED) return FINISHED!;
  if (packet.state === RedPacketState.ENDED) return REFUNDED!;
  return stateOf(packet, now) === RedPacketState.OPEN ? VALID! : OVERDUE!;
}

function choiceOf<T>(choices: readonly T[], value: unknown, field: string): T {
  const choice = choices[wholeOf(value, field)];
  if (choice !== undefined) return choice;
  throw invalid(field, `${field} 须为 0 或 1`, `${field} is 0 or 1.`);
}

function wholeOf(value: unknown, field: string): number {
  const text = typeof value === "number" || typeof value === "string" ? String(value) : "";
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw invalid(field, `${field} 须为整数`, `${field} is a whole number.`);
}
