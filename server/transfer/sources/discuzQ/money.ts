import { BALANCE_MAX_CENTS } from "../../../core/money.ts";
import { centsOf, idOf, textOf, wholeOf } from "../values.ts";
import type { Row } from "../sqlSource.ts";
import { leaveOut, shortText, writeSorted } from "../run.ts";
import { type Run, timeOf } from "./run.ts";

const MEMO = "从 Discuz! Q 转入的余额";
/** States of withdrawals of the source; the open ones are given back. */
const WITHDRAWALS = {
  1: "REFUSED",
  2: "REFUSED",
  3: "REFUSED",
  4: "REFUSED",
  5: "PAID",
  6: "FAILED",
} as const;
const OPEN_WITHDRAWALS: ReadonlySet<number> = new Set([1, 2, 4]);

/** A balance of the source, in cents; null where the column holds none. */
interface Balance {
  readonly availableCents: number | null;
  readonly frozenCents: number | null;
}

/**
 * Writes one opening transaction for each member with money: what they have, and what was frozen, since everything that
 * held it is closed. Logs are not repeated; the report says where they disagree with the balance.
 */
export async function readWallets(run: Run): Promise<void> {
  if (!run.source.has("user_wallets")) return;
  const newest = await run.source.row("SELECT MAX(w.updated_at) AS time FROM {user_wallets} w");
  const createdAt = run.times.utc(newest["time"]) ?? run.beginning;
  const columns = ["user_id", "available_amount", "freeze_amount"];
  for await (const slice of run.source.slices("user_wallets", { columns, key: ["user_id"] })) {
    const ids = slice.map((row) => wholeOf(row["user_id"]));
    const logs = await sumsOf(run, ids, "user_wallet_logs", "change_available_amount + change_freeze_amount");
    for (const row of slice) await openWallet(run, row, logs.get(wholeOf(row["user_id"])) ?? 0, createdAt);
  }
}

async function openWallet(run: Run, row: Row, logCents: number, createdAt: string): Promise<void> {
  const { money } = run.report;
  const memberId = wholeOf(row["user_id"]);
  const label = `user_wallets ${memberId}`;
  const balance: Balance = {
    availableCents: centsOf(row["available_amount"]),
    frozenCents: centsOf(row["freeze_amount"]),
  };
  const { availableCents, frozenCents } = balance;
  const total = (availableCents ?? 0) + (frozenCents ?? 0);
  money.sourceCents += total;
  if (total !== logCents) run.report.addDifference({ memberId, balanceCents: total, logCents });
  const reason = refusalOf(run, memberId, balance);
  if (reason !== null) {
    money.refusedCents += total;
    run.report.remark("refusedBalances", label, reason);
    return;
  }
  if (total === 0) return;
  if (frozenCents! > 0)
    run.report.remark("releasedMoney", label, `${frozenCents} cents were frozen and are given back.`);
  money.openedCents += total;
  await run.writer.append("transactions", {
    reference: `import:discuz-q:wallet:${memberId}`,
    kind: "ADJUSTMENT",
    memo: MEMO,
    actorId: 0,
    createdAt,
    entries: [
      { account: "ADJUSTMENTS", memberId: null, amountCents: -total, as: null },
      { account: "AVAILABLE", memberId, amountCents: total, as: null },
    ],
  });
}

/** Gives the reason why a balance is refused; null if it is right. */
function refusalOf(run: Run, memberId: number, { availableCents, frozenCents }: Balance): string | null {
  if (availableCents === null || frozenCents === null) return "It is no amount of whole cents.";
  if (availableCents < 0 || frozenCents < 0)
    return `It is negative: ${availableCents} and ${frozenCents} cents.`;
  if (availableCents + frozenCents > BALANCE_MAX_CENTS) return "It is too large.";
  return run.scratch.member(memberId) ? null : "Its member does not exist.";
}

/** Sums up an expression of the rows of some members, in cents. */
async function sumsOf(
  run: Run,
  ids: readonly number[],
  table: string,
  expression: string,
): Promise<Map<number, number>> {
  if (!run.source.has(table)) return new Map();
  const rows = await run.source.rows(
    `SELECT user_id, SUM(${expression}) AS total FROM {${table}} WHERE user_id IN (?) GROUP BY user_id`,
    [ids],
  );
  return new Map(rows.map((row) => [wholeOf(row["user_id"]), centsOf(row["total"]) ?? 0]));
}

/** Writes the withdrawals. Open ones are refused, and their money is in the wallet again. */
export async function readWithdrawals(run: Run): Promise<void> {
  const columns = [
    "id",
    "user_id",
    "cash_charge",
    "cash_apply_amount",
    "cash_status",
    "remark",
    "receive_account",
    "created_at",
    "updated_at",
  ];
  for await (const slice of run.source.slices("user_wallet_cash", { columns }))
    for (const row of slice) {
      const id = wholeOf(row["id"]);
      const label = `user_wallet_cash ${id}`;
      const memberId = run.scratch.member(idOf(row["user_id"]))?.id;
      const status = wholeOf(row["cash_status"]);
      const state = WITHDRAWALS[status as keyof typeof WITHDRAWALS];
      const [amountCents, feeCents] = [centsOf(row["cash_apply_amount"]), centsOf(row["cash_charge"])];
      if (memberId === undefined || state === undefined || !isPrice(amountCents) || !isPrice(feeCents)) {
        leaveOut(run, label, `It is of nobody, or holds no amount: ${textOf(row["cash_apply_amount"])}`);
        continue;
      }
      if (OPEN_WITHDRAWALS.has(status))
        run.report.remark(
          "closedWithdrawals",
          label,
          `${amountCents} cents are in the wallet of user ${memberId} again.`,
        );
      const createdAt = timeOf(run, row, "created_at", "updated_at");
      await run.writer.append("withdrawals", {
        id,
        memberId,
        state,
        amountCents,
        feeCents,
        receiveAccount: shortText(run, row, "receive_account", 200, label),
        note: shortText(run, row, "remark", 400, label),
        createdAt,
        decidedAt: timeOf(run, row, "updated_at", "created_at"),
      });
      putHold(run, `withdrawal:${id}`, memberId, amountCents, createdAt);
    }
}

/** True for an amount that is not negative. */
export function isPrice(cents: number | null): cents is number {
  return cents !== null && cents >= 0;
}

/** Puts aside the hold of something that is closed: nothing of it is left. */
export function putHold(
  run: Run,
  reference: string,
  memberId: number,
  amountCents: number,
  createdAt: string,
): void {
  const hold = { reference, memberId, amountCents, remainingCents: 0, createdAt, expiresAt: null };
  run.scratch.put("holds", [reference, 0], hold);
}

/** Writes the holds that were put aside. */
export function writeHolds(run: Run): Promise<void> {
  return writeSorted(run, "holds");
}
