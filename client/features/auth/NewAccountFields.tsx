import { useState } from "react";
import { useTexts } from "../../i18n/texts.ts";
import { Field } from "../../ui/Field.tsx";
import { sessionTexts } from "./session.texts.ts";
import { NewPasswordField } from "../../session/NewPasswordField.tsx";
import type { Failure } from "../../apollo/errors.ts";

/** Longest user name and nickname, in characters; the server checks it. */
export const NAME_MAX = 15;

/** Values of the form for a new account. */
export interface NewAccount {
  username: string;
  nickname: string;
  password: string;
}

/** The state of the fields of a new account. */
export function useNewAccount() {
  const [account, setAccount] = useState({ username: "", nickname: "", password: "", again: "" });
  const [isTried, setTried] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { username, nickname, password, again } = account;
  const isComplete = Boolean(username.trim() && nickname.trim() && password) && password === again;
  return {
    account,
    isTried,
    failure,
    setFailure,
    change: (part: Partial<typeof account>) => setAccount((before) => ({ ...before, ...part })),
    /** Gives the values to send; null if one is missing or the passwords differ, which the fields then show. */
    check(): NewAccount | null {
      setTried(true);
      return isComplete ? { username: username.trim(), nickname: nickname.trim(), password } : null;
    },
  };
}

/** User name, nickname and password twice. */
export function NewAccountFields({ form }: { form: ReturnType<typeof useNewAccount> }) {
  const t = useTexts(sessionTexts);
  const { account, change, isTried, failure } = form;
  const missing = (value: string) => (isTried && !value.trim() ? t.required : null);
  // Blanks are characters of a password like all others.
  const empty = (value: string) => (isTried && value === "" ? t.required : null);
  const refused = (code: string) => (failure?.code === code ? failure.message : null);
  const differs = account.again && account.again !== account.password ? t.passwordsDiffer : null;
  return (
    <>
      <Field
        label={t.username}
        hint={t.usernameHint}
        value={account.username}
        onValue={(username) => change({ username })}
        error={missing(account.username) ?? refused("USERNAME_TAKEN")}
        counterMax={NAME_MAX}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Field
        label={t.nickname}
        hint={t.nicknameHint}
        value={account.nickname}
        onValue={(nickname) => change({ nickname })}
        error={missing(account.nickname) ?? refused("NICKNAME_TAKEN")}
        counterMax={NAME_MAX}
        name="nickname"
        autoComplete="nickname"
      />
      <NewPasswordField
        label={t.password}
        value={account.password}
        onValue={(password) => change({ password })}
        error={empty(account.password)}
        failure={failure}
        name="password"
      />
      <Field
        label={t.passwordAgain}
        value={account.again}
        onValue={(again) => change({ again })}
        error={empty(account.again) ?? differs}
        type="password"
        name="passwordAgain"
        autoComplete="new-password"
      />
    </>
  );
}
