import type { Context } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import { preload } from "../../../core/loaders.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "../../../core/paging.ts";
import { sqlTime } from "../../../core/sql.ts";
import { startsOf, type StatisticsUnit } from "../../../core/steps.ts";
import { allow, mustBeAdmin } from "../../../core/viewer.ts";
import { userById } from "../../users/user.loaders.ts";
import { dayGiven, sumFinance } from "./finance.service.ts";
import { selectFinanceEntries, sumDays, type EntryPlace } from "./finance.sql.ts";
import type { FinanceEntry, FinanceFigure, FinanceOverview, FinanceStep } from "./finance.view.ts";

const LIST = "financeEntries";
const DAY_MS = 86_400_000;

/** Filter of the entries of a figure; days in UTC, the last one excluded. */
export interface FigureFilter {
  readonly figure: FinanceFigure;
  readonly from?: string | null;
  readonly until?: string | null;
}

/** Reads the figures of the site's money. @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators. */
export function readFigures(ctx: Context): Promise<FinanceOverview> {
  allow(mustBeAdmin(ctx.viewer));
  return sumFinance(ctx);
}

/**
 * Adds up what money did in steps of a day, a week or a month, oldest first; the last one is the present one.
 * @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators.
 */
export async function readFinanceSteps(ctx: Context, unit: StatisticsUnit): Promise<FinanceStep[]> {
  allow(mustBeAdmin(ctx.viewer));
  const starts = startsOf(ctx.now, unit).map(dayOf);
  const end = dayOf(new Date(ctx.now.getTime() + DAY_MS));
  const steps = starts.map((from, index) => ({
    from,
    until: starts[index + 1] ?? end,
    orderCount: 0,
    incomeCents: 0,
    withdrawnCents: 0,
    profitCents: 0,
  }));
  const days = await sumDays(ctx, new Date(`${starts[0]}T00:00:00Z`), new Date(`${end}T00:00:00Z`));
  for (const { day, ...sum } of days) {
    const step = steps.findLast(({ from }) => from <= day)!;
    step.orderCount += sum.orderCount;
    step.incomeCents += sum.paidCents;
    step.withdrawnCents += sum.withdrawnCents + sum.feeCents;
    step.profitCents += sum.registrationCents + sum.groupCents + sum.royaltyCents + sum.feeCents;
  }
  return steps;
}

/**
 * Lists the entries of which a figure is the sum, newest first.
 * @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators; INVALID_PARAMETER for no day.
 */
export async function listFinanceEntries(
  ctx: Context,
  { figure, from, until }: FigureFilter,
  page: PageRequest,
): Promise<Connection<FinanceEntry>> {
  allow(mustBeAdmin(ctx.viewer));
  const end = ctx.now.getTime() + DAY_MS;
  const span =
    from || until
      ? ([new Date(dayGiven(from, "from", 0)), new Date(dayGiven(until, "until", end))] as const)
      : null;
  const first = checkFirst(page.first);
  const before = page.after
    ? (decodeCursor(LIST, page.after, ["number", "number"]) as unknown as EntryPlace)
    : null;
  const entries = await selectFinanceEntries(ctx, { figure, span }, before, first + 1);
  await preload(
    ctx,
    userById,
    entries.flatMap(({ userId }) => userId ?? []),
  );
  const cursorOf = ({ transactionId, accountId }: FinanceEntry) =>
    encodeCursor(LIST, [transactionId, accountId]);
  return pageOf(entries, first, cursorOf, before !== null);
}

/** The day of a time in UTC, `2026-11-22`. */
function dayOf(time: Date): string {
  return sqlTime(time).slice(0, 10);
}
