import { type FormEvent, useEffect, useEffectEvent, useState } from "react";
import { errorOf } from "../../apollo/errors.ts";
import { graphql } from "../../gql/gql.ts";
import { useBeginPasskeyLoginMutation, useLoginByPasskeyMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useClock } from "../../platform/clock.tsx";
import { hasPasskeys, offerPasskeys, signWithPasskey } from "../../platform/passkeys.ts";
import { Button } from "../../ui/Button.tsx";
import classes from "./AccountForm.module.css";
import { followSession } from "./followSession.ts";
import { passkeyTexts } from "./passkey.texts.ts";
import { SecondFactorField } from "./SecondFactorField.tsx";
import { useNextAddress } from "./useNextAddress.ts";

graphql(`
  mutation BeginPasskeyLogin {
    beginPasskeyLogin
  }
`);
graphql(`
  mutation LoginByPasskey($answer: String!, $secondFactor: String) {
    loginByPasskey(answer: $answer, secondFactor: $secondFactor) {
      ...AccountForm_session
    }
  }
`);

/**
 * Signs in with a passkey, by a button or as the browser offers it in the field for the name: it has those of the site, so
 * that no name is asked for.
 */
export function PasskeyLogin() {
  const t = useTexts(passkeyTexts);
  const next = useNextAddress();
  const isReady = useClock().isLive;
  const [begin] = useBeginPasskeyLoginMutation();
  const [login] = useLoginByPasskeyMutation();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  /** Answer of the passkey, while the second factor is asked for. */
  const [answer, setAnswer] = useState<string | null>(null);
  const [secondFactor, setSecondFactor] = useState("");
  const [isTried, setTried] = useState(false);

  const enter = async (signed: string, code: string | null) => {
    try {
      const { data } = await login({ variables: { answer: signed, secondFactor: code } });
      await followSession(data!.loginByPasskey, next);
    } catch (failure) {
      if (errorOf(failure).code !== "SECOND_FACTOR_NEEDED") throw failure;
      setAnswer(signed);
      setBusy(false);
    }
  };
  /** Does one step, and says why it did not work. */
  const attempt = async (step: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await step();
    } catch (failure) {
      setError(errorOf(failure).message);
      setBusy(false);
    }
  };
  const start = () =>
    attempt(async () => {
      if (!hasPasskeys()) {
        setError(t.unknown);
        return setBusy(false);
      }
      const { data } = await begin();
      const signed = await signWithPasskey(data!.beginPasskeyLogin);
      if (signed === null) return setBusy(false);
      await enter(signed, null);
    });
  usePasskeyOffer(isReady && !isBusy && answer === null, (signed) => attempt(() => enter(signed, null)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (secondFactor.trim() !== "") void attempt(() => enter(answer!, secondFactor));
  };

  return (
    <>
      {answer === null ? (
        <Button fullWidth size="lg" disabled={!isReady} loading={isBusy} onClick={() => void start()}>
          {t.signIn}
        </Button>
      ) : (
        <form method="post" className={classes.form} onSubmit={submit} noValidate>
          <SecondFactorField value={secondFactor} onValue={setSecondFactor} isMissing={isTried} />
          <Button type="submit" fullWidth size="lg" loading={isBusy}>
            {t.signIn}
          </Button>
        </form>
      )}
      {error && (
        <p className={classes.failure} role="alert">
          {error}
        </p>
      )}
    </>
  );
}

/** Offers passkeys in the field for the name. */
function usePasskeyOffer(isOffered: boolean, onSigned: (answer: string) => Promise<void>): void {
  const [begin] = useBeginPasskeyLoginMutation();
  const options = useEffectEvent(async () => (await begin()).data!.beginPasskeyLogin);
  const take = useEffectEvent((answer: string) => void onSigned(answer));
  useEffect(() => {
    if (!isOffered) return undefined;
    return offerPasskeys(
      () => options(),
      (answer) => take(answer),
    );
  }, [isOffered]);
}
