import { type FormEvent, useState } from "react";
import { usePayDialogQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { moneyText } from "../../platform/money.ts";
import { Button } from "../../ui/Button.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import { orderTexts } from "../orders/orders.texts.ts";
import classes from "../orders/PayBox.module.css";
import { PinForm } from "../orders/PinForm.tsx";
import { isPin, PinField } from "../orders/PinField.tsx";
import { redPacketTexts } from "./redPackets.texts.ts";

interface Props {
  amountCents: number;
  onPin(pin: string): void;
  onClose(): void;
}

/** Shows what the money that comes with a thread adds up to, and asks for the pay password, which is set on the way if there is none. */
export function PacketPayDialog({ amountCents, onPin, onClose }: Props) {
  const [t, packet] = [useTexts(orderTexts), useTexts(redPacketTexts)];
  const query = usePayDialogQuery({ fetchPolicy: "network-only" });
  return (
    <Sheet title={packet.payTitle} onClose={onClose}>
      <QueryView query={query}>
        {({ viewer: { wallet } }) => {
          const balanceCents = wallet?.balanceCents ?? 0;
          return (
            <div className={classes.form}>
              <dl className={classes.facts}>
                <dt>{t.amount}</dt>
                <dd className={classes.amount}>{moneyText(amountCents)}</dd>
                <dt>{t.wallet}</dt>
                <dd>{moneyText(balanceCents)}</dd>
              </dl>
              {balanceCents < amountCents ? (
                <>
                  <p role="alert">{packet.tooLow}</p>
                  <div className={classes.buttons}>
                    <Button onClick={onClose}>{t.cancel}</Button>
                  </div>
                </>
              ) : wallet?.hasPayPassword ? (
                <PinStep amountCents={amountCents} onPin={onPin} onClose={onClose} />
              ) : (
                <>
                  <p>{t.pinNeeded}</p>
                  <PinForm onSaved={() => query.refetch()} onCancel={onClose} />
                </>
              )}
            </div>
          );
        }}
      </QueryView>
    </Sheet>
  );
}

function PinStep({ amountCents, onPin, onClose }: Props) {
  const [t, packet] = [useTexts(orderTexts), useTexts(redPacketTexts)];
  const [pin, setPin] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The form around the dialog in React's tree publishes when it is submitted.
    event.stopPropagation();
    if (isPin(pin)) onPin(pin);
  };
  return (
    <form method="post" className={classes.form} onSubmit={submit} noValidate>
      <PinField label={t.pin} value={pin} onValue={setPin} hint={t.pinHint} isFirst />
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button type="submit" variant="primary" disabled={!isPin(pin)}>
          {packet.pay(moneyText(amountCents))}
        </Button>
      </div>
    </form>
  );
}
