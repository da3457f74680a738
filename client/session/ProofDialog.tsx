import { type FormEvent, useState } from "react";
import { useLocation } from "react-router-dom";
import { errorOf } from "../apollo/errors.ts";
import { graphql } from "../gql/gql.ts";
import type { ProofDialogQuery } from "../gql/graphql.ts";
import {
  useBeginPasskeyProofMutation,
  useProofDialogQuery,
  useProveByPasskeyMutation,
  useProveByPhoneMutation,
  useProveIdentityMutation,
  useRequestProofCodeMutation,
} from "../gql/hooks.ts";
import { commonTexts } from "../i18n/common.texts.ts";
import { useTexts } from "../i18n/texts.ts";
import { hasPasskeys, signWithPasskey } from "../platform/passkeys.ts";
import { Button } from "../ui/Button.tsx";
import { Field } from "../ui/Field.tsx";
import { LoadingBlock } from "../ui/LoadingBlock.tsx";
import { Sheet } from "../ui/Sheet.tsx";
import classes from "./ProofDialog.module.css";
import { proofTexts } from "./proof.texts.ts";
import { LOGIN_PATH, useViewer } from "./useViewer.ts";

graphql(`
  query ProofDialog {
    viewer {
      id
      phone
      hasPassword
      hasSecondFactor
    }
    passkeysOffered
    passkeys {
      id
    }
    boundWechat {
      createdAt
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

graphql(`
  mutation BeginPasskeyProof {
    beginPasskeyProof
  }
`);
graphql(`
  mutation ProveByPasskey($answer: String!) {
    proveByPasskey(answer: $answer)
  }
`);

/** Sign-in by WeChat, for those who have no other way. */
const WECHAT_LOGIN_PATH = "/user/wx-login";

/** Ways to prove who one is. */
type Way = "password" | "passkey" | "code" | "phone";

/** The ways that the member has, the easiest first; without an answer those that most have. */
function waysOf(data: ProofDialogQuery | undefined, sendsCodes: boolean): Way[] {
  if (!data?.viewer) return ["password", "code"];
  const { hasPassword, hasSecondFactor, phone } = data.viewer;
  const has: Record<Way, boolean> = {
    password: hasPassword ?? true,
    passkey: data.passkeysOffered && data.passkeys.length > 0 && hasPasskeys(),
    code: hasSecondFactor ?? false,
    phone: sendsCodes && Boolean(phone),
  };
  return (Object.keys(has) as Way[]).filter((way) => has[way]);
}

/**
 * Asks for the password, a passkey, a code of the second factor or one by text message, before something that changes the
 * account. Who has no password may sign in again instead, by whichever way they came.
 */
export function ProofDialog({ onDone }: { onDone: (isProven: boolean) => void }) {
  const t = useTexts(proofTexts);
  const { site } = useViewer();
  const { pathname, search, hash } = useLocation();
  const { data, loading } = useProofDialogQuery({ fetchPolicy: "no-cache", errorPolicy: "all" });
  const login = data?.boundWechat ? WECHAT_LOGIN_PATH : LOGIN_PATH;
  const again = `${login}?${new URLSearchParams({ next: pathname + search + hash })}`;
  return (
    <Sheet title={t.title} onClose={() => onDone(false)}>
      {loading ? (
        <LoadingBlock />
      ) : (
        <ProofForm
          ways={waysOf(data, site.signInModes.includes("PHONE_CODE"))}
          again={data?.viewer?.hasPassword === false ? again : null}
          onDone={onDone}
        />
      )}
    </Sheet>
  );
}

interface ProofFormProps {
  ways: readonly Way[];
  /** Address for signing in again; null for who has a password. */
  again: string | null;
  onDone: (isProven: boolean) => void;
}

function ProofForm({ ways, again, onDone }: ProofFormProps) {
  const t = useTexts(proofTexts);
  const common = useTexts(commonTexts);
  const steps = useProofSteps(() => onDone(true));
  const [evidence, setEvidence] = useState("");
  const [way, setWay] = useState<Way | undefined>(ways[0]);
  const { error, isBusy, isCodeSent } = steps;

  const choose = (next: Way) => {
    setWay(next);
    setEvidence("");
    steps.clear();
    if (next === "phone") void steps.sendCode();
  };
  // A passkey is asked for by the button; a text message as well, before it was sent.
  const needsText = way === "password" || way === "code" || (way === "phone" && isCodeSent);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || way === undefined || (needsText && evidence === "")) return;
    if (way === "passkey") void steps.byPasskey();
    else if (way !== "phone") void steps.byText({ [way]: evidence });
    else void (isCodeSent ? steps.byPhone(evidence) : steps.sendCode());
  };
  const texts = { password: t.text, code: t.text, passkey: t.passkeyText, phone: t.phoneText };
  const text = way === undefined || (way === "phone" && !isCodeSent) ? t.otherText : texts[way];
  return (
    <form method="post" className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.text}>{text}</p>
      {way !== undefined && needsText ? (
        <Field
          key={way}
          label={t[way]}
          value={evidence}
          onValue={setEvidence}
          error={error}
          type={way === "password" ? "password" : "text"}
          name={way === "password" ? "current-password" : "code"}
          autoComplete={way === "password" ? "current-password" : "one-time-code"}
          data-autofocus
        />
      ) : (
        error && (
          <p className={classes.failure} role="alert">
            {error}
          </p>
        )
      )}
      <OtherWays ways={ways.filter((each) => each !== way)} again={again} onWay={choose} />
      <div className={classes.buttons}>
        <Button onClick={() => onDone(false)}>{common.cancel}</Button>
        {way !== undefined && (
          <Button type="submit" variant="primary" loading={isBusy} disabled={needsText && evidence === ""}>
            {way === "phone" && !isCodeSent ? t.send : t.go}
          </Button>
        )}
      </div>
    </form>
  );
}

/** The steps of a proof; each says why it did not work. */
function useProofSteps(onProven: () => void) {
  const t = useTexts(proofTexts);
  const [prove] = useProveIdentityMutation();
  const [requestCode] = useRequestProofCodeMutation();
  const [proveByPhone] = useProveByPhoneMutation();
  const [beginPasskey] = useBeginPasskeyProofMutation();
  const [proveByPasskey] = useProveByPasskeyMutation();
  const [request, setRequest] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

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
  return {
    error,
    isBusy,
    isCodeSent: request !== "",
    clear: () => setError(null),
    sendCode: () => attempt(async () => setRequest((await requestCode()).data!.requestPhoneCode)),
    byText: (evidence: { password?: string; code?: string }) =>
      attempt(async () => {
        await prove({ variables: evidence });
        onProven();
      }),
    byPhone: (code: string) =>
      attempt(async () => {
        await proveByPhone({ variables: { request, code } });
        onProven();
      }),
    byPasskey: () =>
      attempt(async () => {
        const answer = await signWithPasskey((await beginPasskey()).data!.beginPasskeyProof);
        if (answer === null) return setError(t.passkeyCancelled);
        await proveByPasskey({ variables: { answer } });
        onProven();
      }),
  };
}

interface OtherWaysProps {
  ways: readonly Way[];
  again: string | null;
  onWay: (way: Way) => void;
}

function OtherWays({ ways, again, onWay }: OtherWaysProps) {
  const t = useTexts(proofTexts);
  const labels = { password: t.byPassword, passkey: t.byPasskey, code: t.byCode, phone: t.byPhone };
  if (ways.length === 0 && again === null) return null;
  return (
    <p className={classes.text}>
      {ways.map((way) => (
        <Button key={way} size="sm" variant="subtle" onClick={() => onWay(way)}>
          {labels[way]}
        </Button>
      ))}
      {again !== null && (
        <Button size="sm" variant="subtle" to={again}>
          {t.again}
        </Button>
      )}
    </p>
  );
}
