import { randomInt, randomUUID } from "node:crypto";
import { SANDBOX_SIGNATURE, signSandbox } from "../../server/features/payments/providers/sandbox.ts";
import { inHours } from "../bounties/offers.ts";
import {
  GROUP_CENTS,
  GROUP_DAYS,
  ONLOOKER_CENTS,
  Refused,
  THREAD_CENTS,
  type Town,
  type Townsman,
} from "./bankTown.ts";
import { PIN } from "./shop.ts";

/**
 * Operations of the bank test over HTTP, each with a key of its own, and the notes of what was acknowledged. What a
 * note says is what the books must hold in the end, exactly once.
 */

/** Refusals that the rules make while many people use the same money. */
const EXPECTED = new Set([
  "BALANCE_TOO_LOW",
  "ALREADY_BOUGHT",
  "WITHDRAWAL_DECIDED",
  "CANNOT_REFUND",
  // Of an order whose time was over meanwhile.
  "ORDER_CLOSED",
]);
/** One of so many answers is asked for again. */
const REPLAY_ONE_IN = 20;
const [PACKET_SHARES, PACKET_CENTS, BOUNTY_CENTS, GIFT_CENTS] = [10, 1_000, 200, 70];
const LIE_CENTS = 77_777;

const ORDER = `mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }`;
const PAY = `mutation ($input: PayOrderInput!) { payOrder(input: $input) { id amountCents state } }`;
const REFUND = `mutation ($input: RefundOrderInput!) { refundOrder(input: $input) { state } }`;
const ADJUST = `mutation ($input: AdjustWalletInput!) { adjustWallet(input: $input) { balanceCents } }`;
const REQUEST = `mutation ($input: RequestWithdrawalInput!) { requestWithdrawal(input: $input) { id } }`;
const DECIDE = `mutation ($input: DecideWithdrawalInput!) { decideWithdrawal(input: $input) { state } }`;
const REPLY = `mutation ($input: ReplyToThreadInput!) { replyToThread(input: $input) { id } }`;
const GIVE = `mutation ($input: GiveBountyInput!) { giveBounty(input: $input) { remainingCents } }`;
const START = `mutation ($input: StartPaymentInput!) { startPayment(input: $input) { id number } }`;

/** An order whose payment was answered. */
export interface NotedOrder {
  readonly id: string;
  readonly amountCents: number;
  readonly buyer: Townsman;
  /** Null for what the site sells. */
  readonly author: Townsman | null;
  /** Null where there is nobody who gets half of the author's part. */
  readonly answerer: Townsman | null;
  readonly isPaid: boolean;
  /** Answer to administrators who took it back. */
  refund: "none" | "done" | "refused";
}

/** A withdrawal that was asked for, and the states that administrators were told. */
export interface NotedWithdrawal {
  readonly id: string;
  readonly key: string;
  readonly userId: string;
  readonly amountCents: number;
  readonly acknowledged: string[];
  /** A decision was sent whose answer was lost. */
  isUncertain: boolean;
}

/** A red packet, and who replied to it. */
export interface NotedPacket {
  readonly threadId: string;
  readonly giver: Townsman;
  readonly repliers: Set<string>;
}

/** A bounty of which a part was given. */
export interface NotedBounty {
  readonly threadId: string;
  readonly askerId: string;
  helperId: string | null;
}

/** A change of a balance, by its key. */
export interface NotedChange {
  readonly key: string;
  readonly userId: string;
  readonly amountCents: number;
  readonly isDone: boolean;
}

/** All that people of the town did. */
export class BankOperations {
  readonly orders: NotedOrder[] = [];
  readonly withdrawals: NotedWithdrawal[] = [];
  readonly packets: NotedPacket[] = [];
  readonly bounties: NotedBounty[] = [];
  readonly adjustments: NotedChange[] = [];
  readonly topUps: NotedChange[] = [];
  /** Orders that nobody paid. */
  readonly abandoned: string[] = [];
  /** Ids of red packets whose time was over before all shares were claimed. */
  readonly endedPackets = new Set<number>();
  /** Answers that differed from the first one to the same key, and refusals that nothing explains. */
  readonly wrong: string[] = [];
  private readonly undecided: NotedWithdrawal[] = [];
  private readonly refundable: NotedOrder[] = [];
  private readonly bought = new Set<string>();

  constructor(private readonly town: Town) {}

  /** Does one thing that a member does, by the weights of the workload (reliability.md C6). */
  async doSomething(member: Townsman): Promise<void> {
    const mix: readonly [weight: number, work: () => Promise<void>][] = [
      [30, () => this.tip(member)],
      [12, () => this.buy(member)],
      [3, () => this.lookOn(member)],
      [2, () => this.abandon(member)],
      [25, () => this.claim(member)],
      [5, () => this.givePacket(member)],
      [5, () => this.withdraw(member)],
      [4, () => this.reward(member)],
      [3, () => this.joinGroup(member)],
      [5, () => this.topUp(member)],
      [5, () => this.adjust(member)],
    ];
    let at = randomInt(mix.reduce((sum, [weight]) => sum + weight, 0));
    const [, work] = mix.find(([weight]) => (at -= weight) < 0)!;
    await work().catch((error: unknown) => {
      this.wrong.push(`${error instanceof Refused ? error.code : String(error)} for a member`);
    });
  }

