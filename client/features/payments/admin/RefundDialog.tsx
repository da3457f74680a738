import { type FormEvent, useState } from "react";
import { commonTexts } from "../../../i18n/common.texts.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { moneyText } from "../../../platform/money.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Sheet } from "../../../ui/Sheet.tsx";
import classes from "../Payments.module.css";
import { paymentTexts } from "../payments.texts.ts";

/** Longest reason, in characters. */
const REASON_MAX = 200;

interface Props {
  amountCents: number;
  /** Tells what is taken back. */
  text: string;
  onRefund(reason: string): Promise<unknown>;
  onClose(): void;
}

/** Asks for the reason of a refund. */
export function RefundDialog({ amountCents, text, onRefund, onClose }: Props) {
  const t = useTexts(paymentTexts);
  const common = useTexts(commonTexts);
  const [reason, setReason] = useState("");
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy || reason.trim() === "") return;
    setBusy(true);
    await onRefund(reason.trim());
    setBusy(false);
  }

  return (
    <Sheet title={`${t.refund} ${moneyText(amountCents)}`} onClose={onClose}>
      <form method="post" className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <p>{text}</p>
        <Field
          label={t.reason}
          value={reason}
          onValue={setReason}
          hint={t.reasonHint}
          maxLength={REASON_MAX}
          autoComplete="off"
          data-autofocus
        />
        <div className={classes.buttons}>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="danger" loading={isBusy} disabled={reason.trim() === ""}>
            {t.refund}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
