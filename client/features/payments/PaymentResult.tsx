import { lazy, Suspense } from "react";
import { graphql } from "../../gql/gql.ts";
import type { PaymentResultQuery } from "../../gql/graphql.ts";
import { usePaymentResultQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { moneyText } from "../../platform/money.ts";
import { askInWechat, type WechatRequest } from "../../platform/wechatBridge.ts";
import { Button } from "../../ui/Button.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import classes from "./Payments.module.css";
import { paymentTexts } from "./payments.texts.ts";
import { showToast } from "../../ui/toast.tsx";
import { useFollowedPayment } from "./useFollowedPayment.ts";

const PaymentCode = lazy(() => import("./PaymentCode.tsx").then((m) => ({ default: m.PaymentCode })));

graphql(`
  query PaymentResult($id: ID!) {
    payment(id: $id) {
      id
      number
      provider
      state
      outcome
      amountCents
      redirectUrl
      qrText
      wechatRequest {
        appId
        timeStamp
        nonceStr
        package
        signType
        paySign
      }
      order {
        id
        thread {
          id
        }
      }
    }
  }
`);

type Payment = PaymentResultQuery["payment"];

/** A payment from its begin to its result; follows it while it waits. */
export function PaymentResult({ id }: { id: string }) {
  const query = usePaymentResultQuery({ variables: { id }, fetchPolicy: "cache-and-network" });
  const payment = query.data?.payment;
  // The money has come a moment before the order is paid by it.
  const isSettling = payment?.state === "PAID" && Boolean(payment.order) && !payment.outcome;
  useFollowedPayment(payment?.state === "PENDING" || isSettling, () => query.refetch());
  return (
    <QueryView query={query}>
      {({ payment }) => <Shown payment={payment} onAsk={() => void query.refetch()} />}
    </QueryView>
  );
}

function Shown({ payment, onAsk }: { payment: Payment; onAsk(): void }) {
  const t = useTexts(paymentTexts);
  const { state, outcome, provider, qrText, redirectUrl, wechatRequest, number, amountCents, order } =
    payment;
  const pay = async (request: WechatRequest) => {
    if (!(await askInWechat(request))) showToast({ type: "error", message: t.wechatFailed });
    onAsk();
  };
  const text = state === "PAID" && outcome ? t[`text${outcome}`] : t[`text${state}`];
  const isWaiting = state === "PENDING";
  return (
    <section className={`card ${classes.result}`} aria-live="polite">
      <p className={classes.about}>{order ? t.orderTitle : t.topUpTitle}</p>
      <p className={classes.amount}>{moneyText(amountCents)}</p>
      <h2 className={classes.state}>{t[state]}</h2>
      {isWaiting && qrText && (
        <>
          <Suspense fallback={<Spinner />}>
            <PaymentCode text={qrText} label={t.scan} />
          </Suspense>
          <p>{t.scanBy(t[provider])}</p>
        </>
      )}
      <p>{text}</p>
      <div className={classes.buttons}>
        {isWaiting && redirectUrl && (
          <Button variant="primary" onClick={() => window.location.assign(redirectUrl)}>
            {t.goPay}
          </Button>
        )}
        {isWaiting && wechatRequest && (
          <Button variant="primary" onClick={() => void pay(wechatRequest)}>
            {t.goPay}
          </Button>
        )}
        {isWaiting && <Button onClick={onAsk}>{t.check}</Button>}
        {!isWaiting && order?.thread && (
          <Button variant="primary" to={`/thread/${order.thread.id}`}>
            {t.toThread}
          </Button>
        )}
        {!isWaiting && !order && <Button to="/wallet/recharge">{t.again}</Button>}
        <Button to="/wallet">{t.back}</Button>
      </div>
      <p className={classes.number}>
        {t[provider]} · {number}
      </p>
    </section>
  );
}
