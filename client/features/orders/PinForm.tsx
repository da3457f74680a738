import { type FormEvent, useState } from "react";
import { errorOf } from "../../apollo/errors.ts";
import { graphql } from "../../gql/gql.ts";
import { useSetPayPasswordMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useProven } from "../../session/useProven.tsx";
import { Button } from "../../ui/Button.tsx";
import { showToast } from "../../ui/toast.tsx";
import { orderTexts } from "./orders.texts.ts";
import classes from "./PayBox.module.css";
import { isPin, PinField } from "./PinField.tsx";

graphql(`
  mutation SetPayPassword($password: String!) {
    setPayPassword(password: $password)
  }
`);

interface Props {
  onSaved(): unknown;
  onCancel(): void;
}

/** Sets the pay password, typed twice; asks for the password of the account where the sign-in is older. */
export function PinForm({ onSaved, onCancel }: Props) {
  const t = useTexts(orderTexts);
  const [save] = useSetPayPasswordMutation();
  const [proven, proof] = useProven();
  const [pin, setPin] = useState("");
  const [again, setAgain] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const differs = isPin(again) && again !== pin;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy || !isPin(pin) || again !== pin) return;
    setBusy(true);
    setError(null);
    try {
      await proven(() => save({ variables: { password: pin } }));
      showToast({ type: "success", message: t.pinSaved });
      await onSaved();
    } catch (failure) {
      setError(errorOf(failure).message);
    }
    setBusy(false);
  }

  return (
    <>
      <form method="post" className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <PinField label={t.pin} value={pin} onValue={setPin} hint={t.pinHint} error={error} isFirst />
        <PinField label={t.pinAgain} value={again} onValue={setAgain} error={differs ? t.pinDiffers : null} />
        <div className={classes.buttons}>
          <Button onClick={onCancel}>{t.cancel}</Button>
          <Button type="submit" variant="primary" loading={isBusy} disabled={!isPin(pin) || again !== pin}>
            {t.setPin}
          </Button>
        </div>
      </form>
      {proof}
    </>
  );
}
