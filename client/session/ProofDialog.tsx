import { type FormEvent, useState } from "react";
import { errorOf } from "../apollo/errors.ts";
import { graphql } from "../gql/gql.ts";
import { useProveIdentityMutation } from "../gql/hooks.ts";
import { commonTexts } from "../i18n/common.texts.ts";
import { useTexts } from "../i18n/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Field } from "../ui/Field.tsx";
import { Sheet } from "../ui/Sheet.tsx";
import classes from "./ProofDialog.module.css";
import { proofTexts } from "./proof.texts.ts";

graphql(`
  mutation ProveIdentity($password: String, $code: String) {
    proveIdentity(password: $password, code: $code)
  }
`);

/** Asks for the password, or a code of the second factor, before something that changes the account. */
export function ProofDialog({ onDone }: { onDone: (isProven: boolean) => void }) {
  const t = useTexts(proofTexts);
  const common = useTexts(commonTexts);
  const [prove] = useProveIdentityMutation();
  const [evidence, setEvidence] = useState("");
  const [isCode, setCode] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || evidence === "") return;
    setBusy(true);
    try {
      await prove({ variables: isCode ? { code: evidence } : { password: evidence } });
      onDone(true);
    } catch (failure) {
      setError(errorOf(failure).message);
      setBusy(false);
    }
  };

  const change = () => {
    setCode(!isCode);
    setEvidence("");
    setError(null);
  };

  return (
    <Sheet title={t.title} onClose={() => onDone(false)}>
      <form method="post" className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <p className={classes.text}>{t.text}</p>
        <Field
          key={String(isCode)}
          label={isCode ? t.code : t.password}
          value={evidence}
          onValue={setEvidence}
          error={error}
          type={isCode ? "text" : "password"}
          name={isCode ? "code" : "current-password"}
          autoComplete={isCode ? "one-time-code" : "current-password"}
          data-autofocus
        />
        <p className={classes.text}>
          <Button size="sm" variant="subtle" onClick={change}>
            {isCode ? t.byPassword : t.byCode}
          </Button>
        </p>
        <div className={classes.buttons}>
          <Button onClick={() => onDone(false)}>{common.cancel}</Button>
          <Button type="submit" variant="primary" loading={isBusy} disabled={evidence === ""}>
            {t.go}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
