import { useState } from "react";
import { graphql } from "../../gql/gql.ts";
import { useOutsideMethodsQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { uniqueKey } from "../../platform/uniqueKey.ts";
import { Button } from "../../ui/Button.tsx";
import classes from "./Payments.module.css";
import { paymentTexts } from "./payments.texts.ts";
import { useStartPayment } from "./useStartPayment.ts";

graphql(`
  query OutsideMethods {
    topUpTerms {
      id
      providers
    }
  }
`);

/** Buttons that pay an order past the wallet, one for each provider; nothing where the site has connected none. */
export function OutsideMethods({ orderId }: { orderId: string }) {
  const t = useTexts(paymentTexts);
  const query = useOutsideMethodsQuery();
  const { start, isBusy } = useStartPayment();
  const [key] = useState(uniqueKey);
  const providers = query.data?.topUpTerms.providers ?? [];
  if (providers.length === 0) return null;
  return (
    <div className={classes.methods}>
      <p>{t.orOutside}</p>
      {providers.map((provider) => (
        <Button
          key={provider}
          loading={isBusy}
          onClick={() => void start({ provider, orderId, idempotencyKey: `${key}-${provider}` })}
        >
          {t.payBy(t[provider])}
        </Button>
      ))}
    </div>
  );
}
