import { type FormEvent, useState } from "react";
import { errorOf } from "../../apollo/errors.ts";
import { graphql } from "../../gql/gql.ts";
import { useBindPhoneMutation } from "../../gql/hooks.ts";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useClock } from "../../platform/clock.tsx";
import { useProven } from "../../session/useProven.tsx";
import { Button } from "../../ui/Button.tsx";
import classes from "./AccountForm.module.css";
import { bindPhoneTexts } from "./bindPhone.texts.ts";
import { codeTexts } from "./code.texts.ts";
import { PhoneCodeFields, usePhoneCode } from "./PhoneCodeFields.tsx";

graphql(`
  mutation BindPhone($input: PhoneCodeInput!) {
    bindPhone(input: $input) {
      id
      phone
    }
  }
`);

interface Props {
  onBound: () => void;
  /** Leaves the number as it is; absent where there is none yet. */
  onCancel?: () => void;
}

/** Binds a phone number to the viewer's account, by a code that is sent to it. */
export function BindPhoneForm({ onBound, onCancel }: Props) {
  const t = useTexts(bindPhoneTexts);
  const codes = useTexts(codeTexts);
  const common = useTexts(commonTexts);
  const [bind] = useBindPhoneMutation();
  const [proven, dialog] = useProven();
  const form = usePhoneCode("BIND");
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isReady = useClock().isLive;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      const input = await form.next();
      if (input) {
        await proven(() => bind({ variables: { input } }));
        onBound();
      }
    } catch (error) {
      setFailure(errorOf(error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <form method="post" className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <PhoneCodeFields form={form} hint={codes.phoneHint} />
        {failure !== null && (
          <p className={classes.failure} role="alert">
            {failure}
          </p>
        )}
        <div className={classes.buttons}>
          {onCancel && <Button onClick={onCancel}>{common.cancel}</Button>}
          <Button type="submit" variant="primary" loading={isBusy} disabled={!isReady}>
            {form.request === null ? codes.sendCode : t.bind}
          </Button>
        </div>
      </form>
      {dialog}
    </>
  );
}
