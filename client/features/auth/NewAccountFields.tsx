import { useState } from "react";
import { useViewer } from "../../session/useViewer.ts";
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
  email?: string;
}

/** The state of the fields of a new account; `asksEmail` where the site may ask for an address. */
export function useNewAccount({ asksEmail = false } = {}) {
  const { site } = useViewer();
  const emailMode = asksEmail ? site.registerEmail : "OFF";
  const [account, setAccount] = useState({ username: "", nickname: "", password: "", email: "" });
  const [isTried, setTried] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { username, nickname, password, email } = account;
  const hasEmail = emailMode !== "REQUIRED" || email.trim() !== "";
  const isComplete = Boolean(username.trim() && nickname.trim() && password) && hasEmail;
  return {
    emailMode,
    account,
    isTried,
    failure,
    setFailure,
    change: (part: Partial<typeof account>) => setAccount((before) => ({ ...before, ...part })),
    /** Gives the values to send; null if one is missing, which the fields then show. */
    check(): NewAccount | null {
      setTried(true);
      if (!isComplete) return null;
      const names = { username: username.trim(), nickname: nickname.trim() };
      return { ...names, password, ...(emailMode === "OFF" ? {} : { email: email.trim() }) };
    },
  };
}

/** User name, nickname, e-mail where the site asks for it, and password. */
export function NewAccountFields({ form }: { form: ReturnType<typeof useNewAccount> }) {
  const t = useTexts(sessionTexts);
  const { account, change, isTried, failure, emailMode } = form;
  const missing = (value: string) => (isTried && !value.trim() ? t.required : null);
  // Blanks are characters of a password like all others.
  const empty = (value: string) => (isTried && value === "" ? t.required : null);
  const refused = (code: string) => (failure?.code === code ? failure.message : null);
  const emailRefusal = failure?.field === "email" ? failure.message : null;
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
      {emailMode !== "OFF" && (
        <Field
          label={emailMode === "REQUIRED" ? t.email : t.emailOptional}
          hint={t.emailHint}
          value={account.email}
          onValue={(email) => change({ email })}
          error={(emailMode === "REQUIRED" ? missing(account.email) : null) ?? emailRefusal}
          type="email"
          inputMode="email"
          name="email"
          autoComplete="email"
        />
      )}
      <NewPasswordField
        label={t.password}
        value={account.password}
        onValue={(password) => change({ password })}
        error={empty(account.password)}
        failure={failure}
        name="password"
      />
    </>
  );
}
