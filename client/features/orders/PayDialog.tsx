import { type FormEvent, useState } from "react";
import { errorOf } from "../../apollo/errors.ts";
import { graphql } from "../../gql/gql.ts";
import { usePayDialogQuery, usePayOrderMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { moneyText } from "../../platform/money.ts";
import { Button } from "../../ui/Button.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import { showToast } from "../../ui/toast.tsx";
import { OutsideMethods } from "../payments/OutsideMethods.tsx";
import { orderTexts } from "./orders.texts.ts";
import type { WaitingOrder } from "./PayBox.tsx";
import classes from "./PayBox.module.css";
import { PinForm } from "./PinForm.tsx";
import { isPin, PinField } from "./PinField.tsx";

graphql(`
  query PayDialog {
    viewer {
      id
      wallet {
        id
        balanceCents
        hasPayPassword
      }
    }
  }
`);
graphql(`
  mutation PayOrder($input: PayOrderInput!) {
    payOrder(input: $input) {
      id
      state
    }
  }
`);

interface Props {
  order: WaitingOrder;
  /** Runs when it was paid, and when it was not. */
  onClose(): void;
}

/** Pays an order: amount and balance, the pay password, which is set on the way if there is none, and the result. */
export function PayDialog({ order, onClose }: Props) {
  const t = useTexts(orderTexts);
  const query = usePayDialogQuery({ fetchPolicy: "network-only" });
  const amount = moneyText(order.amountCents);
  return (
    <Sheet title={t.payTitle} onClose={onClose}>
      <QueryView query={query}>
        {({ viewer: { wallet } }) => {
          const balanceCents = wallet?.balanceCents ?? 0;
          return (
            <div className={classes.form}>
              <dl className={classes.facts}>
                <dt>{t.amount}</dt>
                <dd className={classes.amount}>{amount}</dd>
                <dt>{t.wallet}</dt>
                <dd>{moneyText(balanceCents)}</dd>
              </dl>
              {balanceCents < order.amountCents ? (
                <>
                  <p role="alert">{t.tooLow}</p>
                  <div className={classes.buttons}>
                    <Button to="/wallet">{t.toWallet}</Button>
                  </div>
                </>
              ) : wallet?.hasPayPassword ? (
                <PayForm order={order} onClose={onClose} />
              ) : (
                <>
                  <p>{t.pinNeeded}</p>
                  <PinForm onSaved={() => query.refetch()} onCancel={onClose} />
                </>
              )}
              <OutsideMethods orderId={order.id} />
            </div>
          );
        }}
      </QueryView>
    </Sheet>
  );
}

/** The pay password and the payment. A second press, or one after a lost answer, pays nothing twice. */
function PayForm({ order, onClose }: Props) {
  const t = useTexts(orderTexts);
  const [pay] = usePayOrderMutation();
  const [payPassword, setPin] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy || !isPin(payPassword)) return;
    setBusy(true);
    setError(null);
    try {
      const input = { orderId: order.id, method: "WALLET" as const, payPassword };
      await pay({ variables: { input } });
      showToast({ type: "success", message: t.paid });
      onClose();
    } catch (failure) {
      setError(errorOf(failure).message);
      setPin("");
      setBusy(false);
    }
  }

  return (
    <form method="post" className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <PinField label={t.pin} value={payPassword} onValue={setPin} hint={t.pinHint} error={error} isFirst />
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button type="submit" variant="primary" loading={isBusy} disabled={!isPin(payPassword)}>
          {t.pay(moneyText(order.amountCents))}
        </Button>
      </div>
    </form>
  );
}
