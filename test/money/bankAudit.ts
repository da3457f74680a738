import { INVARIANTS } from "../../server/features/money/checks/invariants.sql.ts";
import { ENGINE } from "../support/forum.ts";
import type { ServerProcess } from "../support/serverProcess.ts";
import type { BankOperations, NotedOrder } from "./bankOperations.ts";
import type { Town } from "./bankTown.ts";
import { contradictions } from "./books.ts";

/**
 * The audit of the bank test: reads the tables past the program and compares them with what was acknowledged. Every
 * contradiction is a line.
 */

const [SITE_TENTHS, INVITER_PERCENT] = [1n, 30n];
const [SHARES, SHARE_CENTS, BOUNTY_CENTS, GIFT_CENTS] = [10, 100n, 200n, 70n];
/** States of withdrawals whose money has left the balance. */
const GONE = ["PENDING", "APPROVED", "PAID"];

/** Asks after a kill whether money is missing, appeared, or is owed by a member. */
export async function glance(server: ServerProcess): Promise<string[]> {
  const [found] = await server.rows<{ total: number; low: number }>(
    "SELECT SUM(balanceCents) AS total, MIN(CASE WHEN ownerId > 0 THEN balanceCents ELSE 0 END) AS low FROM money_accounts",
  );
  return Number(found!.total) === 0 && Number(found!.low) === 0
    ? []
    : [`all accounts add up to ${found!.total}, the lowest has ${found!.low}`];
}

/** Movements of money when they were counted last. */
let movements = 0;

/** Reads the books as of one moment while money moves: the rules hold at any time, and no movement is lost again. */
export async function look(server: ServerProcess): Promise<string[]> {
  const counted = "SELECT COUNT(*) AS n FROM money_transactions";
  const [count, ...found] = await server.snapshot([counted, ...INVARIANTS.map(({ sql }) => sql(0))]);
  const wrong = found.flatMap((rows, index) =>
    rows.map(({ subject }) => `meanwhile ${INVARIANTS[index]!.name}: ${String(subject)}`),
  );
  const before = movements;
  movements = Number(count![0]!["n"]);
  return movements < before ? [...wrong, `${before} movements became ${movements}`] : wrong;
}

/** Adds all books up, by the rules of the tests and by those of the program. */
export async function readBooks(server: ServerProcess): Promise<string[]> {
  const accounts = await server.rows<Record<string, string | number>>(
    "SELECT id, kind, ownerId, balanceCents, version FROM money_accounts",
  );
  const lines = await server.rows<Parameters<typeof contradictions>[1][number]>(
    "SELECT * FROM money_entries ORDER BY accountId, sequence",
  );
  const holds = await server.rows<Record<string, number>>("SELECT userId, remainingCents FROM money_holds");
  const wrong = contradictions(accounts, lines, holds);
  for (const { name, sql } of INVARIANTS)
    for (const { subject } of await server.rows<{ subject: string }>(sql(0)))
      wrong.push(`${name}: ${subject}`);
  const tables = "money_accounts, money_entries, money_transactions, money_holds, money_keys, orders";
  const integrity = await server.rows<Record<string, string>>(
    ENGINE === "sqlite" ? "PRAGMA integrity_check" : `CHECK TABLE ${tables}`,
  );
  for (const row of integrity) {
    const said = row["integrity_check"] ?? row["Msg_text"];
    if (!/^ok$/i.test(said!)) wrong.push(`integrity: ${JSON.stringify(row)}`);
  }
  return wrong;
}

/** True once every reply to a red packet has got what it gets, and what has expired was swept up. */
export async function isSettled(town: Town, { packets, endedPackets }: BankOperations): Promise<boolean> {
  const rows = await town.server.rows<NotedState>(
    "SELECT id, threadId, claimedCount, state FROM red_packets",
  );
  const isOver = ({ threadId, claimedCount, state, id }: NotedState): boolean => {
    const repliers = packets.find((packet) => packet.threadId === String(threadId))?.repliers.size ?? 0;
    return endedPackets.has(Number(id))
      ? state !== "OPEN"
      : Number(claimedCount) === Math.min(SHARES, repliers);
  };
  const over = "state = 'PENDING' AND expiresAt < '2026-01-02 00:00:00.000'";
  const orders = await town.server.rows<{ n: number }>(`SELECT COUNT(*) AS n FROM orders WHERE ${over}`);
  return Number(orders[0]!.n) === 0 && rows.every(isOver);
}

/** A red packet as it is stored. */
interface NotedState {
  readonly id: number;
  readonly threadId: number;
  readonly claimedCount: number;
  readonly state: string;
}

