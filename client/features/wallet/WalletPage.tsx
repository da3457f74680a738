import { useSearchParams } from "react-router-dom";
import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { WalletPageDocument } from "../../gql/graphql.ts";
import { useWalletPageQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Frame } from "../../layout/Frame.tsx";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { moneyText } from "../../platform/money.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { EntryFilter } from "./EntryFilter.tsx";
import classes from "./Wallet.module.css";
import { walletTexts } from "./wallet.texts.ts";
import { filterOf } from "./walletFilter.ts";
import { WalletRow } from "./WalletRow.tsx";

graphql(`
  query WalletPage($kind: TransactionKind, $month: String, $after: String) {
    viewer {
      id
      wallet {
        id
        balanceCents
        frozenCents
      }
      walletEntries(kind: $kind, month: $month, first: 20, after: $after) {
        nodes {
          id
          ...WalletRow_entry
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
    topUpTerms {
      id
      viewerCanTopUp
    }
    upgradeTerms {
      id
      offers {
        group {
          id
        }
      }
    }
  }
`);

/** `/wallet` — the viewer's balance, what is frozen of their money, and every movement with its reason. */
function WalletPage() {
  const t = useTexts(walletTexts);
  const [search] = useSearchParams();
  const filter = filterOf(search);
  const query = useWalletPageQuery({
    variables: { ...filter, after: null },
    fetchPolicy: "cache-and-network",
  });
  const isFiltered = filter.kind !== null || filter.month !== null;
  return (
    <Frame narrow>
      <PageHead title={t.title} noIndex />
      <h1 className={classes.title}>{t.title}</h1>
      <QueryView query={query}>
        {({ viewer: { wallet, walletEntries }, topUpTerms, upgradeTerms }) => (
          <>
            <dl className={`card ${classes.sums}`}>
              <div>
                <dt>{t.balance}</dt>
                <dd className={classes.amount}>{moneyText(wallet?.balanceCents ?? 0)}</dd>
                <dd className={classes.note}>{t.balanceNote}</dd>
                <dd className={classes.withdraw}>
                  {topUpTerms.viewerCanTopUp && (
                    <Button size="sm" variant="primary" to="/wallet/recharge">
                      {t.topUp}
                    </Button>
                  )}
                  <Button size="sm" to="/wallet/withdraw">
                    {t.withdraw}
                  </Button>
                  {upgradeTerms.offers.length > 0 && (
                    <Button size="sm" to="/my/upgrade">
                      {t.groups}
                    </Button>
                  )}
                </dd>
              </div>
              <div>
                <dt>{t.frozen}</dt>
                <dd className={classes.amount}>{moneyText(wallet?.frozenCents ?? 0)}</dd>
                <dd className={classes.note}>{t.frozenNote}</dd>
              </div>
            </dl>
            <section className="card" aria-labelledby="wallet-entries">
              <div className={classes.head}>
                <h2 id="wallet-entries">{t.entries}</h2>
                <EntryFilter path="/wallet" />
              </div>
              {!walletEntries || walletEntries.nodes.length === 0 ? (
                <EmptyState
                  title={isFiltered ? t.noMatch : t.empty}
                  text={isFiltered ? t.noMatchText : t.emptyText}
                />
              ) : (
                <ul>
                  {walletEntries.nodes.map((entry) => (
                    <WalletRow key={entry.id} entry={entry} />
                  ))}
                </ul>
              )}
              <LoadMore query={query} of="viewer.walletEntries" />
            </section>
          </>
        )}
      </QueryView>
    </Frame>
  );
}

/** `/wallet` for the table of addresses. */
export const walletPage = definePage({
  Component: WalletPage,
  needsLogin: true,
  queries: ({ search }) => [ask(WalletPageDocument, { ...filterOf(search), after: null })],
});
