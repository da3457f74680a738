import { type FormEvent, useState } from "react";
import { errorOf } from "../../apollo/errors.ts";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import type { WithdrawForm_TermsFragment } from "../../gql/graphql.ts";
import { useRequestWithdrawalMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { moneyText, moneyTyped } from "../../platform/money.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Time } from "../../ui/Time.tsx";
import { showToast } from "../../ui/toast.tsx";
import { orderTexts } from "../orders/orders.texts.ts";
import { PinField, isPin } from "../orders/PinField.tsx";
import { PinForm } from "../orders/PinForm.tsx";
import { feeOf } from "./fee.ts";
import classes from "./Withdrawals.module.css";
import { withdrawalTexts } from "./withdrawals.texts.ts";

/** Longest account, in characters. */
const ACCOUNT_MAX = 200;

graphql(`
  mutation RequestWithdrawal($input: RequestWithdrawalInput!) {
    requestWithdrawal(input: $input) {
      id
      state
    }
  }
`);

const WithdrawForm_terms = graphql(`
  fragment WithdrawForm_terms on WithdrawalTerms {
    feeBps
    leastCents
    mostCents
    leftTodayCents
    nextAt
  }
`);

interface Props {
  terms: FragmentType<typeof WithdrawForm_terms>;
  balanceCents: number;
  hasPayPassword: boolean;
  /** Reads the page anew. */
  onChanged(): Promise<unknown>;
}

/** Asks for a withdrawal where one is possible now; the pay password is set on the way if there is none. */
export function WithdrawForm({ terms: masked, balanceCents, hasPayPassword, onChanged }: Props) {
  const terms = readFragment(WithdrawForm_terms, masked);
  const t = useTexts(withdrawalTexts);
  const pay = useTexts(orderTexts);
  const [isSettingPin, setSettingPin] = useState(false);
  if (terms.nextAt)
    return (
      <p role="status">
        {t.nextAt}
        <Time value={terms.nextAt} />
      </p>
    );
  if (hasPayPassword) return <RequestForm terms={terms} balanceCents={balanceCents} onChanged={onChanged} />;
  if (isSettingPin) return <PinForm onSaved={onChanged} onCancel={() => setSettingPin(false)} />;
  return (
    <>
      <p>{pay.pinNeeded}</p>
      <Button variant="primary" onClick={() => setSettingPin(true)}>
        {pay.setPin}
      </Button>
    </>
  );
}

interface RequestProps {
  terms: WithdrawForm_TermsFragment;
  balanceCents: number;
  onChanged(): Promise<unknown>;
}

/** Amount with a preview of the fee, account and pay password. */
function RequestForm({ terms, balanceCents, onChanged }: RequestProps) {
  const t = useTexts(withdrawalTexts);
  const pay = useTexts(orderTexts);
  const [request] = useRequestWithdrawalMutation();
  const [amount, setAmount] = useState("");
  const [receiveAccount, setAccount] = useState("");
  const [payPassword, setPin] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const typed = moneyTyped(amount);
  const cents = typed !== null && typed > 0 ? typed : null;
  const isTooLow = cents !== null && cents > balanceCents;
  const isComplete = cents !== null && !isTooLow && receiveAccount.trim() !== "" && isPin(payPassword);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy || !isComplete) return;
    setBusy(true);
    setError(null);
    try {
      const account = receiveAccount.trim();
      const input = { amountCents: cents, receiveAccount: account, payPassword };
      await request({ variables: { input } });
      showToast({ type: "success", message: t.asked });
      setAmount("");
      await onChanged();
    } catch (failure) {
      setError(errorOf(failure).message);
    }
    setPin("");
    setBusy(false);
  }

  return (
    <form method="post" className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <Field
        label={t.amount}
        value={amount}
        onValue={setAmount}
        inputMode="decimal"
        autoComplete="off"
        hint={t.limits(
          moneyText(terms.leastCents),
          moneyText(terms.mostCents),
          moneyText(terms.leftTodayCents),
        )}
        error={isTooLow ? t.tooLow : amount.trim() !== "" && cents === null ? t.amountWrong : null}
      />
      <Preview cents={cents ?? 0} feeBps={terms.feeBps} />
      <Field
        label={t.account}
        value={receiveAccount}
        onValue={setAccount}
        hint={t.accountHint}
        maxLength={ACCOUNT_MAX}
        autoComplete="off"
      />
      <PinField label={pay.pin} value={payPassword} onValue={setPin} hint={pay.pinHint} error={error} />
      <div className={classes.buttons}>
        <Button type="submit" variant="primary" loading={isBusy} disabled={!isComplete}>
          {t.submit}
        </Button>
      </div>
    </form>
  );
}

/** The fee of an amount, and what is left of it. */
function Preview({ cents, feeBps }: { cents: number; feeBps: number }) {
  const t = useTexts(withdrawalTexts);
  const fee = feeOf(cents, feeBps);
  return (
    <dl className={classes.preview} aria-live="polite">
      <dt>{t.fee}</dt>
      <dd>{moneyText(fee)}</dd>
      <dt>{t.arrives}</dt>
      <dd className={classes.sum}>{moneyText(cents - fee)}</dd>
    </dl>
  );
}