/** Compares what was acknowledged with the tables: each key once, and everybody's balance to the cent. */
export async function audit(town: Town, done: BankOperations): Promise<string[]> {
  const run = new Audit(town, done);
  await run.orders();
  await run.withdrawals();
  await run.packets();
  await run.bounties();
  await run.changes();
  await run.balances();
  return [...done.wrong, ...run.wrong, ...(await readBooks(town.server))];
}

class Audit {
  readonly wrong: string[] = [];
  private readonly expected = new Map<string, bigint>();

  constructor(
    private readonly town: Town,
    private readonly done: BankOperations,
  ) {
    for (const [id, cents] of town.start) this.expected.set(id, cents);
  }

  private add(userId: string, cents: bigint): void {
    this.expected.set(userId, (this.expected.get(userId) ?? 0n) + cents);
  }

  private check(what: string, found: unknown, right: unknown): void {
    const [one, other] = [JSON.stringify(found), JSON.stringify(right)];
    if (one !== other) this.wrong.push(`${what}: ${one}, not ${other}`);
  }

  private async timesOf(column: "reference" | "memo", like: string): Promise<Map<string, number>> {
    const rows = await this.town.server.rows<{ name: string; n: number }>(
      `SELECT ${column} AS name, COUNT(*) AS n FROM money_transactions WHERE ${like} GROUP BY ${column}`,
    );
    return new Map(rows.map(({ name, n }) => [name, Number(n)]));
  }

  async orders(): Promise<void> {
    const times = await this.timesOf("reference", "reference LIKE 'order:%'");
    const legs = await this.town.server.rows<{ reference: string; ownerId: number; amountCents: number }>(
      `SELECT t.reference, a.ownerId, e.amountCents FROM money_transactions t JOIN money_entries e ON e.transactionId = t.id
       JOIN money_accounts a ON a.id = e.accountId WHERE t.reference LIKE 'order:%'`,
    );
    const legsOf = new Map<string, string[]>();
    for (const { reference, ownerId, amountCents } of legs)
      legsOf.set(reference, [...(legsOf.get(reference) ?? []), `${ownerId}:${amountCents}`]);
    for (const order of this.done.orders) {
      const [reference, back] = [`order:${order.id}`, `order:${order.id}:refund`];
      const parts = this.partsOf(order);
      const right = parts.map(({ ownerId, cents }) => `${ownerId}:${cents}`);
      const reversed = parts.map(({ ownerId, cents }) => `${ownerId}:${-cents}`);
      const isBack = order.refund === "done";
      this.check(reference, legsOf.get(reference)?.sort() ?? [], order.isPaid ? right.sort() : []);
      this.check(back, legsOf.get(back)?.sort() ?? [], isBack ? reversed.sort() : []);
      if (order.isPaid && !isBack)
        for (const { ownerId, cents } of parts) if (ownerId !== "0") this.add(ownerId, cents);
    }
    const count = this.done.orders.filter(({ isPaid }) => isPaid).length;
    const refunds = this.done.orders.filter(({ refund }) => refund === "done").length;
    this.check("movements of orders", sum(times.values()), count + refunds);
    const states = await this.town.server.rows<{ id: number; state: string }>("SELECT id, state FROM orders");
    const stateOf = new Map(states.map(({ id, state }) => [String(id), state]));
    for (const id of this.done.abandoned)
      this.check(`state of order ${id}`, ["PENDING", "EXPIRED"].includes(stateOf.get(id)!), true);
  }

  /** The parts of an order by the rule of the tests: the site's tenth, the inviter's percent of the rest, the author's rest. */
  private partsOf({
    amountCents,
    buyer,
    author,
    answerer,
  }: NotedOrder): { ownerId: string; cents: bigint }[] {
    const amount = BigInt(amountCents);
    const site = author ? (amount * SITE_TENTHS) / 10n : amount;
    const inviter = ((amount - site) * INVITER_PERCENT) / 100n;
    const rest = amount - site - inviter;
    const half = answerer ? rest / 2n : 0n;
    const parts = [
      { ownerId: buyer.id, cents: -amount },
      { ownerId: "0", cents: site },
      { ownerId: this.town.inviter.id, cents: inviter },
      { ownerId: author?.id ?? "0", cents: rest - half },
      { ownerId: answerer?.id ?? "0", cents: half },
    ];
    return parts.filter(({ cents }) => cents !== 0n);
  }

