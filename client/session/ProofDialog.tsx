import { type FormEvent, useState } from "react";
import { errorOf } from "../apollo/errors.ts";
import { graphql } from "../gql/gql.ts";
import {
  useProofDialogQuery,
  useProveByPhoneMutation,
  useProveIdentityMutation,
  useRequestProofCodeMutation,
} from "../gql/hooks.ts";
import { commonTexts } from "../i18n/common.texts.ts";
import { useTexts } from "../i18n/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Field } from "../ui/Field.tsx";
import { Sheet } from "../ui/Sheet.tsx";
import classes from "./ProofDialog.module.css";
import { proofTexts } from "./proof.texts.ts";
import { useViewer } from "./useViewer.ts";

graphql(`
  query ProofDialog {
    viewer {
      id
      phone
    }
  }
`);
graphql(`
  mutation RequestProofCode {
    requestPhoneCode(purpose: PROOF)
  }
`);
graphql(`
  mutation ProveByPhone($request: String!, $code: String!) {
    proveByPhone(request: $request, code: $code)
  }
`);
graphql(`
  mutation ProveIdentity($password: String, $code: String) {
    proveIdentity(password: $password, code: $code)
  }
`);

/** Ways to prove who one is. */
type Way = "password" | "code" | "phone";

/** Asks for the password, a code of the second factor or one by text message, before something that changes the account. */
export function ProofDialog({ onDone }: { onDone: (isProven: boolean) => void }) {
  const t = useTexts(proofTexts);
  const common = useTexts(commonTexts);
  const { site } = useViewer();
  const { data } = useProofDialogQuery({ skip: !site.signInModes.includes("PHONE_CODE") });
  const [prove] = useProveIdentityMutation();
  const [requestCode] = useRequestProofCodeMutation();
  const [proveByPhone] = useProveByPhoneMutation();
  const [evidence, setEvidence] = useState("");
  const [way, setWay] = useState<Way>("password");
  const [request, setRequest] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  /** Does one step, and says why it did not work. */
  const attempt = async (step: () => Promise<void>) => {
    setBusy(true);
    setError(null);
    try {
      await step();
    } catch (failure) {
      setError(errorOf(failure).message);
    }
    setBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || evidence === "") return;
    void attempt(async () => {
      if (way === "phone") await proveByPhone({ variables: { request, code: evidence } });
      else await prove({ variables: { [way]: evidence } });
      onDone(true);
    });
  };
  const choose = (next: Way) => {
    setWay(next);
    setEvidence("");
    setError(null);
  };
  const sendCode = () =>
    attempt(async () => {
      setRequest((await requestCode()).data!.requestPhoneCode);
      choose("phone");
    });

  const isPassword = way === "password";
  return (
    <Sheet title={t.title} onClose={() => onDone(false)}>
      <form method="post" className={classes.form} onSubmit={submit} noValidate>
        <p className={classes.text}>{way === "phone" ? t.phoneText : t.text}</p>
        <Field
          key={way}
          label={t[way]}
          value={evidence}
          onValue={setEvidence}
          error={error}
          type={isPassword ? "password" : "text"}
          name={isPassword ? "current-password" : "code"}
          autoComplete={isPassword ? "current-password" : "one-time-code"}
          data-autofocus
        />
        <OtherWays way={way} hasPhone={Boolean(data?.viewer?.phone)} onWay={choose} onPhone={sendCode} />
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

interface OtherWaysProps {
  way: Way;
  /** A code can be sent to the number of the account. */
  hasPhone: boolean;
  onWay: (way: Way) => void;
  onPhone: () => Promise<void>;
}

function OtherWays({ way, hasPhone, onWay, onPhone }: OtherWaysProps) {
  const t = useTexts(proofTexts);
  const others: Partial<Record<Way, string>> = { password: t.byPassword, code: t.byCode };
  if (hasPhone) others.phone = t.byPhone;
  return (
    <p className={classes.text}>
      {(Object.keys(others) as Way[])
        .filter((each) => each !== way)
        .map((each) => (
          <Button
            key={each}
            size="sm"
            variant="subtle"
            onClick={() => (each === "phone" ? void onPhone() : onWay(each))}
          >
            {others[each]}
          </Button>
        ))}
    </p>
  );
}
