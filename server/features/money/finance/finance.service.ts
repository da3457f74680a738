import type { Context } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import { amountText } from "../../../core/money.ts";
import { legacyRowTime } from "../../../core/rest.ts";
import { Order } from "../../orders/order.entity.ts";
import { AccountKind } from "../ledger/account.entity.ts";
import type { LegacyFinanceChart } from "./finance.input.ts";
import type { FinanceOverview } from "./finance.view.ts";
import { firstDay, sumDays, sumPayments, sumsByAccount, type FinanceDay } from "./finance.sql.ts";

const DAY_MS = 86_400_000;
/** Days before today with which a chart begins. */
const DEFAULT_DAYS = 60;
/** Days of one chart; more is no chart. */
const DAYS_MAX = 3_660;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

enum ChartStep {
  DAY = 1,
  WEEK = 2,
  MONTH = 3,
}

/** Adds up the money of the site from the books, in cents: the figures of legacy-facts 2.19. */
export async function sumFinance(ctx: Context): Promise<FinanceOverview> {
  const sums = await sumsByAccount(ctx);
  const of = (kind: AccountKind): number => sums.get(kind) ?? 0;
  const [orderCount, incomeCents] = [await ctx.db.count(Order), await sumPayments(ctx)];
  const [registrationCents, groupCents, royaltyCents, feeCents] = [
    of(AccountKind.REGISTRATIONS),
    of(AccountKind.GROUPS),
    of(AccountKind.ROYALTIES),
    of(AccountKind.FEES),
  ];
  return {
    incomeCents,
    withdrawnCents: of(AccountKind.PAID_OUT) + feeCents,
    walletCents: of(AccountKind.AVAILABLE) + of(AccountKind.FROZEN),
    profitCents: registrationCents + groupCents + royaltyCents + feeCents,
    feeCents,
    royaltyCents,
    registrationCents,
    groupCents,
    orderCount,
  };
}

/** Says the figures of the site's money as legacy clients read them (legacy-facts 2.19). */
export async function readFinance(ctx: Context): Promise<object> {
  const sums = await sumFinance(ctx);
  return {
    totalIncome: amountText(sums.incomeCents),
    totalWithdrawal: amountText(sums.withdrawnCents),
    totalWallet: amountText(sums.walletCents),
    totalProfit: amountText(sums.profitCents),
    withdrawalProfit: amountText(sums.feeCents),
    orderRoyalty: amountText(sums.royaltyCents),
    totalRegisterProfit: amountText(sums.registrationCents),
    orderCount: sums.orderCount,
  };
}

/**
 * Adds up days, weeks or months for legacy clients (legacy-facts 2.20): every day from the first movement of money to
 * yesterday, since a day is told when it is over. Days are those of UTC.
 * @throws {DomainError} INVALID_PARAMETER for no date, or another kind of chart.
 */
export async function readFinanceChart(ctx: Context, input: LegacyFinanceChart): Promise<object[]> {
  const wanted = withFilter(input);
  const step = Number(wanted.type ?? ChartStep.DAY) as ChartStep;
  if (ChartStep[step] === undefined) throw invalid("type", "type 须为 1、2 或 3", "type is 1, 2 or 3.");
  const today = startOfDay(ctx.now);
  const begin = dayGiven(wanted.createdAtBegin, "createdAtBegin", today - DEFAULT_DAYS * DAY_MS);
  const end = dayGiven(wanted.createdAtEnd, "createdAtEnd", today);
  if (end - begin > DAYS_MAX * DAY_MS)
    throw invalid("createdAtBegin", "时间范围过长", "The span of time is too long.");
  const earliest = await firstDay(ctx);
  if (earliest === null) return [];
  const opened = Date.parse(`${earliest}T00:00:00Z`);
  const [from, to] = [Math.max(begin, opened), Math.min(end + DAY_MS, today)];
  if (from >= to) return [];
  const sums = new Map((await sumDays(ctx, new Date(from), new Date(to))).map((each) => [each.day, each]));
  const days: FinanceDay[] = [];
  for (let at = from; at < to; at += DAY_MS) {
    const day = dayOf(at);
    days.push(sums.get(day) ?? emptyDay(day));
  }
  if (step === ChartStep.DAY) return days.map((day) => dayRow(day, opened));
  return grouped(days, step === ChartStep.WEEK ? weekName : monthName);
}

