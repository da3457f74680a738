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
  mutation ProveIdentity($password: String!) {
    proveIdentity(password: $password)
  }
`);

/** Asks for the password before something that changes the account. */
export function ProofDialog({ onDone }: { onDone: (isProven: boolean) => void }) {
  const t = useTexts(proofTexts);
  const common = useTexts(commonTexts);
  const [prove] = useProveIdentityMutation();
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || password === "") return;
    setBusy(true);
    try {
      await prove({ variables: { password } });
      onDone(true);
    } catch (failure) {
      setError(errorOf(failure).message);
      setBusy(false);
    }
  };

  return (
    <Sheet title={t.title} onClose={() => onDone(false)}>
      <form method="post" className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <p className={classes.text}>{t.text}</p>
        <Field
          label={t.password}
          value={password}
          onValue={setPassword}
          error={error}
          type="password"
          name="current-password"
          autoComplete="current-password"
          data-autofocus
        />
        <div className={classes.buttons}>
          <Button onClick={() => onDone(false)}>{common.cancel}</Button>
          <Button type="submit" variant="primary" loading={isBusy} disabled={password === ""}>
            {t.go}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
