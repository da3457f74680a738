import { lazy, Suspense, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { ask } from "../../../apollo/answers.ts";
import { graphql } from "../../../gql/gql.ts";
import { FundsAdminPageDocument } from "../../../gql/graphql.ts";
import { useFundsAdminPageQuery } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { definePage } from "../../../page.ts";
import { moneyText } from "../../../platform/money.ts";
import { Button } from "../../../ui/Button.tsx";
import { LoadMore } from "../../../ui/LoadMore.tsx";
import panels from "../../../ui/panels.module.css";
import { QueryView } from "../../../ui/QueryView.tsx";
import { Time } from "../../../ui/Time.tsx";
import { AdminFrame } from "../../admin/AdminFrame.tsx";
import { EntryFilter } from "../EntryFilter.tsx";
import classes from "../Wallet.module.css";
import { filterOf } from "../walletFilter.ts";
import { fundsTexts } from "./funds.texts.ts";
import { FundsTable } from "./FundsTable.tsx";

const AdjustDialog = lazy(() => import("./AdjustDialog.tsx").then((m) => ({ default: m.AdjustDialog })));

graphql(`
  query FundsAdminPage(
    $userId: ID
    $kind: TransactionKind
    $month: String
    $isOne: Boolean!
    $member: ID!
    $after: String
  ) {
    funds {
      balanceCents
      frozenCents
      adjustedCents
      checkedAt
      violations
    }
    user(id: $member) @include(if: $isOne) {
      id
      nickname
      wallet {
        id
        balanceCents
        frozenCents
      }
    }
    fundEntries(userId: $userId, kind: $kind, month: $month, first: 50, after: $after) {
      nodes {
        id
        ...FundsTable_entry
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

function variablesOf(search: URLSearchParams) {
  const wanted = search.get("user");
  const userId = wanted && /^[1-9]\d{0,15}$/.test(wanted) ? wanted : null;
  return { ...filterOf(search), userId, isOne: userId !== null, member: userId ?? "1", after: null };
}

/** `/admin/funds` — the money of all members: totals, whether the books balance, movements, adjustments. */
function FundsAdminPage() {
  const t = useTexts(fundsTexts);
  const [search] = useSearchParams();
  const [isAdjusting, setAdjusting] = useState(false);
  const query = useFundsAdminPageQuery({
    variables: variablesOf(search),
    fetchPolicy: "cache-and-network",
  });
  const member = query.data?.user;
  return (
    <AdminFrame
      page="funds"
      actions={
        <Button variant="primary" onClick={() => setAdjusting(true)}>
          {t.adjust}
        </Button>
      }
    >
      <QueryView query={query} optional={["user"]}>
        {({ funds, fundEntries: { nodes } }) => (
          <>
            <Books funds={funds} />
            <section className={`card ${panels.panel}`} aria-label={t.entries}>
              <div className={panels.head}>
                <h2>{t.entries}</h2>
                {member && (
                  <p>
                    <bdi>{t.onlyOf(member.nickname)}</bdi> · {moneyText(member.wallet?.balanceCents ?? 0)} ·{" "}
                    <Link to="/admin/funds">{t.all}</Link>
                  </p>
                )}
                <EntryFilter path="/admin/funds" />
              </div>
              <FundsTable entries={nodes} more={<LoadMore query={query} of="fundEntries" />} />
            </section>
          </>
        )}
      </QueryView>
      {isAdjusting && (
        <Suspense>
          <AdjustDialog
            nickname={member?.nickname ?? ""}
            onClose={() => setAdjusting(false)}
            onAdjusted={() => query.refetch()}
          />
        </Suspense>
      )}
    </AdminFrame>
  );
}

interface BooksProps {
  funds: {
    balanceCents: number;
    frozenCents: number;
    adjustedCents: number;
    checkedAt?: string | null;
    violations: readonly string[];
  };
}

/** Totals of the books, and what is wrong with them. */
function Books({ funds }: BooksProps) {
  const t = useTexts(fundsTexts);
  const sums = [
    [t.balances, funds.balanceCents],
    [t.frozen, funds.frozenCents],
    [t.adjusted, funds.adjustedCents],
  ] as const;
  return (
    <>
      {funds.violations.length > 0 && (
        <section className={`card ${classes.alarm}`} role="alert">
          <h2>{t.broken}</h2>
          <p>{t.brokenText}</p>
          <ul>
            {funds.violations.map((violation) => (
              <li key={violation}>{violation}</li>
            ))}
          </ul>
        </section>
      )}
      <dl className={`card ${classes.sums}`} aria-label={t.sums}>
        {sums.map(([label, cents]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={classes.amount}>{moneyText(cents)}</dd>
          </div>
        ))}
        <div>
          <dt>{t.checked}</dt>
          <dd>
            {funds.checkedAt ? <Time value={funds.checkedAt} /> : t.notChecked}
            {funds.checkedAt && funds.violations.length === 0 && ` · ${t.sound}`}
          </dd>
        </div>
      </dl>
    </>
  );
}

/** `/admin/funds` for the table of addresses. */
export const fundsAdminPage = definePage({
  Component: FundsAdminPage,
  needsLogin: true,
  queries: ({ search }) => [ask(FundsAdminPageDocument, variablesOf(search))],
});
