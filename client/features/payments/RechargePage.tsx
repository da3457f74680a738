import { useSearchParams } from "react-router-dom";
import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { PaymentResultDocument, RechargePageDocument } from "../../gql/graphql.ts";
import { useRechargePageQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Frame } from "../../layout/Frame.tsx";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { moneyText } from "../../platform/money.ts";
import { Button } from "../../ui/Button.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { PaymentResult } from "./PaymentResult.tsx";
import classes from "./Payments.module.css";
import { paymentTexts } from "./payments.texts.ts";
import { RechargeForm } from "./RechargeForm.tsx";

graphql(`
  query RechargePage {
    viewer {
      id
      wallet {
        id
        balanceCents
      }
    }
    topUpTerms {
      id
      viewerCanTopUp
      ...RechargeForm_terms
    }
  }
`);

function paymentOf(search: URLSearchParams): string | null {
  const id = search.get("payment");
  return id && /^[1-9]\d{0,15}$/.test(id) ? id : null;
}

/** `/wallet/recharge` — amount and way of a top-up; with a payment in the address, its result. */
function RechargePage() {
  const t = useTexts(paymentTexts);
  const [search] = useSearchParams();
  const paymentId = paymentOf(search);
  return (
    <Frame narrow>
      <PageHead title={t.title} noIndex />
      <h1 className={classes.title}>{t.title}</h1>
      {paymentId === null ? <TopUp /> : <PaymentResult key={paymentId} id={paymentId} />}
    </Frame>
  );
}

function TopUp() {
  const t = useTexts(paymentTexts);
  const query = useRechargePageQuery({ fetchPolicy: "cache-and-network" });
  return (
    <QueryView query={query}>
      {({ viewer: { wallet }, topUpTerms }) => (
        <section className={`card ${classes.panel}`} aria-label={t.title}>
          <p className={classes.line}>
            {t.balance}
            <strong className={classes.balance}>{moneyText(wallet?.balanceCents ?? 0)}</strong>
            <Button size="sm" to="/wallet">
              {t.back}
            </Button>
          </p>
          {topUpTerms.viewerCanTopUp ? (
            <>
              <p className={classes.about}>{t.about}</p>
              <RechargeForm terms={topUpTerms} />
            </>
          ) : (
            <p role="status">{t.closed}</p>
          )}
        </section>
      )}
    </QueryView>
  );
}

/** `/wallet/recharge` for the table of addresses. */
export const rechargePage = definePage({
  Component: RechargePage,
  needsLogin: true,
  queries: ({ search }) => {
    const id = paymentOf(search);
    return [id === null ? ask(RechargePageDocument, {}) : ask(PaymentResultDocument, { id })];
  },
});
