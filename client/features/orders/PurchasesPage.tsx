import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { PurchasesPageDocument } from "../../gql/graphql.ts";
import { usePurchasesPageQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Frame } from "../../layout/Frame.tsx";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { moneyText } from "../../platform/money.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Link } from "../../ui/Link.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Time } from "../../ui/Time.tsx";
import { orderTexts } from "./orders.texts.ts";
import classes from "./PurchasesPage.module.css";

graphql(`
  query PurchasesPage($after: String) {
    purchases(first: 20, after: $after) {
      nodes {
        id
        kind
        amountCents
        paidAt
        group {
          id
          name
        }
        thread {
          id
          title
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

/** `/my/buy` — what the viewer has bought, newest first. */
function PurchasesPage() {
  const t = useTexts(orderTexts);
  const query = usePurchasesPageQuery({ variables: { after: null }, fetchPolicy: "cache-and-network" });
  return (
    <Frame narrow>
      <PageHead title={t.purchases} noIndex />
      <h1 className={classes.title}>{t.purchases}</h1>
      <QueryView query={query}>
        {({ purchases: { nodes } }) => (
          <section className="card" aria-label={t.purchases}>
            {nodes.length === 0 ? (
              <EmptyState title={t.noPurchases} text={t.noPurchasesText} />
            ) : (
              <ul>
                {nodes.map(({ id, kind, amountCents, paidAt, thread, group }) => (
                  <li key={id} className={classes.row}>
                    <div className={classes.what}>
                      {thread ? (
                        <Link to={`/thread/${thread.id}`}>
                          <bdi>{thread.title}</bdi>
                        </Link>
                      ) : kind === "THREAD" || kind === "ATTACHMENT" || kind === "ONLOOKER" ? (
                        t.gone
                      ) : kind === "GROUP" ? (
                        <Link to="/my/upgrade">
                          {t.kindGROUP} {group && <bdi>{group.name}</bdi>}
                        </Link>
                      ) : (
                        <Link to="/my/renew">{t[`kind${kind}`]}</Link>
                      )}
                      {paidAt && <Time value={paidAt} className={classes.when!} />}
                    </div>
                    <span className={classes.amount}>{moneyText(amountCents)}</span>
                  </li>
                ))}
              </ul>
            )}
            <LoadMore query={query} of="purchases" />
          </section>
        )}
      </QueryView>
    </Frame>
  );
}

/** `/my/buy` for the table of addresses. */
export const purchasesPage = definePage({
  Component: PurchasesPage,
  needsLogin: true,
  queries: () => [ask(PurchasesPageDocument, { after: null })],
});
