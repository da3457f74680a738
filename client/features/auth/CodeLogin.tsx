import { useState } from "react";
import { graphql } from "../../gql/gql.ts";
import { useLoginByCodeMutation, useRequestSignInCodeMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Field } from "../../ui/Field.tsx";
import { AccountForm } from "./AccountForm.tsx";
import classes from "./AccountForm.module.css";
import { codeTexts } from "./code.texts.ts";
import type { LoginProps } from "./loginProps.ts";
import { ResendButton } from "./ResendButton.tsx";
import { sessionTexts } from "./session.texts.ts";
import { useSecondFactor } from "./useSecondFactor.tsx";

graphql(`
  mutation RequestSignInCode($account: String!) {
    requestSignInCode(account: $account)
  }
`);
graphql(`
  mutation LoginByCode($input: CodeLoginInput!) {
    loginByCode(input: $input) {
      ...AccountForm_session
    }
  }
`);

/** Signing in by a mailed code: asks for the account, then for the code that was mailed to it. */
export function CodeLogin({ username, onUsername, tabs, foot }: LoginProps) {
  const t = useTexts(sessionTexts);
  const codes = useTexts(codeTexts);
  const [requestCode] = useRequestSignInCodeMutation();
  const [login] = useLoginByCodeMutation();
  const [request, setRequest] = useState<string | null>(null);
  const [code, setCode] = useState("");
  const second = useSecondFactor();
  const [isTried, setTried] = useState(false);

  const ask = async () => {
    const { data } = await requestCode({ variables: { account: username.trim() } });
    setRequest(data!.requestSignInCode);
    setCode("");
    second.reset();
    setTried(false);
  };
  const submit = async () => {
    setTried(true);
    if (!username.trim()) return null;
    if (request === null) {
      await ask();
      return null;
    }
    if (!code.trim()) return null;
    return second.enter(
      async (secondFactor) =>
        (await login({ variables: { input: { request, code, secondFactor } } })).data!.loginByCode,
    );
  };

  return (
    <AccountForm
      title={t.loginTitle}
      lead={t.loginLead}
      head={tabs}
      button={request === null ? codes.sendCode : t.loginTitle}
      onSubmit={submit}
      foot={foot}
    >
      <Field
        label={t.accountName}
        hint={request === null ? t.codeHint : undefined}
        value={username}
        onValue={(value) => {
          onUsername(value);
          setRequest(null);
        }}
        error={isTried && !username.trim() ? t.required : null}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      {request !== null && (
        <>
          <CodeSent />
          <Field
            label={codes.code}
            value={code}
            onValue={setCode}
            error={isTried && !code.trim() ? t.required : null}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
          />
          <ResendButton key={request} onResend={ask} />
          {second.field}
        </>
      )}
    </AccountForm>
  );
}

function CodeSent() {
  const t = useTexts(sessionTexts);
  return (
    <p className={classes.note} role="status">
      {t.codeSent}
    </p>
  );
}
