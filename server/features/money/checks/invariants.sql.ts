import type { Context } from "../../../core/context.ts";
import { row, rows } from "../../../core/sql.ts";

/*
 * Raw since the same statements are run by the server and, without it, by `luntan doctor`. Each is one statement, so
 * that it sees one state of the books also while money moves.
 */

/** Violations of one invariant that are named. */
const NAMED_MAX = 5;

/** A rule that the books keep at all times. */
export interface Invariant {
  readonly name: string;
  /** Writes the statement that finds violations among transactions after an id; `subject` names each. */
  readonly sql: (sinceId: number) => string;
  /** Cannot be asked about what is new alone. */
  readonly wholeOnly?: true;
}

/** Every rule, numbered as the design of the ledger numbers them. */
export const INVARIANTS: readonly Invariant[] = [
  {
    name: "I1 all balances add up to zero",
    sql: () => `SELECT 'all accounts' AS subject
      FROM (SELECT SUM(a.balanceCents) AS total FROM money_accounts a) s WHERE s.total <> 0`,
  },
  {
    name: "I2 a balance is the sum of its entries",
    wholeOnly: true,
    sql: () => `SELECT a.id AS subject FROM money_accounts a
      LEFT JOIN (SELECT e.accountId, SUM(e.amountCents) AS total, COUNT(*) AS n FROM money_entries e GROUP BY e.accountId) s
        ON s.accountId = a.id
      WHERE a.balanceCents <> COALESCE(s.total, 0) OR a.version <> COALESCE(s.n, 0)`,
  },
  {
    name: "I2 a balance is that of its last entry",
    sql: () => `SELECT a.id AS subject FROM money_accounts a
      LEFT JOIN money_entries e ON e.accountId = a.id AND e.sequence = a.version
      WHERE a.balanceCents <> COALESCE(e.balanceCents, 0) OR (a.version > 0 AND e.accountId IS NULL)`,
  },
  {
    name: "I3 the entries of a transaction add up to zero",
    sql: (since) => `SELECT t.id AS subject FROM money_transactions t
      LEFT JOIN money_entries e ON e.transactionId = t.id
      WHERE t.id > ${since} GROUP BY t.id HAVING COUNT(e.accountId) < 2 OR SUM(e.amountCents) <> 0`,
  },
  {
    name: "I8 a paid order has its movement of money, and what it bought",
    wholeOnly: true,
    sql: () => `SELECT o.id AS subject FROM orders o
      LEFT JOIN money_transactions t ON t.reference = CONCAT('order:', o.id)
      LEFT JOIN entitlements e ON e.source = CONCAT('order:', o.id)
      WHERE (o.state IN ('PAID', 'REFUNDED')) <> (t.id IS NOT NULL) OR (o.state = 'PAID' AND o.kind IN ('THREAD', 'ATTACHMENT', 'ONLOOKER', 'REGISTRATION', 'RENEWAL', 'GROUP')) <> (e.id IS NOT NULL)`,
  },
  {
    name: "I8 the parts of an order add up to its amount, and its inviter got their part",
    wholeOnly: true,
    sql: () => `SELECT o.id AS subject FROM orders o
      WHERE o.amountCents <> o.siteCents + o.payeeCents + o.inviterCents OR o.inviterCents < 0
        OR (o.inviterId IS NULL) <> (o.inviterCents = 0)
        OR (o.state IN ('PAID', 'REFUNDED') AND o.inviterId IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM money_transactions t JOIN money_entries e ON e.transactionId = t.id
            JOIN money_accounts a ON a.id = e.accountId
          WHERE t.reference = CONCAT('order:', o.id) AND a.kind = 'AVAILABLE' AND a.ownerId = o.inviterId
            AND e.amountCents = o.inviterCents AND e.kind = 'COMMISSION'))`,
  },
  {
    name: "I8 a payment from outside has its movement of money if it has come",
    wholeOnly: true,
    sql: () => `SELECT p.id AS subject FROM payments p
      LEFT JOIN money_transactions t ON t.reference = CONCAT('payment:', p.id)
      WHERE (p.state IN ('PAID', 'REFUNDING', 'REFUNDED')) <> (t.id IS NOT NULL)`,
  },
  {
    name: "I4 no member's balance is below zero",
    sql: () => `SELECT a.id AS subject FROM money_accounts a
      WHERE a.balanceCents < 0 AND (a.mayBeNegative = 0 OR a.ownerId > 0)`,
  },
  {
    name: "I5 frozen money is what holds have left",
    sql: () => `SELECT a.ownerId AS subject FROM money_accounts a
      LEFT JOIN (SELECT h.userId, SUM(h.remainingCents) AS total FROM money_holds h GROUP BY h.userId) s
        ON s.userId = a.ownerId
      WHERE a.kind = 'FROZEN' AND a.balanceCents <> COALESCE(s.total, 0)`,
  },
  {
    name: "I5 a withdrawal that is open has set its amount aside, another one nothing",
    sql: () => `SELECT w.id AS subject FROM withdrawals w
      LEFT JOIN money_holds h ON h.reference = CONCAT('withdrawal:', w.id)
      WHERE COALESCE(h.remainingCents, -1) <> CASE WHEN w.state IN ('PENDING', 'APPROVED') THEN w.amountCents ELSE 0 END`,
  },
  {
    name: "I5 a red packet that is open has set aside what nobody claimed, another one nothing",
    sql: () => `SELECT p.id AS subject FROM red_packets p
      LEFT JOIN money_holds h ON h.reference = CONCAT('packet:', p.id)
      WHERE COALESCE(h.remainingCents, -1) <> CASE WHEN p.state = 'OPEN' THEN p.remainingCents ELSE 0 END`,
  },
  {
    name: "I6 a red packet is what was claimed and what was not",
    wholeOnly: true,
    sql: () => `SELECT p.id AS subject FROM red_packets p
      LEFT JOIN (SELECT s.packetId, COUNT(*) AS n, COUNT(s.userId) AS claimed, SUM(s.amountCents) AS total,
          SUM(CASE WHEN s.userId IS NULL THEN s.amountCents ELSE 0 END) AS free
        FROM red_packet_shares s GROUP BY s.packetId) s ON s.packetId = p.id
      WHERE COALESCE(s.total, 0) <> p.totalCents OR s.free <> p.remainingCents OR s.n <> p.shareCount
        OR s.claimed <> p.claimedCount OR (p.state = 'FINISHED') <> (p.claimedCount = p.shareCount)`,
  },
  {
    name: "I5 a bounty that is open has set aside what was not given, another one nothing",
    sql: () => `SELECT b.id AS subject FROM bounties b
      LEFT JOIN money_holds h ON h.reference = CONCAT('bounty:', b.id)
      WHERE COALESCE(h.remainingCents, -1) <> CASE WHEN b.state = 'OPEN' THEN b.remainingCents ELSE 0 END`,
  },
  {
    name: "I6 a bounty is what was given and what was not",
    wholeOnly: true,
    sql: () => `SELECT b.id AS subject FROM bounties b
      LEFT JOIN (SELECT g.bountyId, COUNT(*) AS n, SUM(g.amountCents) AS total
        FROM bounty_gifts g GROUP BY g.bountyId) g ON g.bountyId = b.id
      WHERE COALESCE(g.total, 0) + b.remainingCents <> b.totalCents OR COALESCE(g.n, 0) <> b.giftCount
        OR (b.state = 'FINISHED' AND b.remainingCents <> 0) OR (b.state = 'OPEN' AND b.remainingCents = 0)`,
  },
  {
    name: "I5 a question that is open has set its amount aside, another one nothing; one that was answered has its answer",
    sql: () => `SELECT q.id AS subject FROM questions q
      LEFT JOIN money_holds h ON h.reference = CONCAT('question:', q.id)
      LEFT JOIN question_answers a ON a.questionId = q.id
      WHERE COALESCE(h.remainingCents, -1) <> CASE WHEN q.state = 'OPEN' THEN q.amountCents ELSE 0 END
        OR (q.state = 'ANSWERED') <> (a.questionId IS NOT NULL)`,
  },
  {
    name: "I6 a hold has left between nothing and all",
    sql: () => `SELECT h.id AS subject FROM money_holds h
      WHERE h.remainingCents < 0 OR h.remainingCents > h.amountCents`,
  },
  {
    name: "I7 every key of a request has its answer",
    sql: () => "SELECT k.clientKey AS subject FROM money_keys k WHERE k.answer = ''",
  },
  {
    name: "I10 each entry continues the one before it",
    sql: (since) => `SELECT e.transactionId AS subject FROM money_entries e
      LEFT JOIN money_entries b ON b.accountId = e.accountId AND b.sequence = e.sequence - 1
      WHERE e.transactionId > ${since}
        AND (e.balanceCents - e.amountCents <> COALESCE(b.balanceCents, 0) OR (e.sequence > 1 AND b.accountId IS NULL))`,
  },
];

/** The statement of an invariant with the violations that it names. */
export function violationSql({ sql }: Invariant, sinceId: number): string {
  return `${sql(sinceId)} LIMIT ${NAMED_MAX}`;
}

/** Names the subjects that violate an invariant; empty if none do. */
export async function findViolations(ctx: Context, invariant: Invariant, sinceId: number): Promise<string[]> {
  const violations = await rows<{ subject: string | number }>(ctx, violationSql(invariant, sinceId));
  return violations.map(({ subject }) => String(subject));
}

/** The id of the newest transaction; 0 before the first. */
export async function newestTransactionId(ctx: Context): Promise<number> {
  const newest = await row<{ id: number | null }>(ctx, "SELECT MAX(t.id) AS id FROM money_transactions t");
  return Number(newest?.id ?? 0);
}
