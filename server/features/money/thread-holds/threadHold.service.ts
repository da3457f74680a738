import {
  IsNull,
  LessThanOrEqual,
  Not,
  type FindOptionsOrder,
  type FindOptionsSelect,
  type FindOptionsWhere,
} from "typeorm";
import type { Context } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import type { Permission } from "../../../core/permissions.ts";
import { refuseMoneyByToken } from "../../../core/tokenScope.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { allow } from "../../../core/viewer.ts";
import { insert, lockById, type Values } from "../../../core/write.ts";
import { refuseIfOffHere, type DeviceSwitch } from "../../settings/catalogue/deviceSwitches.ts";
import { ApprovalState, Thread } from "../../threads/thread.entity.ts";
import { placeHold, releaseHold } from "../ledger/hold.service.ts";
import { admitPayment } from "../pay-password/payPassword.service.ts";

/** Time after which a deleted thread is not expected back, in milliseconds. */
const DELETED_FOR_GOOD_MS = 600_000;
/** Rows that one run of a job settles. */
const BATCH = 100;

/** A row that says what the money of a thread is for. */
interface HeldRow {
  id: number;
  threadId: number;
  state: string;
  threadRow?: Thread;
}

/** A thread as far as its money is concerned. */
export type HeldThread = Pick<Thread, "id" | "title" | "visible">;

/** A kind of money that is set aside when its thread is published: red packets, bounties, questions. */
export interface ThreadHold<T extends HeldRow> {
  readonly table: new () => T;
  /** Begins its references in the books, such as `packet` of `packet:5`. */
  readonly prefix: string;
  /** Permission that publishing it needs, and the switch of the site. */
  readonly permission: Permission;
  readonly offBy: DeviceSwitch;
  /** The state in which money is set aside. */
  readonly open: T["state"];
  /** The column with its end. */
  readonly end: keyof T & string;
  /** Relations to the members without whom it does not go on. */
  readonly people: readonly (keyof T & string)[];
}

/** Names the hold of a row in the books. */
export function referenceOf<T extends HeldRow>({ prefix }: ThreadHold<T>, id: number): string {
  return `${prefix}:${id}`;
}

/**
 * Requires what publishing money with a thread needs. Anonymous threads have none, since the books would name their author.
 * @param refusal the field, and what anonymous threads are told
 * @throws {DomainError} SCOPE_TOO_SMALL for tokens; FORBIDDEN without the permission, and where it is switched off;
 *   INVALID_PARAMETER
 */
export async function checkThreadHold<T extends HeldRow>(
  ctx: Context,
  { permission, offBy }: ThreadHold<T>,
  { isAnonymous }: { readonly isAnonymous: boolean },
  [field, zh, en]: readonly [field: string, zh: string, en: string],
): Promise<void> {
  refuseMoneyByToken(ctx.token);
  allow(ctx.viewer.check(permission));
  await refuseIfOffHere(ctx, offBy);
  if (isAnonymous) throw invalid(field, zh, en);
}

/**
 * Stores what the money of a thread is for and sets it aside from the viewer's balance, in the transaction that publishes
 * the thread.
 * @returns the id of the row
 * @throws {DomainError} BALANCE_TOO_LOW; RATE_LIMITED after too many wrong pay passwords.
 */
export async function placeThreadHold<T extends HeldRow>(
  ctx: Context,
  kind: ThreadHold<T>,
  thread: Pick<Thread, "id" | "title">,
  amountCents: number,
  values: Values<T>,
): Promise<number> {
  await admitPayment(ctx);
  const common = { threadId: thread.id, state: kind.open, createdAt: ctx.now };
  const id = await insert(ctx, kind.table, { ...values, ...common });
  const userId = ctx.viewer.id;
  await placeHold(ctx, { userId, amountCents, reference: referenceOf(kind, id), memo: thread.title });
  return id;
}

/**
 * Settles the rows that are open and whose time is over, whose thread is gone or was refused, or of whom somebody leaves:
 * each in a transaction of its own, once.
 */
export async function settleThreadHolds<T extends HeldRow>(
  ctx: Context,
  kind: ThreadHold<T>,
  settle: (ctx: Context, row: T, thread: HeldThread) => Promise<void>,
): Promise<void> {
  const gone = new Date(ctx.now.getTime() - DELETED_FOR_GOOD_MS);
  const reasons = [
    { [kind.end]: LessThanOrEqual(ctx.now) },
    { threadRow: { deletedAt: LessThanOrEqual(gone) } },
    { threadRow: { approval: ApprovalState.IGNORED } },
    { threadRow: { mergedIntoId: Not(IsNull()) } },
    ...kind.people.map((member) => ({ [member]: { closesAt: Not(IsNull()) } })),
  ];
  const due = await ctx.db.find(kind.table, {
    select: { id: true } as FindOptionsSelect<T>,
    where: reasons.map((reason) => ({ state: kind.open, ...reason })) as FindOptionsWhere<T>[],
    order: { id: "ASC" } as FindOptionsOrder<T>,
    take: BATCH,
  });
  for (const { id } of due) {
    await inTransaction(ctx, async (ctx) => {
      const row = await lockById(ctx, kind.table, id);
      if (row?.state !== kind.open) return;
      const select = { id: true, title: true, visible: true };
      await settle(ctx, row, await ctx.db.findOneOrFail(Thread, { select, where: { id: row.threadId } }));
    });
  }
}

/** Gives back what is left of the money of a row, which gets another state. @returns the cents that came back */
export async function returnThreadHold<T extends HeldRow>(
  ctx: Context,
  kind: ThreadHold<T>,
  { id }: T,
  thread: HeldThread,
  state: T["state"],
): Promise<number> {
  const amountCents = await releaseHold(ctx, referenceOf(kind, id), thread.title);
  await ctx.db.update(kind.table, { id } as FindOptionsWhere<T>, { state } as never);
  return amountCents;
}
