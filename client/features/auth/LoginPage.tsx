import { useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { ask } from "../../apollo/answers.ts";
import { errorOf } from "../../apollo/errors.ts";
import { graphql } from "../../gql/gql.ts";
import { type SignInMode, SignInProvidersDocument } from "../../gql/graphql.ts";
import { useLoginMutation } from "../../gql/hooks.ts";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { LOGIN_PATH, useViewer } from "../../session/useViewer.ts";
import { Field } from "../../ui/Field.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { CaptchaStatus } from "../captcha/CaptchaStatus.tsx";
import { useCaptcha } from "../captcha/useCaptcha.ts";
import { AccountForm } from "./AccountForm.tsx";
import classes from "./AccountForm.module.css";
import { CodeLogin } from "./CodeLogin.tsx";
import type { LoginProps } from "./loginProps.ts";
import { PhoneLogin } from "./PhoneLogin.tsx";
import { PHONE_LOGIN_PATH } from "./phonePath.ts";
import { ProviderButtons } from "./ProviderButtons.tsx";
import { RESET_PATH } from "./resetPath.ts";
import { sessionTexts } from "./session.texts.ts";
import { useSecondFactor } from "./useSecondFactor.tsx";
import { WechatLogin } from "./WechatLogin.tsx";
import { WECHAT_LOGIN_PATH } from "./wechatPaths.ts";

graphql(`
  mutation Login($input: LoginInput!) {
    login(input: $input) {
      ...AccountForm_session
    }
  }
`);

const NAMES: Readonly<Record<SignInMode, string>> = {
  PASSWORD: "password",
  MAIL_CODE: "code",
  PHONE_CODE: "phone",
  WECHAT: "wechat",
};

/** Ways of signing in that have an address of their own. */
const PATHS: readonly (readonly [string, SignInMode])[] = [
  [PHONE_LOGIN_PATH, "PHONE_CODE"],
  [WECHAT_LOGIN_PATH, "WECHAT"],
];

/** The way of signing in that the address names, else the one that the site prefers. */
function modeOf(pathname: string, search: string, modes: readonly SignInMode[]): SignInMode {
  const own = PATHS.find(([path]) => path === pathname)?.[1];
  if (own && modes.includes(own)) return own;
  const name = new URLSearchParams(search).get("by");
  return modes.find((mode) => NAMES[mode] === name) ?? modes[0] ?? "PASSWORD";
}

/**
 * `/user/username-login`, to which `/user/login` leads, `/user/phone-login` and `/user/wx-login` — sign in by password, mailed
 * code, phone or WeChat, as the site offers it and beginning with what it prefers.
 */
function LoginPage() {
  const t = useTexts(sessionTexts);
  const common = useTexts(commonTexts);
  const { site } = useViewer();
  const { pathname, search } = useLocation();
  const mode = modeOf(pathname, search, site.signInModes);
  // What was typed in one way of signing in is there in the other.
  const [username, setUsername] = useState("");

  const addressOf = (each: SignInMode) => {
    const query = new URLSearchParams(search);
    query.delete("by");
    const own = PATHS.find(([, way]) => way === each)?.[0];
    if (own) return `${own}?${query}`.replace(/\?$/, "");
    query.set("by", NAMES[each]);
    return `${LOGIN_PATH}?${query}`;
  };
  const tabs =
    site.signInModes.length > 1 ? (
      <Tabs
        label={t.waysIn}
        current={mode}
        tabs={site.signInModes.map((each) => ({ key: each, label: t[each], to: addressOf(each) }))}
      />
    ) : null;
  const head = (
    <>
      {tabs}
      <ProviderButtons />
    </>
  );
  const foot = site.isRegister && (
    <>
      {t.noAccount} <Link to={`/user/register${search}`}>{common.register}</Link>
    </>
  );
  const Form = FORMS[mode];
  return (
    <>
      <PageHead title={t.loginTitle} noIndex />
      <Form key={mode} username={username} onUsername={setUsername} tabs={head} foot={foot} />
    </>
  );
}

function PasswordLogin({ username, onUsername, tabs, foot }: LoginProps) {
  const t = useTexts(sessionTexts);
  const [login] = useLoginMutation();
  const [password, setPassword] = useState("");
  const second = useSecondFactor();
  const captcha = useCaptcha("SIGN_IN", { isLazy: true });
  const [isTried, setTried] = useState(false);

  const submit = async () => {
    setTried(true);
    if (!username.trim() || !password) return null;
    return second.enter(async (secondFactor) => {
      const input = { username: username.trim(), password, secondFactor };
      const attempt = async (solved: string | null) =>
        (await login({ variables: { input: { ...input, captcha: solved } } })).data!.login;
      return attempt(null).catch(async (error: unknown) => {
        if (errorOf(error).code !== "CAPTCHA_NEEDED") throw error;
        // The browser solves it by itself, and nothing is to be typed again.
        return attempt(await captcha.take());
      });
    });
  };

  return (
    <AccountForm
      title={t.loginTitle}
      lead={t.loginLead}
      head={tabs}
      button={t.loginTitle}
      onSubmit={submit}
      foot={foot}
    >
      <Field
        label={t.accountName}
        value={username}
        onValue={onUsername}
        error={isTried && !username.trim() ? t.required : null}
        name="username"
        autoComplete="username webauthn"
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
      {!second.isAsked && (
        <p className={classes.aside}>
          <Link to={RESET_PATH}>{t.forgot}</Link>
        </p>
      )}
      {second.field}
      <CaptchaStatus captcha={captcha} />
    </AccountForm>
  );
}

const FORMS = {
  PASSWORD: PasswordLogin,
  MAIL_CODE: CodeLogin,
  PHONE_CODE: PhoneLogin,
  WECHAT: WechatLogin,
} as const;

/** `/user/username-login`, `/user/phone-login` and `/user/wx-login` for the table of addresses. */
export const loginPage = definePage({
  Component: LoginPage,
  isForVisitors: true,
  queries: () => [ask(SignInProvidersDocument, {})],
});
