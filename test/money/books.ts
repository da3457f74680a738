import { findViolations, INVARIANTS } from "../../server/features/money/checks/invariants.sql.ts";
import { AccountKind } from "../../server/features/money/ledger/account.entity.ts";
import { post } from "../../server/features/money/ledger/ledger.service.ts";
import { TransactionKind } from "../../server/features/money/ledger/transaction.entity.ts";
import type { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

let gifts = 0;

/** Puts money into the balance of a member, as if an administrator had. */
export async function give(forum: Forum, { id: ownerId }: Person, amountCents: number): Promise<void> {
  await forum.write((ctx) =>
    post(ctx, {
      kind: TransactionKind.ADJUSTMENT,
      reference: `gift:${++gifts}`,
      legs: [
        { kind: AccountKind.ADJUSTMENTS, amountCents: -amountCents },
        { kind: AccountKind.AVAILABLE, ownerId, amountCents },
      ],
    }),
  );
}

/** Balances of a member as the tables hold them. */
export async function balancesOf(
  forum: Forum,
  { id }: Person,
): Promise<{ available: number; frozen: number }> {
  const accounts = await forum.rows<{ kind: string; balanceCents: number }>(
    "SELECT kind, balanceCents FROM money_accounts WHERE ownerId = ?",
    [id],
  );
  const of = (kind: string) => Number(accounts.find((each) => each.kind === kind)?.balanceCents ?? 0);
  return { available: of("AVAILABLE"), frozen: of("FROZEN") };
}

interface Line {
  readonly transactionId: number;
  readonly accountId: number;
  readonly sequence: number;
  readonly amountCents: number;
  readonly balanceCents: number;
}

/** Reads all books and adds them up anew, by rules of its own. @returns every contradiction */
export async function bookkeeping(forum: Forum): Promise<string[]> {
  const accounts = await forum.rows<Record<string, string | number>>(
    "SELECT id, kind, ownerId, balanceCents, version FROM money_accounts",
  );
  const lines = await forum.rows<Line>("SELECT * FROM money_entries ORDER BY accountId, sequence");
  const holds = await forum.rows<Record<string, number>>("SELECT userId, remainingCents FROM money_holds");
  return contradictions(accounts, lines, holds);
}

/** Reads all books, and asks every rule that the server checks. @returns every contradiction and violation */
export async function wrongInBooks(forum: Forum): Promise<string[]> {
  const wrong = await bookkeeping(forum);
  for (const invariant of INVARIANTS) {
    const subjects = await findViolations(forum.app.context(), invariant, 0);
    if (subjects.length > 0) wrong.push(`${invariant.name}: ${subjects.join(", ")}`);
  }
  return wrong;
}

/** Adds the books up. @returns every contradiction, in words */
export function contradictions(
  accounts: readonly Readonly<Record<string, string | number>>[],
  lines: readonly Line[],
  holds: readonly Readonly<Record<string, number>>[],
): string[] {
  const wrong: string[] = [];
  const totals = new Map<number, bigint>();
  for (const { transactionId, amountCents } of lines)
    totals.set(Number(transactionId), (totals.get(Number(transactionId)) ?? 0n) + BigInt(amountCents));
  for (const [id, total] of totals) if (total !== 0n) wrong.push(`transaction ${id} adds up to ${total}`);
  let all = 0n;
  for (const { id, kind, ownerId, balanceCents, version } of accounts) {
    all += BigInt(balanceCents!);
    const own = lines.filter(({ accountId }) => Number(accountId) === Number(id));
    let running = 0n;
    own.forEach((line, index) => {
      running += BigInt(line.amountCents);
      if (BigInt(line.balanceCents) !== running) wrong.push(`account ${id} breaks at ${line.sequence}`);
      if (Number(line.sequence) !== index + 1) wrong.push(`account ${id} has a gap at ${index + 1}`);
    });
    if (running !== BigInt(balanceCents!)) wrong.push(`account ${id} holds ${balanceCents}, not ${running}`);
    if (own.length !== Number(version)) wrong.push(`account ${id} has ${own.length} lines, not ${version}`);
    if (Number(ownerId) > 0 && Number(balanceCents) < 0) wrong.push(`account ${id} is below zero`);
    if (kind !== "FROZEN") continue;
    const held = holds.filter(({ userId }) => Number(userId) === Number(ownerId));
    const remaining = held.reduce((sum, { remainingCents }) => sum + BigInt(remainingCents!), 0n);
    if (remaining !== BigInt(balanceCents!)) wrong.push(`member ${ownerId} has holds of ${remaining}`);
  }
  if (all !== 0n) wrong.push(`all accounts add up to ${all}`);
  return wrong;
}