  /** Does one thing that administrators do: two decide about a withdrawal at once, or take an order back. */
  async decideSomething(): Promise<boolean> {
    const withdrawal = this.undecided.shift();
    if (withdrawal) await this.decide(withdrawal);
    const order = this.refundable.length > 0 && randomInt(8) === 0 ? this.refundable.pop() : undefined;
    if (order) await this.refund(order);
    return Boolean(withdrawal ?? order);
  }

  /** Lets the time of what waits be over, while the server does not run: it sweeps it up when it is there again. */
  async letExpire(): Promise<void> {
    const { server } = this.town;
    const over = "expiresAt = '2026-01-01 00:00:00.000'";
    await server.write(`UPDATE orders SET ${over} WHERE state = 'PENDING'`);
    const open = await server.rows<{ id: number }>("SELECT id FROM red_packets WHERE state = 'OPEN'");
    for (const { id } of open.filter(() => randomInt(3) === 0)) {
      this.endedPackets.add(Number(id));
      await server.write(`UPDATE red_packets SET ${over} WHERE id = ?`, id);
    }
  }

  /** Sends a request with a key; now and then once more, which must be answered alike. Null if it was refused by a rule. */
  private async once(person: Townsman, document: string, input: object): Promise<unknown> {
    const ask = async (): Promise<unknown> =>
      Object.values((await this.town.ask(person, document, { input })) as object)[0];
    const answer = await ask().catch(refusedByRule);
    if (answer !== null && randomInt(REPLAY_ONE_IN) === 0) {
      const again = await ask().catch(String);
      if (JSON.stringify(again) !== JSON.stringify(answer))
        this.wrong.push(`${JSON.stringify(answer)} became ${JSON.stringify(again)} for the same key`);
    }
    return answer;
  }

  private async order(
    member: Townsman,
    input: object,
    author: Townsman | null,
    answerer: Townsman | null = null,
  ): Promise<boolean> {
    const { createOrder } = await this.town.ask(member, ORDER, { input });
    const payment = { orderId: createOrder.id, method: "WALLET", payPassword: PIN };
    const answer = await this.once(member, PAY, { ...payment, idempotencyKey: randomUUID() });
    const { amountCents } = input as { amountCents: number };
    const noted: NotedOrder = {
      id: createOrder.id,
      amountCents,
      buyer: member,
      author,
      answerer,
      isPaid: answer !== null,
      refund: "none",
    };
    this.orders.push(noted);
    if (noted.isPaid && author) this.refundable.push(noted);
    return noted.isPaid;
  }

  private async tip(member: Townsman): Promise<void> {
    const { threadId, author } = some(this.town.shops);
    await this.order(member, { kind: "TIP", threadId, amountCents: randomInt(1, 200) }, author);
  }

  private async buy(member: Townsman): Promise<void> {
    const shop = this.town.shops.find(({ threadId }) => !this.bought.has(`${threadId} ${member.id}`));
    if (!shop) return this.tip(member);
    this.bought.add(`${shop.threadId} ${member.id}`);
    const { threadId, author } = shop;
    await this.order(member, { kind: "THREAD", threadId, amountCents: THREAD_CENTS }, author);
  }

  private async lookOn(member: Townsman): Promise<void> {
    const question = this.town.questions.find(({ threadId }) => !this.bought.has(`${threadId} ${member.id}`));
    if (!question) return this.tip(member);
    this.bought.add(`${question.threadId} ${member.id}`);
    const { threadId, author, answerer } = question;
    await this.order(member, { kind: "ONLOOKER", threadId, amountCents: ONLOOKER_CENTS }, author, answerer);
  }

  /** Its amount is that of no tip: an order of the same amount would be given again. */
  private async abandon(member: Townsman): Promise<void> {
    const { threadId } = some(this.town.shops);
    const input = { kind: "TIP", threadId, amountCents: randomInt(201, 400) };
    this.abandoned.push((await this.town.ask(member, ORDER, { input })).createOrder.id);
  }

  private async joinGroup(member: Townsman): Promise<void> {
    const { groupId } = this.town;
    const input = { kind: "GROUP", groupId, amountCents: GROUP_CENTS, days: GROUP_DAYS };
    await this.order(member, input, null);
  }

  private async givePacket(giver: Townsman): Promise<void> {
    const redPacket = {
      rule: "FIXED",
      claimBy: "REPLY",
      shareCount: PACKET_SHARES,
      amountCents: PACKET_CENTS,
      payPassword: PIN,
      idempotencyKey: randomUUID(),
    };
    const threadId = await this.town.publish(giver, { redPacket });
    this.packets.push({ threadId, giver, repliers: new Set() });
  }

  /** The newest red packets are those that everybody wants. */
  private async claim(member: Townsman): Promise<void> {
    const packet = this.packets.slice(-2).find(({ repliers }) => !repliers.has(member.id));
    if (!packet || packet.giver === member) return;
    packet.repliers.add(member.id);
    await this.town.ask(member, REPLY, { input: { threadId: packet.threadId, body: "Me!" } });
  }

