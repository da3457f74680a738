import { type ReactNode, useCallback, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { ask } from "../../apollo/answers.ts";
import { errorOf, type Failure } from "../../apollo/errors.ts";
import { graphql } from "../../gql/gql.ts";
import { ResetPasswordPageDocument } from "../../gql/graphql.ts";
import {
  useRequestPasswordResetMutation,
  useResetPasswordMutation,
  useResetPasswordPageQuery,
  useResetTokenLazyQuery,
} from "../../gql/hooks.ts";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { useClock } from "../../platform/clock.tsx";
import { NewPasswordField } from "../../session/NewPasswordField.tsx";
import { dropAccessToken } from "../../session/token.ts";
import { LOGIN_PATH, useViewer } from "../../session/useViewer.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Field } from "../../ui/Field.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { PhoneReset } from "./PhoneReset.tsx";
import { ResetCard } from "./ResetCard.tsx";
import { resetPasswordTexts } from "./resetPassword.texts.ts";

graphql(`
  query ResetPasswordPage {
    site {
      owner {
        id
        nickname
      }
    }
  }
`);
graphql(`
  query ResetToken($token: String!) {
    passwordReset(token: $token) {
      nickname
    }
  }
`);
graphql(`
  mutation RequestPasswordReset($account: String!) {
    requestPasswordReset(account: $account)
  }
`);
graphql(`
  mutation ResetPassword($token: String!, $password: String!) {
    resetPassword(token: $token, password: $password)
  }
`);

const TOKEN = /^#token=([\w.-]+)$/;

type Step =
  | { name: "ask" }
  | { name: "phone" }
  | { name: "sent" }
  | { name: "set"; token: string }
  | { name: "bad" }
  | { name: "done" };

/** `/user/reset-password` — asks for a mailed link, and behind the link sets the new password; or by a code to the phone. */
function ResetPasswordPage() {
  const t = useTexts(resetPasswordTexts);
  const { site } = useViewer();
  const navigate = useNavigate();
  const { hash, pathname } = useLocation();
  const [step, setStep] = useState<Step>({ name: "ask" });
  const query = useResetPasswordPageQuery();
  const refuse = useCallback(() => setStep({ name: "bad" }), []);

  // The server sees no hash, so the first render knows of none.
  const token = useClock().isLive ? TOKEN.exec(hash)?.[1] : undefined;
  const [taken, setTaken] = useState<string>();
  if (token !== undefined && token !== taken) {
    setTaken(token);
    setStep({ name: "set", token });
  }
  useEffect(() => {
    // The token stays in no history and no link.
    if (token !== undefined) void navigate(pathname, { replace: true });
  }, [token, pathname, navigate]);

  if (step.name === "set")
    return <SetForm token={step.token} onDone={() => setStep({ name: "done" })} onBad={refuse} />;
  if (step.name === "done") return <Result title={t.doneTitle} text={t.doneText} action={<BackButton />} />;
  if (step.name === "sent") return <Result title={t.sentTitle} text={t.sentText} action={<BackButton />} />;
  if (step.name === "bad") {
    const again = (
      <Button variant="primary" onClick={() => setStep({ name: "ask" })}>
        {t.again}
      </Button>
    );
    return <Result title={t.badTitle} text={t.badText} action={again} />;
  }
  const byPhone = site.signInModes.includes("PHONE_CODE");
  if (byPhone && (step.name === "phone" || !site.sendsMail)) {
    const toMail = site.sendsMail && (
      <Button size="sm" variant="subtle" onClick={() => setStep({ name: "ask" })}>
        {t.byMail}
      </Button>
    );
    return <PhoneReset foot={toMail} onDone={() => setStep({ name: "done" })} />;
  }
  if (site.sendsMail) {
    const toPhone = () => setStep({ name: "phone" });
    return <AskForm onSent={() => setStep({ name: "sent" })} onPhone={byPhone ? toPhone : null} />;
  }
  return (
    <QueryView query={query}>
      {({ site: { owner } }) => (
        <Result title={t.noMailTitle} text={t.noMail(owner?.nickname ?? "")} action={<BackButton />} />
      )}
    </QueryView>
  );
}

function BackButton() {
  const t = useTexts(resetPasswordTexts);
  return (
    <Button variant="primary" to={LOGIN_PATH}>
      {t.back}
    </Button>
  );
}

function Result({ title, text, action }: { title: string; text: string; action: ReactNode }) {
  return (
    <div className="card">
      <PageHead title={title} noIndex />
      <EmptyState isWholePage title={title} text={text} action={action} />
    </div>
  );
}

interface AskFormProps {
  onSent: () => void;
  /** Goes on by phone; null where the site sends no text messages. */
  onPhone: (() => void) | null;
}

function AskForm({ onSent, onPhone }: AskFormProps) {
  const t = useTexts(resetPasswordTexts);
  const [request] = useRequestPasswordResetMutation();
  const [account, setAccount] = useState("");
  const [isTried, setTried] = useState(false);
  const submit = async () => {
    setTried(true);
    if (!account.trim()) return;
    await request({ variables: { account: account.trim() } });
    onSent();
  };
  const foot = onPhone ? (
    <Button size="sm" variant="subtle" onClick={onPhone}>
      {t.byPhone}
    </Button>
  ) : (
    t.noAddress
  );
  return (
    <ResetCard lead={t.askLead} button={t.send} onSubmit={submit} foot={foot}>
      <Field
        label={t.account}
        value={account}
        onValue={setAccount}
        error={isTried && !account.trim() ? t.required : null}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
    </ResetCard>
  );
}

interface SetFormProps {
  token: string;
  onDone: () => void;
  onBad: () => void;
}

function SetForm({ token, onDone, onBad }: SetFormProps) {
  const t = useTexts(resetPasswordTexts);
  const common = useTexts(commonTexts);
  const [read] = useResetTokenLazyQuery({ fetchPolicy: "no-cache" });
  const [reset] = useResetPasswordMutation();
  const [nickname, setNickname] = useState<string | null>(null);
  const [password, setPassword] = useState("");
  const [isTried, setTried] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  useEffect(() => {
    let isGone = false;
    const refuse = (error: unknown) => {
      if (!isGone && errorOf(error).code === "LINK_INVALID") onBad();
    };
    read({ variables: { token } }).then(({ data, error }) => {
      if (error) refuse(error);
      else if (data && !isGone) setNickname(data.passwordReset.nickname);
    }, refuse);
    return () => {
      isGone = true;
    };
  }, [read, token, onBad]);

  const submit = async () => {
    setTried(true);
    if (password === "") return;
    try {
      await reset({ variables: { token, password } });
    } catch (error) {
      if (errorOf(error).code === "LINK_INVALID") return onBad();
      throw error;
    }
    dropAccessToken();
    onDone();
  };
  return (
    <ResetCard
      lead={nickname === null ? common.loading : t.setLead(nickname)}
      button={t.set}
      onSubmit={submit}
      onFailure={setFailure}
    >
      <NewPasswordField
        label={t.newPassword}
        note={t.endsSessions}
        value={password}
        onValue={setPassword}
        error={isTried && password === "" ? t.required : null}
        failure={failure}
        name="password"
      />
    </ResetCard>
  );
}

/** `/user/reset-password` for the table of addresses. */
export const resetPasswordPage = definePage({
  Component: ResetPasswordPage,
  queries: () => [ask(ResetPasswordPageDocument, {})],
});
