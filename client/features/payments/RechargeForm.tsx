import { type FormEvent, useState } from "react";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { moneyText, moneyTyped } from "../../platform/money.ts";
import { uniqueKey } from "../../platform/uniqueKey.ts";
import { Button } from "../../ui/Button.tsx";
import { ChoiceChips } from "../../ui/ChoiceChips.tsx";
import { Field } from "../../ui/Field.tsx";
import classes from "./Payments.module.css";
import { paymentTexts } from "./payments.texts.ts";
import { useStartPayment } from "./useStartPayment.ts";

/** Amounts to choose from, in cents; those beyond the limits are left out. */
const AMOUNTS = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000];
const OTHER = "other";

const RechargeForm_terms = graphql(`
  fragment RechargeForm_terms on TopUpTerms {
    providers
    leastCents
    mostCents
  }
`);

/** Chooses amount and way of a top-up. */
export function RechargeForm({ terms }: { terms: FragmentType<typeof RechargeForm_terms> }) {
  const { providers, leastCents, mostCents } = readFragment(RechargeForm_terms, terms);
  const t = useTexts(paymentTexts);
  const { start, isBusy } = useStartPayment();
  const isWithin = (cents: number) => cents >= leastCents && cents <= mostCents;
  const amounts = AMOUNTS.filter(isWithin);
  const [chosen, setChosen] = useState(String(amounts[1] ?? amounts[0] ?? OTHER));
  const [typed, setTyped] = useState("");
  const [provider, setProvider] = useState(providers[0]!);
  const isOther = chosen === OTHER;
  const wanted = isOther ? moneyTyped(typed) : Number(chosen);
  const amountCents = wanted !== null && isWithin(wanted) ? wanted : null;
  // One key for one choice: pressing again after a lost answer begins nothing new.
  const [{ key, of }, setKey] = useState({ key: "", of: "" });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy || amountCents === null) return;
    const choice = `${provider} ${amountCents}`;
    const idempotencyKey = of === choice ? key : uniqueKey();
    setKey({ key: idempotencyKey, of: choice });
    await start({ provider, amountCents, idempotencyKey });
  }

  return (
    <form method="post" className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <ChoiceChips
        label={t.amount}
        value={chosen}
        onValue={setChosen}
        chips={[
          ...amounts.map((cents) => ({ value: String(cents), label: moneyText(cents) })),
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
          hint={t.limits(moneyText(leastCents), moneyText(mostCents))}
          error={typed.trim() !== "" && amountCents === null ? t.amountWrong : null}
        />
      )}
      <ChoiceChips
        label={t.method}
        value={provider}
        onValue={(value) => setProvider(providers.find((each) => each === value)!)}
        chips={providers.map((value) => ({ value, label: t[value] }))}
      />
      <div className={classes.buttons}>
        <Button type="submit" variant="primary" loading={isBusy} disabled={amountCents === null}>
          {amountCents === null ? t.topUp : t.next(moneyText(amountCents))}
        </Button>
      </div>
    </form>
  );
}