  private async withdraw(member: Townsman): Promise<void> {
    const [key, amountCents] = [randomUUID(), randomInt(100, 300)];
    const request = { amountCents, receiveAccount: key, payPassword: PIN, idempotencyKey: key };
    const made = (await this.once(member, REQUEST, request)) as { id: string } | null;
    if (!made) return;
    const noted = { id: made.id, key, userId: member.id, amountCents, acknowledged: [], isUncertain: false };
    this.withdrawals.push(noted);
    this.undecided.push(noted);
  }

  /** Two administrators at once, first about whether, then about the payment. */
  private async decide(withdrawal: NotedWithdrawal): Promise<void> {
    for (const choices of [
      ["APPROVE", "REFUSE"],
      ["PAID", "FAILED"],
    ]) {
      const decisions = this.town.admins.map(async (admin) => {
        const input = { id: withdrawal.id, decision: some(choices), note: "Checked" };
        try {
          const { decideWithdrawal } = await this.town.ask(admin, DECIDE, { input });
          withdrawal.acknowledged.push(decideWithdrawal.state);
        } catch (error) {
          if (!(error instanceof Refused && error.code === "WITHDRAWAL_DECIDED")) throw error;
          withdrawal.isUncertain ||= error.isAfterLoss;
        }
      });
      await Promise.all(decisions);
      if (withdrawal.acknowledged.at(-1) !== "APPROVED") return;
    }
  }

  private async refund(order: NotedOrder): Promise<void> {
    try {
      await this.town.ask(some(this.town.admins), REFUND, { input: { id: order.id, reason: "Asked" } });
      order.refund = "done";
    } catch (error) {
      if (!(error instanceof Refused && EXPECTED.has(error.code))) throw error;
      // It was the first attempt, whose answer was lost, that did it.
      order.refund = error.code === "CANNOT_REFUND" && error.isAfterLoss ? "done" : "refused";
      if (error.code === "CANNOT_REFUND" && !error.isAfterLoss)
        this.wrong.push(`order ${order.id}: a refund`);
    }
  }

  private async reward(asker: Townsman): Promise<void> {
    const helper = some(this.town.members.filter((member) => member !== asker));
    const bounty = {
      amountCents: BOUNTY_CENTS,
      endsAt: inHours(48),
      payPassword: PIN,
      idempotencyKey: randomUUID(),
    };
    const threadId = await this.town.publish(asker, { bounty });
    const noted: NotedBounty = { threadId, askerId: asker.id, helperId: null };
    this.bounties.push(noted);
    const { replyToThread } = await this.town.ask(helper, REPLY, { input: { threadId, body: "Like this." } });
    const gift = { postId: replyToThread.id, amountCents: GIFT_CENTS, idempotencyKey: randomUUID() };
    if ((await this.once(asker, GIVE, gift)) !== null) noted.helperId = helper.id;
  }

  /** A payment from outside: the provider lies about the amount first, then tells the truth twice at once. */
  private async topUp(member: Townsman): Promise<void> {
    const [key, amountCents] = [randomUUID(), randomInt(100, 500)];
    const input = { provider: "SANDBOX", amountCents, idempotencyKey: key };
    const { id, number } = (await this.once(member, START, input)) as { id: string; number: string };
    const report = { number, state: "PAID", currency: "CNY", transactionId: `tx-${number}` };
    const lie = await this.notify({ ...report, amountCents: LIE_CENTS });
    if (lie !== "fail") this.wrong.push(`payment ${id}: a lie was answered with ${lie}`);
    const truth = { ...report, amountCents };
    const answers = await Promise.all([this.notify(truth), this.notify(truth)]);
    if (answers.some((answer) => answer !== "success"))
      this.wrong.push(`payment ${id}: the truth was answered with ${answers.join()}`);
    this.topUps.push({ key: id, userId: member.id, amountCents, isDone: true });
  }

  private async notify(report: object): Promise<string> {
    const body = JSON.stringify(report);
    const signature = signSandbox({ secretKey: this.town.secretKey }, body, new Date());
    const headers = { "content-type": "application/json", [SANDBOX_SIGNATURE]: signature };
    const none = ({ status }: { status: number }) => status >= 500;
    return (await this.town.send("/api/payments/sandbox/notify", { body, headers }, Infinity, none)).text;
  }

  private async adjust(member: Townsman): Promise<void> {
    const key = randomUUID();
    const amountCents = randomInt(3) === 0 ? -randomInt(1, 60) : randomInt(1, 50);
    const input = { userId: member.id, amountCents, reason: key, idempotencyKey: key };
    const answer = await this.once(some(this.town.admins), ADJUST, input);
    this.adjustments.push({ key, userId: member.id, amountCents, isDone: answer !== null });
  }
}

function refusedByRule(error: unknown): null {
  if (error instanceof Refused && EXPECTED.has(error.code)) return null;
  throw error;
}

function some<T>(list: readonly T[]): T {
  return list[randomInt(list.length)]!;
}
