import { useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { graphql } from "../../gql/gql.ts";
import { useLoginMutation } from "../../gql/hooks.ts";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { useViewer } from "../../session/useViewer.ts";
import { Field } from "../../ui/Field.tsx";
import { AccountForm } from "./AccountForm.tsx";
import classes from "./AccountForm.module.css";
import { RESET_PATH } from "./resetPath.ts";
import { sessionTexts } from "./session.texts.ts";

graphql(`
  mutation Login($input: LoginInput!) {
    login(input: $input) {
      ...AccountForm_session
    }
  }
`);

/** `/user/username-login` — sign in with user name or e-mail, and password. */
function LoginPage() {
  const t = useTexts(sessionTexts);
  const common = useTexts(commonTexts);
  const { site } = useViewer();
  const { search } = useLocation();
  const [login] = useLoginMutation();
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [isTried, setTried] = useState(false);

  const submit = async () => {
    setTried(true);
    if (!username.trim() || !password) return null;
    const { data } = await login({ variables: { input: { username: username.trim(), password } } });
    return data!.login;
  };
  const missing = (value: string) => (isTried && !value.trim() ? t.required : null);

  return (
    <>
      <PageHead title={t.loginTitle} noIndex />
      <AccountForm
        title={t.loginTitle}
        lead={t.loginLead}
        button={t.loginTitle}
        onSubmit={submit}
        foot={
          site.isRegister && (
            <>
              {t.noAccount} <Link to={`/user/register${search}`}>{common.register}</Link>
            </>
          )
        }
      >
        <Field
          label={t.accountName}
          value={username}
          onValue={setUsername}
          error={missing(username)}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Field
          label={t.password}
          value={password}
          onValue={setPassword}
          error={isTried && password === "" ? t.required : null}
          type="password"
          name="password"
          autoComplete="current-password"
        />
        <p className={classes.aside}>
          <Link to={RESET_PATH}>{t.forgot}</Link>
        </p>
      </AccountForm>
    </>
  );
}

/** `/user/username-login` for the table of addresses. */
export const loginPage = definePage({ Component: LoginPage });
