import { useState } from "react";
import { graphql } from "../../gql/gql.ts";
import { useRemovePhoneMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useProven } from "../../session/useProven.tsx";
import { useViewer } from "../../session/useViewer.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/confirm.tsx";
import { showToast } from "../../ui/toast.tsx";
import { BindPhoneForm } from "../auth/BindPhoneForm.tsx";
import { phoneTexts } from "./phone.texts.ts";
import classes from "./settings.module.css";

graphql(`
  mutation RemovePhone {
    removePhone {
      id
      phone
    }
  }
`);

/** The word that the change has worked stays until it is read. */
const TOAST_MS = 4_000;

/** The phone number of the account: bound, changed and taken away; nothing where the site uses none. */
export function PhoneCard({ phone }: { phone: string | null }) {
  const t = useTexts(phoneTexts);
  const { site } = useViewer();
  const [remove] = useRemovePhoneMutation();
  const [proven, dialog] = useProven();
  const { act, isBusy } = useAct();
  const confirm = useConfirm();
  const [isChanging, setChanging] = useState(false);
  const isOn = site.signInModes.includes("PHONE_CODE");
  if (!isOn && phone === null) return null;

  const bound = () => {
    setChanging(false);
    showToast({ type: "success", message: t.bound, durationMs: TOAST_MS });
  };
  const removeNumber = async () => {
    if (await confirm({ title: t.removeTitle, text: t.removeText, action: t.remove, danger: true }))
      await act(() => proven(() => remove()), { done: t.removed });
  };
  return (
    <section className={`card ${classes.card}`} id="phone" aria-labelledby="phone-title">
      <h2 id="phone-title" className={classes.title}>
        {t.phone}
      </h2>
      <p className={classes.hint}>{t.hint}</p>
      <div className={classes.form}>
        {phone !== null && <p className={classes.name}>{phone}</p>}
        {isOn && (phone === null || isChanging) ? (
          <BindPhoneForm onBound={bound} onCancel={phone === null ? undefined : () => setChanging(false)} />
        ) : (
          <div className={classes.buttons}>
            {isOn && <Button onClick={() => setChanging(true)}>{t.change}</Button>}
            <Button loading={isBusy} onClick={() => void removeNumber()}>
              {t.remove}
            </Button>
          </div>
        )}
      </div>
      {dialog}
    </section>
  );
}
