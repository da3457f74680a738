import { lazy, Suspense, useSyncExternalStore } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { ask } from "../../../apollo/answers.ts";
import { graphql } from "../../../gql/gql.ts";
import {
  FinanceAdminPageDocument,
  type FinanceAdminPageQuery,
  type FinanceFigure,
  type StatisticsUnit,
} from "../../../gql/graphql.ts";
import { useFinanceAdminPageQuery } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { definePage } from "../../../page.ts";
import { moneyText } from "../../../platform/money.ts";
import { type Column, DataTable } from "../../../ui/DataTable.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadMore } from "../../../ui/LoadMore.tsx";
import panels from "../../../ui/panels.module.css";
import { QueryView } from "../../../ui/QueryView.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { Time } from "../../../ui/Time.tsx";
import { AdminFrame } from "../../admin/AdminFrame.tsx";
import wallet from "../Wallet.module.css";
import { walletTexts } from "../wallet.texts.ts";
import { financeTexts } from "./finance.texts.ts";
import classes from "./FinanceAdminPage.module.css";

const FinanceChart = lazy(() => import("./FinanceChart.tsx").then((m) => ({ default: m.FinanceChart })));

graphql(`
  query FinanceAdminPage(
    $unit: StatisticsUnit!
    $figure: FinanceFigure!
    $from: String
    $until: String
    $after: String
  ) {
    finance {
      incomeCents
      withdrawnCents
      walletCents
      profitCents
      feeCents
      royaltyCents
      registrationCents
      groupCents
      orderCount
    }
    financeSteps(unit: $unit) {
      from
      until
      incomeCents
      withdrawnCents
      profitCents
      orderCount
    }
    financeEntries(figure: $figure, from: $from, until: $until, first: 50, after: $after) {
      nodes {
        id
        kind
        reference
        amountCents
        createdAt
        user {
          id
          nickname
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

type Figures = FinanceAdminPageQuery["finance"];
type Step = FinanceAdminPageQuery["financeSteps"][number];
type Entry = FinanceAdminPageQuery["financeEntries"]["nodes"][number];

const PATH = "/admin/finance";
const UNITS: readonly StatisticsUnit[] = ["DAY", "WEEK", "MONTH"];
/** Figures in their order; those of wallets are listed on a page of their own. */
const FIGURES = [
  ["INCOME", "incomeCents"],
  ["PROFIT", "profitCents"],
  ["WITHDRAWN", "withdrawnCents"],
  ["WALLETS", "walletCents"],
  ["ROYALTIES", "royaltyCents"],
  ["REGISTRATIONS", "registrationCents"],
  ["GROUPS", "groupCents"],
  ["FEES", "feeCents"],
] as const;
/** Figures of a step that have entries. */
const STEP_FIGURES = [
  ["INCOME", "incomeCents"],
  ["PROFIT", "profitCents"],
  ["WITHDRAWN", "withdrawnCents"],
] as const;
const CHARTS = 4;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const never = () => () => undefined;

/** What an address asks for. */
function wantedOf(search: URLSearchParams) {
  const [from, until] = [search.get("from"), search.get("until")];
  const isSpan = from !== null && until !== null && DAY.test(from) && DAY.test(until);
  const figures: readonly FinanceFigure[] = FIGURES.flatMap(([key]) => (key === "WALLETS" ? [] : [key]));
  return {
    unit: UNITS.find((unit) => unit === search.get("unit")) ?? "DAY",
    figure: figures.find((figure) => figure === search.get("figure")) ?? "INCOME",
    from: isSpan ? from : null,
    until: isSpan ? until : null,
  };
}

/** Address of the page with other parts of what it shows; a null leaves one out. */
function pathOf(wanted: ReturnType<typeof wantedOf>, change: Partial<ReturnType<typeof wantedOf>>): string {
  const { unit, figure, from, until } = { ...wanted, ...change };
  const search = new URLSearchParams();
  if (unit !== "DAY") search.set("unit", unit);
  if (figure !== "INCOME") search.set("figure", figure);
  if (from !== null) search.set("from", from);
  if (until !== null) search.set("until", until);
  return search.size > 0 ? `${PATH}?${search}` : PATH;
}

/** `/admin/finance` — the money of the site in figures and charts, and the entries behind each of them. */
function FinanceAdminPage() {
  const t = useTexts(financeTexts);
  const [search] = useSearchParams();
  const wanted = wantedOf(search);
  const query = useFinanceAdminPageQuery({
    variables: { ...wanted, after: null },
    fetchPolicy: "cache-and-network",
  });
  const { figure, from, until } = wanted;
  return (
    <AdminFrame page="finance">
      <QueryView query={query}>
        {({ finance, financeSteps, financeEntries: { nodes } }) => (
          <>
            <Totals figures={finance} wanted={wanted} />
            <Trends steps={financeSteps} wanted={wanted} />
            <section id="entries" className={`card ${panels.panel}`} aria-label={t.entriesOf(t[figure])}>
              <div className={panels.head}>
                <h2>{t.entriesOf(t[figure])}</h2>
                {from !== null && until !== null && (
                  <p className={panels.quiet}>
                    {t.span(from, until)} ·{" "}
                    <Link to={pathOf(wanted, { from: null, until: null })}>{t.allTime}</Link>
                  </p>
                )}
              </div>
              <Entries entries={nodes} more={<LoadMore query={query} of="financeEntries" />} />
            </section>
          </>
        )}
      </QueryView>
    </AdminFrame>
  );
}

type Wanted = ReturnType<typeof wantedOf>;

/** All figures, each a link to its entries. */
function Totals({ figures, wanted }: { figures: Figures; wanted: Wanted }) {
  const t = useTexts(financeTexts);
  return (
    <dl className={`card ${wallet.sums}`} aria-label={t.figures}>
      {FIGURES.map(([key, field]) => (
        <div key={key}>
          <dt>{t[key]}</dt>
          <dd>
            <Link
              to={
                key === "WALLETS" ? "/admin/funds" : pathOf(wanted, { figure: key, from: null, until: null })
              }
              aria-current={key === wanted.figure ? "true" : undefined}
              className={classes.figure}
            >
              {moneyText(figures[field])}
            </Link>
          </dd>
        </div>
      ))}
      <div>
        <dt>{t.orders}</dt>
        <dd>
          <Link to="/admin/orders?state=PAID" className={classes.figure}>
            {figures.orderCount}
          </Link>
        </dd>
      </div>
    </dl>
  );
}

/** Stands where the charts will. */
function Waiting() {
  return Array.from({ length: CHARTS }, (_, place) => (
    <div key={place} className={classes.waiting} aria-hidden="true" />
  ));
}

/** Charts by day, week or month, and the same numbers as a table whose sums lead to their entries. */
function Trends({ steps, wanted }: { steps: readonly Step[]; wanted: Wanted }) {
  const t = useTexts(financeTexts);
  const columns: readonly Column<Step>[] = [
    { key: "from", header: t.from, nowrap: true, phone: "title", cell: ({ from }) => from },
    ...STEP_FIGURES.map(([figure, field]): Column<Step> => ({
      key: figure,
      header: t[figure],
      numeric: true,
      phone: "labelled",
      cell: ({ from, until, [field]: cents }) =>
        cents === 0 ? (
          moneyText(cents)
        ) : (
          <Link to={pathOf(wanted, { figure, from, until })}>{moneyText(cents)}</Link>
        ),
    })),
    {
      key: "orders",
      header: t.orders,
      numeric: true,
      phone: "labelled",
      cell: ({ orderCount }) => orderCount,
    },
  ];
  // Charts measure their place, which only a browser can.
  const inBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (
    <section className={`card ${panels.panel}`} aria-labelledby="finance-trends">
      <div className={panels.head}>
        <h2 id="finance-trends">{t.charts}</h2>
        <Tabs
          label={t.unit}
          current={wanted.unit}
          tabs={UNITS.map((unit) => ({ key: unit, label: t[unit], to: pathOf(wanted, { unit }) }))}
        />
      </div>
      <div className={classes.charts}>
        {!inBrowser && <Waiting />}
        {inBrowser && (
          <Suspense fallback={<Waiting />}>
            <FinanceChart steps={steps} />
          </Suspense>
        )}
      </div>
      <details className={classes.numbers}>
        <summary>{t.numbers}</summary>
        <DataTable
          caption={t.charts}
          columns={columns}
          rows={steps.toReversed()}
          keyOf={({ from }) => from}
          empty={null}
        />
      </details>
    </section>
  );
}

function Entries({ entries, more }: { entries: readonly Entry[]; more: React.ReactNode }) {
  const t = useTexts(financeTexts);
  const words = useTexts(walletTexts);
  const columns: readonly Column<Entry>[] = [
    {
      key: "member",
      header: t.member,
      phone: "title",
      cell: ({ user }) =>
        user ? (
          <Link to={`/admin/funds?user=${user.id}`}>
            <bdi>{user.nickname}</bdi>
          </Link>
        ) : (
          t.nobody
        ),
    },
    { key: "kind", header: t.kind, cell: ({ kind }) => words[kind] },
    {
      key: "amount",
      header: t.amount,
      numeric: true,
      nowrap: true,
      phone: "labelled",
      cell: ({ amountCents }) => moneyText(amountCents),
    },
    { key: "reference", header: t.reference, quiet: true, cell: ({ reference }) => <code>{reference}</code> },
    {
      key: "when",
      header: t.when,
      quiet: true,
      nowrap: true,
      cell: ({ createdAt }) => <Time value={createdAt} />,
    },
  ];
  return (
    <DataTable
      caption={t.entriesOf("")}
      columns={columns}
      rows={entries}
      empty={<EmptyState title={t.none} />}
      more={more}
    />
  );
}

/** `/admin/finance` for the table of addresses. */
export const financeAdminPage = definePage({
  Component: FinanceAdminPage,
  needsLogin: true,
  queries: ({ search }) => [ask(FinanceAdminPageDocument, { ...wantedOf(search), after: null })],
});
