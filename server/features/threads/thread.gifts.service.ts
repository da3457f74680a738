import type { Context } from "../../core/context.ts";
import { checkBounty, placeBounty } from "../bounties/bounty.service.ts";
import { checkGoods, linkOf, placeGoods } from "../goods/goods.service.ts";
import type { KeyedRequest } from "../money/ledger/onceByKey.service.ts";
import { checkPoll, placePoll } from "../polls/poll.service.ts";
import { checkQuestion, placeQuestion } from "../questions/question.service.ts";
import { checkRedPacket, placeRedPacket } from "../red-packets/redPacket.service.ts";
import type { Thread } from "./thread.entity.ts";
import type { PublishThreadInput } from "./thread.input.ts";

/** Money, poll and goods that come with a new thread and passed the rules. */
export interface Gifts {
  /** Columns of the thread that say what there is. */
  readonly marks: Pick<Thread, "hasRedPacket" | "hasBounty" | "hasQuestion" | "hasPoll" | "hasGoods">;
  /** Stop words in poll and goods that hold the thread for approval. */
  readonly heldBackBy: readonly string[];
  /** Link of the goods in HTML, which counts among the links of the thread; empty without any. */
  readonly link: string;
  /** Sets the money aside and stores poll and goods, in the transaction that publishes the thread. */
  place(ctx: Context, thread: Pick<Thread, "id" | "title">): Promise<void>;
}

/**
 * Checks the money, the poll and the goods that are to come with a new thread.
 * @throws {DomainError} as `checkPoll`, `checkGoods`, `checkRedPacket`, `checkBounty` and `checkQuestion`
 */
export async function checkGifts(ctx: Context, input: PublishThreadInput): Promise<Gifts> {
  const poll = await checkPoll(ctx, input.poll);
  const goods = await checkGoods(ctx, input.goods);
  const packet = await checkRedPacket(ctx, input.redPacket, input);
  const bounty = await checkBounty(ctx, input.bounty, input);
  const question = await checkQuestion(ctx, input.question, input);
  return {
    marks: {
      hasRedPacket: packet !== null,
      hasBounty: bounty !== null,
      hasQuestion: question !== null,
      hasPoll: poll !== null,
      hasGoods: goods !== null,
    },
    heldBackBy: [poll, goods].flatMap((part) => part?.heldBackBy ?? []),
    link: linkOf(goods),
    async place(ctx, thread) {
      if (packet) await placeRedPacket(ctx, thread, packet);
      if (bounty) await placeBounty(ctx, thread, bounty);
      if (question) await placeQuestion(ctx, thread, question);
      if (poll) await placePoll(ctx, thread.id, poll);
      if (goods) await placeGoods(ctx, thread.id, goods);
    },
  };
}

/** The request as it may come again, with another captcha: who pays with a thread sends a key with it. */
export function keyOfThread({ captcha: _answer, ...thread }: PublishThreadInput): KeyedRequest {
  const { redPacket, bounty, question, ...rest } = thread;
  const gifts = [redPacket, bounty, question];
  const clientKey = gifts.map((gift) => gift?.idempotencyKey).find((key) => key != null);
  return { operation: "publishThread", clientKey, body: { ...rest, gifts: gifts.map(withoutSecrets) } };
}

function withoutSecrets(
  gift: { readonly payPassword?: string; readonly idempotencyKey?: string | null } | null | undefined,
): object {
  const { payPassword: _secret, idempotencyKey: _key, ...rest } = gift ?? {};
  return rest;
}
