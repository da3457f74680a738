import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { errorOf, type Failure } from "../../apollo/errors.ts";
import { graphql } from "../../gql/gql.ts";
import type { IdentityPageQuery } from "../../gql/graphql.ts";
import {
  useConnectIdentityMutation,
  useIdentityPageQuery,
  useLinkIdentityMutation,
  useLoginByIdentityMutation,
  useRegisterByIdentityMutation,
} from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { LOGIN_PATH, useViewer } from "../../session/useViewer.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Field } from "../../ui/Field.tsx";
import { LoadingBlock } from "../../ui/LoadingBlock.tsx";
import { AccountForm } from "../auth/AccountForm.tsx";
import { AgreementBox } from "../auth/AgreementBox.tsx";
import { useSecondFactor } from "../auth/useSecondFactor.tsx";
import { forgetInvite } from "../invitations/inviteCode.ts";
import { InviteField } from "../invitations/InviteField.tsx";
import { useInvite } from "../invitations/useInvite.ts";
import { identityTexts } from "./identity.texts.ts";

graphql(`
  query IdentityPage {
    pendingIdentity {
      step
      label
      email
      name
    }
  }
`);
graphql(`
  mutation LoginByIdentity($secondFactor: String) {
    loginByIdentity(secondFactor: $secondFactor) {
      ...AccountForm_session
    }
  }
`);
graphql(`
  mutation LinkIdentity($input: IdentityLinkInput!) {
    linkIdentity(input: $input) {
      ...AccountForm_session
    }
  }
`);
graphql(`
  mutation RegisterByIdentity($input: IdentityRegisterInput!) {
    registerByIdentity(input: $input) {
      ...AccountForm_session
    }
  }
`);
graphql(`
  mutation ConnectIdentity {
    connectIdentity
  }
`);

type Pending = IdentityPageQuery["pendingIdentity"];

/** Longest names, in characters; the server checks them. */
const NAME_MAX = 15;
/** Part of the settings that lists connected accounts. */
const SETTINGS_PATH = "/my/settings#identities";

/** `/user/identity` — what is left to do after a provider has said who somebody is. */
function IdentityPage() {
  const t = useTexts(identityTexts);
  const [search] = useSearchParams();
  const failure = search.get("failure");
  return (
    <>
      <PageHead title={t.title} noIndex />
      {failure === null ? <Arrival /> : <Failed code={failure} />}
    </>
  );
}

/** Tells why nobody was signed in; unknown reasons read like those of the provider. */
function Failed({ code, message }: { code: string; message?: string }) {
  const t = useTexts(identityTexts);
  const codes = ["IDENTITY_EXPIRED", "NOT_FOUND", "RATE_LIMITED"] as const;
  const reason = codes.find((each) => each === code) ?? "PROVIDER_FAILED";
  return (
    <div className="card">
      <EmptyState
        isWholePage
        title={t.failed}
        text={message ?? t[reason]}
        action={
          <Button variant="primary" to={LOGIN_PATH}>
            {t.back}
          </Button>
        }
      />
    </div>
  );
}

function Arrival() {
  const { data, error } = useIdentityPageQuery({ fetchPolicy: "no-cache" });
  if (error) {
    const { code, message } = errorOf(error);
    return <Failed code={code ?? ""} message={message} />;
  }
  if (!data) return <LoadingBlock />;
  const Step = STEPS[data.pendingIdentity.step];
  return <Step pending={data.pendingIdentity} />;
}

function SignIn({ pending: { label, email } }: { pending: Pending }) {
  const t = useTexts(identityTexts);
  const [login] = useLoginByIdentityMutation();
  const second = useSecondFactor();
  const submit = () =>
    second.enter(
      async (secondFactor) => (await login({ variables: { secondFactor } })).data!.loginByIdentity,
    );
  return (
    <AccountForm title={t.signIn} lead={t.as(label, email)} button={t.signIn} onSubmit={submit}>
      {second.field}
    </AccountForm>
  );
}