/** The parameters with those that are wrapped in a filter (legacy-facts 2.20). */
function withFilter({ filter, ...input }: LegacyFinanceChart): Readonly<Record<string, unknown>> {
  return { ...(filter !== null && typeof filter === "object" ? filter : {}), ...input };
}

/** A row of the chart by days: all columns of the predecessor's table. */
function dayRow(sum: FinanceDay, opened: number): object {
  const at = Date.parse(`${sum.day}T00:00:00Z`);
  return {
    id: (at - opened) / DAY_MS + 1,
    income: amountText(sum.paidCents),
    withdrawal: amountText(sum.withdrawnCents + sum.feeCents),
    ...columnsOf(sum),
    createdAt: legacyRowTime(new Date(at + DAY_MS)),
    date: sum.day.replaceAll("-", "/"),
  };
}

function columnsOf(sum: FinanceDay): object {
  const { orderCount, paidCents, registrationCents, groupCents, royaltyCents, feeCents } = sum;
  return {
    orderCount,
    orderAmount: amountText(paidCents),
    totalProfit: amountText(registrationCents + groupCents + royaltyCents + feeCents),
    registerProfit: amountText(registrationCents),
    masterPortion: amountText(royaltyCents),
    withdrawalProfit: amountText(feeCents),
  };
}

function grouped(days: readonly FinanceDay[], nameOf: (at: Date) => string): object[] {
  const groups = new Map<string, FinanceDay>();
  for (const day of days) {
    const name = nameOf(new Date(`${day.day}T00:00:00Z`));
    groups.set(name, added(groups.get(name) ?? emptyDay(name), day));
  }
  return [...groups].map(([date, sum]) => ({ date, ...columnsOf(sum) }));
}

function added(sum: FinanceDay, day: FinanceDay): FinanceDay {
  return {
    day: sum.day,
    orderCount: sum.orderCount + day.orderCount,
    paidCents: sum.paidCents + day.paidCents,
    withdrawnCents: sum.withdrawnCents + day.withdrawnCents,
    registrationCents: sum.registrationCents + day.registrationCents,
    groupCents: sum.groupCents + day.groupCents,
    royaltyCents: sum.royaltyCents + day.royaltyCents,
    feeCents: sum.feeCents + day.feeCents,
  };
}

function emptyDay(day: string): FinanceDay {
  const income = { registrationCents: 0, groupCents: 0, royaltyCents: 0, feeCents: 0 };
  return { day, orderCount: 0, paidCents: 0, withdrawnCents: 0, ...income };
}

/** `2023/02周`: weeks from Monday; the first is the one with four days or more, days before it are in week 00. */
function weekName(at: Date): string {
  const year = at.getUTCFullYear();
  const firstOfYear = Date.UTC(year, 0, 1);
  const weekday = (new Date(firstOfYear).getUTCDay() + 6) % 7;
  const firstMonday = firstOfYear + (weekday <= 3 ? -weekday : 7 - weekday) * DAY_MS;
  const week = Math.floor((at.getTime() - firstMonday) / (7 * DAY_MS)) + 1;
  return `${year}/${String(week).padStart(2, "0")}周`;
}

function monthName(at: Date): string {
  return `${at.getUTCFullYear()}/${String(at.getUTCMonth() + 1).padStart(2, "0")}月`;
}

/** Reads a day of UTC, `2026-11-22`, as a time. @throws {DomainError} INVALID_PARAMETER for anything else */
export function dayGiven(text: unknown, field: string, initial: number): number {
  if (text === null || text === undefined || text === "") return initial;
  const day = typeof text === "string" && DATE.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  if (Number.isNaN(day) || dayOf(day) !== text)
    throw invalid(field, `${field} 须形如 2026-11-22`, `${field} must be a date such as 2026-11-22.`);
  return day;
}

function startOfDay(time: Date): number {
  return Math.floor(time.getTime() / DAY_MS) * DAY_MS;
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
