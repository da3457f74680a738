import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { errorOf, type Failure } from "../../apollo/errors.ts";
import { graphql } from "../../gql/gql.ts";
import type { PendingWechatQuery } from "../../gql/graphql.ts";
import {
  useConnectWechatMutation,
  useLoginByWechatMutation,
  usePendingWechatQuery,
  useRegisterByWechatMutation,
} from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { takeAddress } from "../../platform/savedAddress.ts";
import { useProven } from "../../session/useProven.tsx";
import { useViewer } from "../../session/useViewer.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { LoadingBlock } from "../../ui/LoadingBlock.tsx";
import { AccountForm } from "../auth/AccountForm.tsx";
import { AgreementBox } from "../auth/AgreementBox.tsx";
import { NAME_MAX } from "../auth/NewAccountFields.tsx";
import { useSecondFactor } from "../auth/useSecondFactor.tsx";
import card from "../auth/AccountForm.module.css";
import { InviteField } from "../invitations/InviteField.tsx";
import { forgetInvite } from "../invitations/inviteCode.ts";
import { useInvite } from "../invitations/useInvite.ts";
import { Failed } from "./Failed.tsx";
import classes from "./Wechat.module.css";
import { wechatPagesTexts } from "./wechatPages.texts.ts";

graphql(`
  query PendingWechat {
    pendingWechat {
      step
      intent
      nickname
      account
      mayRegister
      mayUsePhone
    }
  }
`);
graphql(`
  mutation LoginByWechat($secondFactor: String) {
    loginByWechat(secondFactor: $secondFactor) {
      ...AccountForm_session
    }
  }
`);
graphql(`
  mutation RegisterByWechat($input: WechatRegisterInput!) {
    registerByWechat(input: $input) {
      ...AccountForm_session
    }
  }
`);
graphql(`
  mutation ConnectWechat {
    connectWechat
  }
`);

type Pending = PendingWechatQuery["pendingWechat"];

/** Part of the settings that shows the bound WeChat account. */
const SETTINGS_PATH = "/my/settings#wechat";

/** The step that is left after WeChat has named somebody. */
export function ArrivalStep() {
  const [search] = useSearchParams();
  const failure = search.get("failure");
  return failure === null ? <Arrival /> : <Failed code={failure} />;
}

function Arrival() {
  const { data, error } = usePendingWechatQuery({ fetchPolicy: "no-cache" });
  if (error) {
    const { code, message } = errorOf(error);
    return <Failed code={code ?? ""} message={message} />;
  }
  if (!data) return <LoadingBlock />;
  const Step = STEPS[data.pendingWechat.step];
  return <Step pending={data.pendingWechat} />;
}

function SignIn({ pending: { nickname, account } }: { pending: Pending }) {
  const t = useTexts(wechatPagesTexts);
  const [login] = useLoginByWechatMutation();
  const second = useSecondFactor();
  const submit = () =>
    second.enter(async (secondFactor) => (await login({ variables: { secondFactor } })).data!.loginByWechat);
  return (
    <AccountForm
      title={t.title}
      lead={t.as(nickname)}
      button={account ? t.signInAs(account) : t.signIn}
      onSubmit={submit}
    >
      {second.field}
    </AccountForm>
  );
}

function Choose({ pending }: { pending: Pending }) {
  const t = useTexts(wechatPagesTexts);
  const ways = <OtherWays pending={pending} />;
  if (pending.mayRegister) return <Register pending={pending} ways={ways} />;
  return (
    <section className={`card ${card.card}`}>
      <h1 className={card.title}>{t.choose}</h1>
      <p className={card.lead}>{t.chooseLead(pending.nickname)}</p>
      <p className={card.note}>{t.noRegister}</p>
      {ways}
    </section>
  );
}

function Register({ pending: { nickname: proposal }, ways }: { pending: Pending; ways: ReactNode }) {
  const t = useTexts(wechatPagesTexts);
  const { site } = useViewer();
  const [register] = useRegisterByWechatMutation();
  const [nickname, setNickname] = useState([...proposal].slice(0, NAME_MAX).join(""));
  const [email, setEmail] = useState("");
  const [isAgreed, setAgreed] = useState(false);
  const [isTried, setTried] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const invite = useInvite();
  const mustAgree = site.agreements.length > 0;
  const mustGiveEmail = site.registerEmail === "REQUIRED";
  const submit = async () => {
    setTried(true);
    if (!nickname.trim() || (mustAgree && !isAgreed) || (mustGiveEmail && !email.trim())) return null;
    if (invite.isNeeded && !invite.code) return null;
    const names = { nickname: nickname.trim(), email: email.trim() || null };
    const input = { ...names, agreed: isAgreed, inviteCode: invite.code };
    const { data } = await register({ variables: { input } });
    forgetInvite();
    return data!.registerByWechat;
  };
  const missing = (value: string) => (isTried && value.trim() === "" ? t.required : null);
  return (
    <AccountForm
      title={t.choose}
      lead={t.chooseLead(proposal)}
      button={t.registerButton}
      onSubmit={submit}
      onFailure={setFailure}
      after={ways}
    >
      <Field
        label={t.nickname}
        hint={t.nicknameHint}
        value={nickname}
        onValue={setNickname}
        error={missing(nickname) ?? (failure?.code === "NICKNAME_TAKEN" ? failure.message : null)}
        counterMax={NAME_MAX}
        name="nickname"
        autoComplete="nickname"
      />
      {mustGiveEmail && (
        <Field
          label={t.email}
          value={email}
          onValue={setEmail}
          error={missing(email) ?? (failure?.field === "email" ? failure.message : null)}
          type="email"
          name="email"
          autoComplete="email"
        />
      )}
      <InviteField invite={invite} isTried={isTried} />
      <AgreementBox isAgreed={isAgreed} isMissing={isTried && mustAgree && !isAgreed} onAgreed={setAgreed} />
    </AccountForm>
  );
}

/** Ways to an account that exists, or by a phone. */
function OtherWays({ pending: { mayUsePhone } }: { pending: Pending }) {
  const t = useTexts(wechatPagesTexts);
  return (
    <div className={classes.ways} role="group" aria-label={t.haveAccount}>
      <p className={classes.or}>{t.haveAccount}</p>
      <Button to="/user/wx-bind-username" fullWidth>
        {t.byUsername}
      </Button>
      {mayUsePhone && (
        <Button to="/user/wx-bind-phone" fullWidth>
          {t.byPhone}
        </Button>
      )}
    </div>
  );
}

function Connect({ pending: { nickname, intent } }: { pending: Pending }) {
  const t = useTexts(wechatPagesTexts);
  const [connect] = useConnectWechatMutation();
  const [proven, dialog] = useProven();
  const { act, isBusy } = useAct();
  const isChange = intent === "REBIND";
  const go = () =>
    act(async () => {
      await proven(() => connect());
      location.assign(takeAddress() ?? SETTINGS_PATH);
    });
  return (
    <section className={`card ${card.card}`}>
      <h1 className={card.title}>{isChange ? t.rebindTitle : t.connect}</h1>
      <p className={card.lead}>{isChange ? t.replaceLead(nickname) : t.connectLead(nickname)}</p>
      <div className={classes.ways}>
        <Button variant="primary" size="lg" fullWidth loading={isBusy} onClick={() => void go()}>
          {isChange ? t.replaceButton : t.connectButton}
        </Button>
      </div>
      {dialog}
    </section>
  );
}

const STEPS = { SIGN_IN: SignIn, CHOOSE: Choose, CONNECT: Connect } as const;
