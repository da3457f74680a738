import { type FormEvent, useState } from "react";
import { commonTexts } from "../../../i18n/common.texts.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { moneyText } from "../../../platform/money.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Sheet } from "../../../ui/Sheet.tsx";
import classes from "../Withdrawals.module.css";
import { withdrawalTexts } from "../withdrawals.texts.ts";

/** Longest reason or reference, in characters. */
const NOTE_MAX = 200;

/** A decision that needs a reason or a reference. */
export interface OpenDecision {
  readonly id: string;
  readonly decision: "REFUSE" | "PAID" | "FAILED";
  readonly receiveAccount: string;
  readonly amountCents: number;
  readonly feeCents: number;
}

interface Props {
  open: OpenDecision;
  onDecide(note: string): Promise<unknown>;
  onClose(): void;
}

/** Asks for the reason of a refusal, or for the reference of what was paid by hand. */
export function DecisionDialog({ open, onDecide, onClose }: Props) {
  const t = useTexts(withdrawalTexts);
  const common = useTexts(commonTexts);
  const [note, setNote] = useState("");
  const [isBusy, setBusy] = useState(false);
  const { decision, amountCents, feeCents, receiveAccount } = open;
  const isPaid = decision === "PAID";
  const action = decision === "REFUSE" ? t.REFUSE : isPaid ? t.markPAID : t.markFAILED;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy || note.trim() === "") return;
    setBusy(true);
    await onDecide(note.trim());
    setBusy(false);
  }

  return (
    <Sheet title={action} onClose={onClose}>
      <form method="post" className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <dl className={classes.preview}>
          <dt>{t.arrives}</dt>
          <dd className={classes.sum}>{moneyText(amountCents - feeCents)}</dd>
          <dt>{t.account}</dt>
          <dd className={classes.account}>
            <bdi>{receiveAccount}</bdi>
          </dd>
        </dl>
        <Field
          label={isPaid ? t.reference : t.reason}
          value={note}
          onValue={setNote}
          hint={t.noteHint}
          maxLength={NOTE_MAX}
          autoComplete="off"
          data-autofocus
        />
        <div className={classes.buttons}>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button
            type="submit"
            variant={isPaid ? "primary" : "danger"}
            loading={isBusy}
            disabled={note.trim() === ""}
          >
            {action}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
