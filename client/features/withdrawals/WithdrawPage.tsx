import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { WithdrawPageDocument, type WithdrawPageQuery } from "../../gql/graphql.ts";
import { useWithdrawPageQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Frame } from "../../layout/Frame.tsx";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { moneyText } from "../../platform/money.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Time } from "../../ui/Time.tsx";
import { WithdrawForm } from "./WithdrawForm.tsx";
import classes from "./Withdrawals.module.css";
import { withdrawalTexts } from "./withdrawals.texts.ts";

graphql(`
  query WithdrawPage($after: String) {
    viewer {
      id
      wallet {
        id
        balanceCents
        hasPayPassword
      }
    }
    withdrawalTerms {
      viewerCanWithdraw
      ...WithdrawForm_terms
    }
    withdrawals(first: 20, after: $after) {
      nodes {
        id
        state
        amountCents
        feeCents
        note
        createdAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

/** `/wallet/withdraw` — asks for a withdrawal with a preview of the fee, and lists those before with their states. */
function WithdrawPage() {
  const t = useTexts(withdrawalTexts);
  const query = useWithdrawPageQuery({ variables: { after: null }, fetchPolicy: "cache-and-network" });
  return (
    <Frame narrow>
      <PageHead title={t.title} noIndex />
      <h1 className={classes.title}>{t.title}</h1>
      <QueryView query={query}>
        {({ viewer: { wallet }, withdrawalTerms, withdrawals: { nodes } }) => (
          <>
            <section className={`card ${classes.panel}`} aria-label={t.title}>
              <p className={classes.about}>{t.about}</p>
              <p className={classes.line}>
                {t.balance}
                <strong className={classes.balance}>{moneyText(wallet?.balanceCents ?? 0)}</strong>
                <Button size="sm" to="/wallet">
                  {t.back}
                </Button>
              </p>
              {withdrawalTerms.viewerCanWithdraw ? (
                <WithdrawForm
                  terms={withdrawalTerms}
                  balanceCents={wallet?.balanceCents ?? 0}
                  hasPayPassword={wallet?.hasPayPassword ?? false}
                  onChanged={() => query.refetch()}
                />
              ) : (
                <p role="status">{t.closed}</p>
              )}
            </section>
            <section className="card" aria-labelledby="my-withdrawals">
              <h2 id="my-withdrawals" className={classes.head}>
                {t.mine}
              </h2>
              {nodes.length === 0 ? <EmptyState title={t.none} /> : <Mine rows={nodes} />}
              <LoadMore query={query} of="withdrawals" />
            </section>
          </>
        )}
      </QueryView>
    </Frame>
  );
}

function Mine({ rows }: { rows: WithdrawPageQuery["withdrawals"]["nodes"] }) {
  const t = useTexts(withdrawalTexts);
  return (
    <ul>
      {rows.map(({ id, state, amountCents, feeCents, note, createdAt }) => (
        <li key={id} className={classes.row}>
          <div className={classes.what}>
            <span className={classes.state}>{t[state]}</span>
            {note && (
              <span className={classes.note}>
                <bdi>{note}</bdi>
              </span>
            )}
            <Time value={createdAt} className={classes.when!} />
          </div>
          <div className={classes.amounts}>
            <span className={classes.sum}>{moneyText(amountCents)}</span>
            {feeCents > 0 && (
              <span className={classes.when}>
                {t.fee} {moneyText(feeCents)}
              </span>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** `/wallet/withdraw` for the table of addresses. */
export const withdrawPage = definePage({
  Component: WithdrawPage,
  needsLogin: true,
  queries: () => [ask(WithdrawPageDocument, { after: null })],
});