  async withdrawals(): Promise<void> {
    const rows = await this.town.server.rows<{ id: number; receiveAccount: string; state: string }>(
      "SELECT id, receiveAccount, state FROM withdrawals",
    );
    this.check("withdrawals", rows.length, this.done.withdrawals.length);
    for (const { id, key, userId, amountCents, acknowledged, isUncertain } of this.done.withdrawals) {
      const [row, ...more] = rows.filter(({ receiveAccount }) => receiveAccount === key);
      this.check(`withdrawal ${id}`, [String(row?.id), more.length], [id, 0]);
      if (acknowledged.length > 1)
        this.check(`withdrawal ${id}`, [acknowledged[0], acknowledged.length], ["APPROVED", 2]);
      if (!isUncertain) this.check(`withdrawal ${id}`, row?.state, acknowledged.at(-1) ?? "PENDING");
      if (GONE.includes(row!.state)) this.add(userId, -BigInt(amountCents));
    }
  }

  async packets(): Promise<void> {
    const { packets } = this.done;
    const shares = await this.town.server.rows<{ threadId: number; userId: number }>(
      `SELECT p.threadId, s.userId FROM red_packet_shares s JOIN red_packets p ON p.id = s.packetId WHERE s.userId IS NOT NULL`,
    );
    const rows = await this.town.server.rows<NotedState>(
      "SELECT id, threadId, claimedCount, state FROM red_packets",
    );
    this.check("red packets", rows.length, packets.length);
    for (const { threadId, giver, repliers } of packets) {
      const claimants = shares
        .filter((share) => String(share.threadId) === threadId)
        .map(({ userId }) => String(userId));
      const { id, state } = rows.find((row) => String(row.threadId) === threadId)!;
      const isEnded = this.done.endedPackets.has(Number(id)) && state === "ENDED";
      // Of one that ended early, some of those who replied came too late; nobody else ends one.
      if (!isEnded)
        this.check(`red packet of ${threadId}`, claimants.length, Math.min(SHARES, repliers.size));
      this.check(`end of the red packet of ${threadId}`, state === "ENDED", isEnded);
      this.check(`members with a share of ${threadId}`, new Set(claimants).size, claimants.length);
      this.check(
        `strangers with a share of ${threadId}`,
        claimants.filter((id) => !repliers.has(id)),
        [],
      );
      this.add(giver.id, -BigInt(isEnded ? claimants.length : SHARES) * SHARE_CENTS);
      for (const id of claimants) this.add(id, SHARE_CENTS);
    }
  }

  async bounties(): Promise<void> {
    const rows = await this.town.server.rows<{ threadId: number; userId: number }>(
      "SELECT b.threadId, g.userId FROM bounties b JOIN bounty_gifts g ON g.bountyId = b.id",
    );
    const [count] = await this.town.server.rows<{ n: number }>("SELECT COUNT(*) AS n FROM bounties");
    this.check("bounties", Number(count!.n), this.done.bounties.length);
    for (const { threadId, askerId, helperId } of this.done.bounties) {
      const gifts = rows
        .filter((row) => String(row.threadId) === threadId)
        .map(({ userId }) => String(userId));
      this.check(`gifts of ${threadId}`, gifts, helperId === null ? [] : [helperId]);
      this.add(askerId, -BOUNTY_CENTS);
      if (helperId !== null) this.add(helperId, GIFT_CENTS);
    }
  }

  async changes(): Promise<void> {
    const adjusted = await this.timesOf("memo", "kind = 'ADJUSTMENT' AND memo <> 'To begin with'");
    const paidIn = await this.timesOf("reference", "reference LIKE 'payment:%'");
    for (const [times, changes, name] of [
      [adjusted, this.done.adjustments, (key: string) => key],
      [paidIn, this.done.topUps, (key: string) => `payment:${key}`],
    ] as const) {
      for (const { key, userId, amountCents, isDone } of changes) {
        this.check(name(key), times.get(name(key)) ?? 0, isDone ? 1 : 0);
        if (isDone) this.add(userId, BigInt(amountCents));
      }
      this.check("changes of balances", sum(times.values()), changes.filter(({ isDone }) => isDone).length);
    }
  }

  async balances(): Promise<void> {
    const rows = await this.town.server.rows<{ ownerId: number; balanceCents: number }>(
      "SELECT ownerId, balanceCents FROM money_accounts WHERE kind = 'AVAILABLE'",
    );
    const found = new Map(rows.map(({ ownerId, balanceCents }) => [String(ownerId), balanceCents]));
    for (const [id, cents] of this.expected)
      this.check(`balance of ${id}`, String(found.get(id) ?? 0), String(cents));
  }
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