function Link({ pending: { label, email } }: { pending: Pending }) {
  const t = useTexts(identityTexts);
  const [link] = useLinkIdentityMutation();
  const [password, setPassword] = useState("");
  const second = useSecondFactor();
  const [isTried, setTried] = useState(false);
  const submit = async () => {
    setTried(true);
    if (password === "") return null;
    return second.enter(
      async (secondFactor) =>
        (await link({ variables: { input: { password, secondFactor } } })).data!.linkIdentity,
    );
  };
  return (
    <AccountForm title={t.link} lead={t.linkLead(label, email)} button={t.linkButton} onSubmit={submit}>
      <Field
        label={t.password}
        value={password}
        onValue={setPassword}
        error={isTried && password === "" ? t.required : null}
        type="password"
        name="password"
        autoComplete="current-password"
      />
      {second.field}
    </AccountForm>
  );
}

function Register({ pending: { label, email, name } }: { pending: Pending }) {
  const t = useTexts(identityTexts);
  const { site } = useViewer();
  const [register] = useRegisterByIdentityMutation();
  const [username, setUsername] = useState(name.slice(0, NAME_MAX));
  const [nickname, setNickname] = useState(name.slice(0, NAME_MAX));
  const [isAgreed, setAgreed] = useState(false);
  const [isTried, setTried] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const invite = useInvite();
  if (!site.isRegister)
    return (
      <div className="card">
        <EmptyState
          isWholePage
          title={t.closed}
          text={t.closedHint}
          action={
            <Button variant="primary" to={LOGIN_PATH}>
              {t.back}
            </Button>
          }
        />
      </div>
    );
  const mustAgree = site.agreements.length > 0;
  const submit = async () => {
    setTried(true);
    if (!username.trim() || !nickname.trim() || (mustAgree && !isAgreed)) return null;
    if (invite.isNeeded && !invite.code) return null;
    const names = { username: username.trim(), nickname: nickname.trim() };
    const input = { ...names, agreed: isAgreed, inviteCode: invite.code };
    const { data } = await register({ variables: { input } });
    forgetInvite();
    return data!.registerByIdentity;
  };
  const missing = (value: string) => (isTried && value.trim() === "" ? t.required : null);
  const refused = (code: string) => (failure?.code === code ? failure.message : null);
  return (
    <AccountForm
      title={t.register}
      lead={t.as(label, email)}
      button={t.registerButton}
      onSubmit={submit}
      onFailure={setFailure}
    >
      <Field
        label={t.username}
        value={username}
        onValue={setUsername}
        error={missing(username) ?? refused("USERNAME_TAKEN")}
        counterMax={NAME_MAX}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Field
        label={t.nickname}
        value={nickname}
        onValue={setNickname}
        error={missing(nickname) ?? refused("NICKNAME_TAKEN")}
        counterMax={NAME_MAX}
        name="nickname"
        autoComplete="nickname"
      />
      <InviteField invite={invite} isTried={isTried} />
      <AgreementBox isAgreed={isAgreed} isMissing={isTried && mustAgree && !isAgreed} onAgreed={setAgreed} />
    </AccountForm>
  );
}

function Connect({ pending: { label, email } }: { pending: Pending }) {
  const t = useTexts(identityTexts);
  const [connect] = useConnectIdentityMutation();
  const { act, isBusy } = useAct();
  const go = () =>
    act(async () => {
      await connect();
      location.assign(SETTINGS_PATH);
    });
  return (
    <div className="card">
      <EmptyState
        isWholePage
        title={t.connect}
        text={t.as(label, email)}
        action={
          <Button variant="primary" loading={isBusy} onClick={() => void go()}>
            {t.connectButton}
          </Button>
        }
      />
    </div>
  );
}

const STEPS = { SIGN_IN: SignIn, LINK: Link, REGISTER: Register, CONNECT: Connect } as const;

/** `/user/identity` for the table of addresses. */
export const identityPage = definePage({ Component: IdentityPage });
