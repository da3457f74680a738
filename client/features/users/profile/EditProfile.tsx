import { type FormEvent, useState } from "react";
import { errorOf, type Failure } from "../../../apollo/errors.ts";
import { commonTexts } from "../../../i18n/common.texts.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { showToast } from "../../../ui/toast.tsx";
import classes from "./sections.module.css";
import { userTexts } from "../users.texts.ts";

/** Longest nickname and signature, in characters; the server checks them. */
const NICKNAME_MAX = 15;
const SIGNATURE_MAX = 150;

interface Props {
  nickname: string;
  signature: string;
  onSave: (changes: { nickname: string; signature: string }) => Promise<unknown>;
  onClose: () => void;
}

/** The form with which members change how they appear. */
export function EditProfile({ nickname, signature, onSave, onClose }: Props) {
  const t = useTexts(userTexts);
  const common = useTexts(commonTexts);
  const [draft, setDraft] = useState({ nickname, signature });
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    try {
      await onSave(draft);
      showToast({ type: "success", message: t.saved });
      onClose();
    } catch (error) {
      setFailure(errorOf(error));
      setBusy(false);
    }
  };
  const isAboutSignature = failure?.field === "signature";

  return (
    <section className={`card ${classes.edit}`} aria-labelledby="edit-profile">
      <h2 id="edit-profile">{t.editProfile}</h2>
      <form className={classes.form} onSubmit={(event) => void save(event)}>
        <Field
          label={t.nickname}
          value={draft.nickname}
          onValue={(value) => setDraft({ ...draft, nickname: value })}
          counterMax={NICKNAME_MAX}
          error={failure && !isAboutSignature ? failure.message : null}
          autoComplete="nickname"
        />
        <Field
          multiline
          rows={3}
          label={t.signature}
          hint={t.signatureHint}
          value={draft.signature}
          onValue={(value) => setDraft({ ...draft, signature: value })}
          counterMax={SIGNATURE_MAX}
          error={isAboutSignature ? failure.message : null}
        />
        <div className={classes.buttons}>
          <Button type="submit" variant="primary" loading={isBusy}>
            {common.save}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </section>
  );
}
