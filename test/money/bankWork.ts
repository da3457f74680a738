import { randomUUID } from "node:crypto";
import { settleBounties } from "../../server/features/bounties/bounty.service.ts";
import { INVARIANTS } from "../../server/features/money/checks/invariants.sql.ts";
import { returnRedPackets } from "../../server/features/red-packets/redPacket.service.ts";
import { award, inHours, offer } from "../bounties/offers.ts";
import { createCode, invited, inviter } from "../invitations/inviting.ts";
import { begin, notify, paid } from "../payments/till.ts";
import { givePacket } from "../red-packets/packets.ts";
import type { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { reply } from "../threads/content.ts";
import { balancesOf, bookkeeping, give } from "./books.ts";
import { PIN, sell, setPin, tip } from "./shop.ts";

/**
 * The work of the bank test within one process: members tip, buy, claim, offer, withdraw and are paid at once, repeat
 * what they sent, and ask for what they cannot pay. Checkers of its own then say what is wrong: each names itself, and
 * none asks the program whether it is right.
 */

/** Checkers, by what they look for. */
export type Checker =
  /** The tables contradict themselves. */
  | "books"
  /** Somebody has more or less than what was acknowledged to them adds up to. */
  | "balances"
  /** The same request with the same key was answered otherwise. */
  | "replays"
  /** Something acknowledged is not stored. */
  | "acknowledged"
  /** A refused request left something. */
  | "refused"
  /** Parts of an order are not what the rule says. */
  | "splits"
  /** More or less than one decision about one withdrawal was acknowledged. */
  | "decisions"
  /** A member has more than one share of a red packet. */
  | "shares"
  /** Money from outside came at another amount than was asked for. */
  | "outside"
  /** Transactions do not wait for the disk. */
  | "durability"
  /** A request failed by an error that is no answer. */
  | "errors";

/** A fault that a checker has found. */
export interface Finding {
  readonly checker: Checker;
  readonly what: string;
}

/** Refusals that the work expects; everything else is an error of the program. */
const REFUSALS = new Set([
  "BALANCE_TOO_LOW",
  "WITHDRAWAL_DECIDED",
  "ORDER_CLOSED",
  "ALREADY_BOUGHT",
  "CONFLICT",
]);
const [SITE_TENTHS, INVITER_PERCENT] = [1n, 30n];
/** Amount that a lying provider reports where 10.00 were asked for, in cents. */
export const LIE_CENTS = 77_777;
const PAY = `mutation ($input: PayOrderInput!) { payOrder(input: $input) { id amountCents state } }`;
const ADJUST = `mutation ($input: AdjustWalletInput!) { adjustWallet(input: $input) { balanceCents } }`;
const REQUEST = `mutation ($input: RequestWithdrawalInput!) { requestWithdrawal(input: $input) { id } }`;
const DECIDE = `mutation ($input: DecideWithdrawalInput!) { decideWithdrawal(input: $input) { state } }`;
const ORDER = `mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }`;

/** One run of the work with what it expects. */
export class BankWork {
  readonly findings: Finding[] = [];
  /** The payment about which the provider lies; null before it does. */
  liedAbout: string | null = null;
  /** Cents that each member must have at the end. */
  private readonly expected = new Map<Person, bigint>();

  private constructor(
    private readonly forum: Forum,
    private readonly admins: readonly [Person, Person],
    private readonly known: ReadonlySet<string>,
  ) {}

  /** Prepares a run; what is wrong already is not found again. */
  static async begin(forum: Forum, admins: readonly [Person, Person]): Promise<BankWork> {
    return new BankWork(forum, admins, new Set(await wrongLines(forum)));
  }

  /** Does all the work, and asks every checker. */
  async run(): Promise<Finding[]> {
    const parts = [
      () => this.tips(),
      () => this.poorBuyer(),
      () => this.withdrawals(),
      () => this.packet(),
      () => this.bounty(),
      () => this.outside(),
      () => this.adjustments(),
    ];
    // What a part cannot even prepare is an error of the program as well.
    await Promise.all(
      parts.map((part) => part().catch((error: unknown) => this.find("errors", String(error)))),
    );
    if (this.forum.engine === "sqlite") await this.durability();
    for (const [person, cents] of this.expected) {
      const { available } = await balancesOf(this.forum, person);
      if (BigInt(available) !== cents)
        this.find("balances", `${person.nickname} has ${available}, not ${cents}`);
    }
    for (const line of await wrongLines(this.forum)) if (!this.known.has(line)) this.find("books", line);
    return this.findings;
  }

  private find(checker: Checker, what: string): void {
    this.findings.push({ checker, what });
  }

  private expect(person: Person, cents: number | bigint): void {
    this.expected.set(person, (this.expected.get(person) ?? 0n) + BigInt(cents));
  }

  private async member(cents: number, ...permissions: string[]): Promise<Person> {
    const person = await this.forum.member("order.create", "trade.pay.order", ...permissions);
    if (cents > 0) await give(this.forum, person, cents);
    await setPin(person);
    this.expect(person, cents);
    return person;
  }

  /** Sends a request; gives null for a refusal. */
  private async send<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      const code = (error as { code?: string }).code ?? String(error);
      if (!REFUSALS.has(code)) this.find("errors", code);
      return null;
    }
  }

  /** Sends the same request with the same key at once and once more: every answer must be the same. */
  private async repeat<T>(what: string, work: () => Promise<T>): Promise<T | null> {
    const answers = await Promise.all([this.send(work), this.send(work)]);
    answers.push(await this.send(work));
    const [first] = answers;
    if (answers.some((answer) => JSON.stringify(answer) !== JSON.stringify(first)))
      this.find("replays", `${what} was answered ${JSON.stringify(answers)}`);
    return answers.find((answer) => answer !== null) ?? null;
  }

  /** Tips with three parts each, every one repeated: givers, who give to an invited author, and their inviter. */
  private async tips(): Promise<void> {
    const by = await inviter(this.forum);
    const author = await invited(this.forum, (await createCode(by)).code);
    this.expect(by, 0);
    this.expect(author, 0);
    const threadId = await sell(this.forum, author, { priceCents: 0, title: "Tips" });
    const givers = await Promise.all([this.member(5_000), this.member(5_000), this.member(5_000)]);
    await Promise.all(
      givers.flatMap((giver, index) =>
        [8_20, 1_01 + index, 29].map((amountCents) => this.tip(giver, { by, author, threadId, amountCents })),
      ),
    );
  }

  private async tip(
    giver: Person,
    {
      by,
      author,
      threadId,
      amountCents,
    }: { by: Person; author: Person; threadId: string; amountCents: number },
  ): Promise<void> {
    const { id: orderId } = await tip(giver, threadId, amountCents);
    const input = { orderId, method: "WALLET", payPassword: PIN, idempotencyKey: randomUUID() };
    const answer = await this.repeat("a tip", async () => (await giver.graphql(PAY, { input })).payOrder);
    if (!answer) return this.find("acknowledged", `tip ${orderId} was never paid`);
    const amount = BigInt(amountCents);
    const site = (amount * SITE_TENTHS) / 10n;
    const commission = ((amount - site) * INVITER_PERCENT) / 100n;
    this.expect(giver, -amount);
    this.expect(by, commission);
    this.expect(author, amount - site - commission);
    const [row] = await this.forum.rows<Record<string, number>>(
      "SELECT state, siteCents, inviterCents, payeeCents FROM orders WHERE id = ?",
      [orderId],
    );
    if (String(row!["state"]) !== "PAID") this.find("acknowledged", `order ${orderId} is ${row!["state"]}`);
    const parts = [row!["siteCents"], row!["inviterCents"], row!["payeeCents"]].map(Number).join(" ");
    const right = [site, commission, amount - site - commission].join(" ");
    if (parts !== right) this.find("splits", `${amountCents} became ${parts}, not ${right}`);
  }

  /** Orders what they cannot pay, and must not get it. */
  private async poorBuyer(): Promise<void> {
    const [author, buyer] = await Promise.all([this.member(0, "thread.insertPay"), this.member(100)]);
    const threadId = await sell(this.forum, author, { body: "Nobody reads this without paying." });
    const { createOrder } = await buyer.graphql(ORDER, {
      input: { kind: "THREAD", threadId, amountCents: 500 },
    });
    const input = { orderId: createOrder.id, method: "WALLET", payPassword: PIN };
    for (let attempt = 0; attempt < 2; attempt++)
      if (await this.send(() => buyer.graphql(PAY, { input })))
        this.find("refused", "an order beyond the balance");
    const { thread } = await buyer.graphql(`query ($id: ID!) { thread(id: $id) { viewerReadsAll } }`, {
      id: threadId,
    });
    if (thread.viewerReadsAll) this.find("refused", "who could not pay reads all of it");
  }

  /** Asks for money to leave, three times with one key; four decisions of two administrators at once. */
  private async withdrawals(): Promise<void> {
    const saver = await this.member(3_000, "cash.create");
    const input = {
      amountCents: 1_000,
      receiveAccount: "Bank 1",
      payPassword: PIN,
      idempotencyKey: randomUUID(),
    };
    const made = await this.repeat("a withdrawal", async () => {
      return (await saver.graphql(REQUEST, { input })).requestWithdrawal as { id: string };
    });
    if (!made) return this.find("acknowledged", "no withdrawal was made");
    const decide = (index: number) => {
      const decision = { id: made.id, decision: index < 3 ? "REFUSE" : "APPROVE", note: "No" };
      return this.send(() => this.admins[index % 2]!.graphql(DECIDE, { input: decision }));
    };
    const answers = (await Promise.all([0, 1, 2, 3].map(decide))).filter((answer) => answer !== null);
    if (answers.length !== 1) this.find("decisions", `${answers.length} decisions were acknowledged`);
    const isRefused = JSON.stringify(answers).includes("REFUSED");
    if (!isRefused) this.expect(saver, -1_000);
  }

  /** Four members claim three shares, each with two replies, and two sweeps give the rest back. */
  private async packet(): Promise<void> {
    const giver = await this.member(1_500, "thread.insertRedPacket");
    // Money of another hold, which must not pay for this one.
    await givePacket(this.forum, giver, { shareCount: 5, amountCents: 500 });
    this.expect(giver, -500);
    const members = await Promise.all([0, 1].map(() => this.member(0)));
    const threadId = await givePacket(this.forum, giver, { shareCount: 5, amountCents: 500 });
    await Promise.all([...members, ...members].map((member) => this.send(() => reply(member, threadId))));
    await this.forum.delivered();
    const shares = await this.forum.rows<{ userId: number }>(
      `SELECT s.userId FROM red_packet_shares s JOIN red_packets p ON p.id = s.packetId
       WHERE p.threadId = ? AND s.userId IS NOT NULL`,
      [threadId],
    );
    for (const member of members) {
      const count = shares.filter(({ userId }) => Number(userId) === member.id).length;
      if (count !== 1) this.find("shares", `a member has ${count} shares`);
      this.expect(member, 100);
    }
    await this.end("red_packets", "expiresAt", threadId);
    const sweep = () => returnRedPackets(this.forum.app.context());
    await Promise.all([this.send(sweep), this.send(sweep), this.send(sweep)]);
    this.expect(giver, -200);
  }

  /** Gives a part of a bounty three times with one key; the rest comes back once. */
  private async bounty(): Promise<void> {
    const [asker, helper] = await Promise.all([this.member(1_000, "thread.insertReward"), this.member(0)]);
    const threadId = await offer(this.forum, asker, { endsAt: inHours(48) });
    const { id: postId } = await reply(helper, threadId);
    const key = { idempotencyKey: randomUUID() };
    await this.repeat("a part of a bounty", () => award(asker, postId, 90, key));
    await this.end("bounties", "endsAt", threadId);
    const sweep = () => settleBounties(this.forum.app.context());
    await Promise.all([this.send(sweep), this.send(sweep), this.send(sweep)]);
    this.expect(asker, -90);
    this.expect(helper, 90);
  }

  /** A provider that lies about the amount, and then says the truth twice. */
  private async outside(): Promise<void> {
    const payer = await this.member(0);
    const [lied, true_] = [await begin(payer), await begin(payer)];
    this.liedAbout = lied.id;
    await notify(this.forum, paid(lied, { amountCents: LIE_CENTS }));
    await Promise.all([notify(this.forum, paid(true_)), notify(this.forum, paid(true_))]);
    this.expect(payer, 1_000);
    const { available } = await balancesOf(this.forum, payer);
    if (available !== 1_000) this.find("outside", `10.00 and a lie became ${available}`);
  }

  /** Twelve changes of one balance at once, each repeated. */
  private async adjustments(): Promise<void> {
    const member = await this.member(1_000);
    const changes = Array.from({ length: 12 }, (_, index) => (index % 4 === 3 ? -5 : 10 + index));
    await Promise.all(
      changes.map(async (amountCents, index) => {
        const input = { userId: member.id, amountCents, reason: "Test", idempotencyKey: randomUUID() };
        const admin = this.admins[index % 2]!;
        const answer = await this.repeat("an adjustment", () => admin.graphql(ADJUST, { input }));
        if (answer) this.expect(member, amountCents);
      }),
    );
  }

  /** Asks the connection that writes how far it waits for the disk. */
  private async durability(): Promise<void> {
    const [level] = await this.forum.write<{ synchronous: number }[]>((ctx) =>
      ctx.db.query("PRAGMA synchronous"),
    );
    if (level!.synchronous !== 2) this.find("durability", `synchronous is ${level!.synchronous}`);
  }

  private end(table: "red_packets" | "bounties", column: string, threadId: string): Promise<unknown> {
    const sql = `UPDATE ${table} SET ${column} = '2026-01-01 00:00:00.000' WHERE threadId = ?`;
    return this.forum.write((ctx) => ctx.db.query(sql, [threadId] as never));
  }
}

/** Every contradiction in the books, one line each. */
async function wrongLines(forum: Forum): Promise<string[]> {
  const lines = await bookkeeping(forum);
  for (const { name, sql } of INVARIANTS)
    for (const { subject } of await forum.rows<{ subject: string }>(sql(0)))
      lines.push(`${name}: ${subject}`);
  return lines;
}
