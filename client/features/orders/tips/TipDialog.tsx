import { type FormEvent, useState } from "react";
import { useCreateOrderMutation } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { moneyText, moneyTyped } from "../../../platform/money.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/Button.tsx";
import { ChoiceChips } from "../../../ui/ChoiceChips.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Sheet } from "../../../ui/Sheet.tsx";
import type { WaitingOrder } from "../PayBox.tsx";
import classes from "../PayBox.module.css";
import { PayDialog } from "../PayDialog.tsx";
import { tipTexts } from "./tips.texts.ts";

/** Amounts to choose from, in cents. */
const AMOUNTS = [100, 500, 1_000, 2_000, 5_000];
const OTHER = "other";

interface Props {
  threadId: string;
  /** Runs when it was paid, and when it was not. */
  onClose(): void;
}

/** Asks for the amount of a tip, and then for the payment. */
export function TipDialog({ threadId, onClose }: Props) {
  const t = useTexts(tipTexts);
  const [create] = useCreateOrderMutation();
  const { act, isBusy } = useAct();
  const [chosen, setChosen] = useState(String(AMOUNTS[1]));
  const [typed, setTyped] = useState("");
  const [order, setOrder] = useState<WaitingOrder | null>(null);
  const isOther = chosen === OTHER;
  const wanted = isOther ? moneyTyped(typed) : Number(chosen);
  const amountCents = wanted !== null && wanted > 0 ? wanted : null;

  if (order) return <PayDialog order={order} onClose={onClose} />;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy || amountCents === null) return;
    await act(async () => {
      const { data } = await create({ variables: { input: { kind: "TIP", threadId, amountCents } } });
      setOrder(data!.createOrder);
    });
  }

  return (
    <Sheet title={t.title} onClose={onClose}>
      <form method="post" className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <ChoiceChips
          label={t.amount}
          hideLabel
          value={chosen}
          onValue={setChosen}
          chips={[
            ...AMOUNTS.map((cents) => ({ value: String(cents), label: moneyText(cents) })),
            { value: OTHER, label: t.other },
          ]}
        />
        {isOther && (
          <Field
            label={t.otherAmount}
            value={typed}
            onValue={setTyped}
            inputMode="decimal"
            autoComplete="off"
            error={typed.trim() !== "" && amountCents === null ? t.amountWrong : null}
          />
        )}
        <p>{t.note}</p>
        <div className={classes.buttons}>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" variant="primary" loading={isBusy} disabled={amountCents === null}>
            {amountCents === null ? t.tip : t.next(moneyText(amountCents))}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
