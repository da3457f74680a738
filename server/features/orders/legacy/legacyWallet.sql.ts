import type { Context, SqlValue } from "../../../core/context.ts";
import { marks, rows, timeOf } from "../../../core/sql.ts";

/** Raw since a line is made of entries of two accounts, and its code of the movement and the order behind it. */

/** Lists of lines: what came, what was spent, and what was set aside or released. */
export type LegacyLineList = "income" | "expend" | "freeze";

/** Filter of the lines. */
export interface LegacyLineFilter {
  readonly list: LegacyLineList;
  /** Codes of the predecessor; all without any. */
  readonly codes: readonly number[];
  readonly from: Date | null;
  readonly to: Date | null;
}

/** A line of a wallet with the code of the predecessor (legacy-facts 4.10). */
export interface LegacyLine {
  readonly id: number;
  readonly memo: string;
  readonly code: number;
  readonly balanceCents: number;
  readonly frozenCents: number;
  readonly createdAt: Date;
}

const CHANGED: Readonly<Record<LegacyLineList, string>> = {
  income: "m.balanceCents > 0",
  expend: "m.balanceCents < 0",
  freeze: "m.frozenCents <> 0",
};

/** Codes by kind of movement, the order behind it, and the name of the hold. */
const CODE = `CASE
  WHEN m.kind = 'ADJUSTMENT' THEN CASE WHEN m.balanceCents > 0 THEN 32 ELSE 50 END
  WHEN m.kind = 'TIP' THEN CASE WHEN m.balanceCents > 0 THEN 31 ELSE 41 END
  WHEN m.kind = 'COMMISSION' THEN CASE o.kind WHEN 'TIP' THEN 33 WHEN 'THREAD' THEN 62 WHEN 'ATTACHMENT' THEN 64 ELSE 34 END
  WHEN m.kind = 'PAYMENT' AND m.balanceCents > 0 THEN CASE o.kind WHEN 'ATTACHMENT' THEN 63 WHEN 'ONLOOKER' THEN 36 ELSE 60 END
  WHEN m.kind = 'PAYMENT' THEN CASE o.kind WHEN 'ATTACHMENT' THEN 52 WHEN 'ONLOOKER' THEN 82 ELSE 61 END
  WHEN m.kind = 'MEMBERSHIP' THEN CASE o.kind WHEN 'RENEWAL' THEN 71 ELSE 70 END
  WHEN m.kind = 'GROUP' THEN 51
  WHEN m.kind = 'RED_PACKET' THEN CASE WHEN m.balanceCents > 0 THEN 151 ELSE 153 END
  WHEN m.kind = 'BOUNTY' THEN CASE WHEN m.balanceCents > 0 THEN 161 ELSE 164 END
  WHEN m.kind = 'QUESTION' THEN CASE WHEN m.balanceCents > 0 THEN 35 ELSE 81 END
  WHEN m.kind = 'WITHDRAWAL' THEN 11
  WHEN m.kind = 'TOP_UP' THEN 180
  WHEN m.kind = 'REFUND' THEN CASE WHEN m.balanceCents > 0 THEN 124 ELSE 130 END
  WHEN m.kind = 'HOLD' AND m.reference LIKE 'packet:%' THEN 150
  WHEN m.kind = 'HOLD' AND m.reference LIKE 'bounty:%' THEN 160
  WHEN m.kind = 'HOLD' AND m.reference LIKE 'question:%' THEN 8
  WHEN m.kind = 'HOLD' THEN 10
  WHEN m.reference LIKE 'packet:%' THEN 152
  WHEN m.reference LIKE 'bounty:%' THEN 162
  WHEN m.reference LIKE 'question:%' THEN 9
  ELSE 12 END`;

function linesOf(
  userId: number,
  { list, codes, from, to }: LegacyLineFilter,
): [sql: string, values: SqlValue[]] {
  const spans = [...(from ? [" AND t.createdAt >= ?"] : []), ...(to ? [" AND t.createdAt < ?"] : [])].join(
    "",
  );
  const sql = `FROM (SELECT m.*, ${CODE} AS code FROM (
      SELECT t.id, t.reference, t.memo, t.createdAt, COALESCE(MAX(e.kind), t.kind) AS kind,
        SUM(CASE WHEN a.kind = 'AVAILABLE' THEN e.amountCents ELSE 0 END) AS balanceCents,
        SUM(CASE WHEN a.kind = 'FROZEN' THEN e.amountCents ELSE 0 END) AS frozenCents
      FROM money_accounts a JOIN money_entries e ON e.accountId = a.id
        JOIN money_transactions t ON t.id = e.transactionId
      WHERE a.kind IN ('AVAILABLE', 'FROZEN') AND a.ownerId = ?${spans}
      GROUP BY t.id, t.reference, t.memo, t.createdAt, t.kind) m
    LEFT JOIN orders o ON m.reference LIKE 'order:%' AND o.id = CAST(SUBSTR(m.reference, 7) AS UNSIGNED)
    WHERE ${CHANGED[list]}) l${codes.length > 0 ? ` WHERE l.code IN (${marks(codes)})` : ""}`;
  return [sql, [userId, ...(from ? [from] : []), ...(to ? [to] : []), ...codes]];
}

/** Reads a page of the lines of a wallet, newest first. */
export async function selectLegacyLines(
  ctx: Context,
  userId: number,
  filter: LegacyLineFilter,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<LegacyLine[]> {
  const [from, values] = linesOf(userId, filter);
  const found = await rows<Omit<LegacyLine, "createdAt"> & { createdAt: Date | string }>(
    ctx,
    `SELECT l.id, l.memo, l.code, l.balanceCents, l.frozenCents, l.createdAt ${from}
     ORDER BY l.id DESC LIMIT ? OFFSET ?`,
    [...values, perPage, (page - 1) * perPage],
  );
  return found.map((line) => ({
    id: Number(line.id),
    memo: line.memo,
    code: Number(line.code),
    balanceCents: Number(line.balanceCents),
    frozenCents: Number(line.frozenCents),
    createdAt: timeOf(line.createdAt),
  }));
}

/** Counts the lines of a wallet, and adds up how they changed the balance. */
export async function sumLegacyLines(
  ctx: Context,
  userId: number,
  filter: LegacyLineFilter,
): Promise<{ count: number; balanceCents: number }> {
  const [from, values] = linesOf(userId, filter);
  const sql = `SELECT COUNT(*) AS n, COALESCE(SUM(l.balanceCents), 0) AS balanceCents ${from}`;
  const [sum] = await rows<{ n: number; balanceCents: number }>(ctx, sql, values);
  return { count: Number(sum!.n), balanceCents: Number(sum!.balanceCents) };
}
