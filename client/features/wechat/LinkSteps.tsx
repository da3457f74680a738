import { useState } from "react";
import { Link } from "react-router-dom";
import { errorOf } from "../../apollo/errors.ts";
import { graphql } from "../../gql/gql.ts";
import type { WechatPhoneChoice } from "../../gql/graphql.ts";
import { useLinkWechatByPhoneMutation, useLinkWechatMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useViewer } from "../../session/useViewer.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { AccountForm } from "../auth/AccountForm.tsx";
import card from "../auth/AccountForm.module.css";
import { AgreementBox } from "../auth/AgreementBox.tsx";
import { bindPhoneTexts } from "../auth/bindPhone.texts.ts";
import { PhoneCodeFields, usePhoneCode } from "../auth/PhoneCodeFields.tsx";
import { useSecondFactor } from "../auth/useSecondFactor.tsx";
import { WECHAT_SELECT_PATH } from "../auth/wechatPaths.ts";
import { InviteField } from "../invitations/InviteField.tsx";
import { forgetInvite } from "../invitations/inviteCode.ts";
import { useInvite } from "../invitations/useInvite.ts";
import { Notice } from "./Notice.tsx";
import { wechatPagesTexts } from "./wechatPages.texts.ts";

graphql(`
  mutation LinkWechat($input: WechatLinkInput!) {
    linkWechat(input: $input) {
      ...AccountForm_session
    }
  }
`);
graphql(`
  mutation LinkWechatByPhone($input: WechatPhoneInput!) {
    linkWechatByPhone(input: $input) {
      ...AccountForm_session
    }
  }
`);

/** Binds WeChat to an account by its name and password. */
export function LinkStep() {
  const t = useTexts(wechatPagesTexts);
  const [link] = useLinkWechatMutation();
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const second = useSecondFactor();
  const [isTried, setTried] = useState(false);
  const submit = async () => {
    setTried(true);
    if (!username.trim() || password === "") return null;
    return second.enter(async (secondFactor) => {
      const input = { username: username.trim(), password, secondFactor };
      return (await link({ variables: { input } })).data!.linkWechat;
    });
  };
  return (
    <AccountForm
      title={t.linkTitle}
      lead={t.linkLead}
      button={t.linkButton}
      onSubmit={submit}
      foot={<Link to={WECHAT_SELECT_PATH}>{t.other}</Link>}
    >
      <Field
        label={t.account}
        value={username}
        onValue={setUsername}
        error={isTried && !username.trim() ? t.required : null}
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
      {second.field}
    </AccountForm>
  );
}

/** A question that the server has once the code was right: which account it is to be. */
interface Question {
  readonly choice: WechatPhoneChoice;
  readonly text: string;
}

const CHOICES: Readonly<Record<string, WechatPhoneChoice>> = {
  WECHAT_LINK_NEEDED: "LINK",
  WECHAT_REGISTER_NEEDED: "REGISTER",
};

/** Brings WeChat and a phone number together, once it was chosen how. */
export function PhoneStep() {
  const t = useTexts(wechatPagesTexts);
  const { site } = useViewer();
  const [link] = useLinkWechatByPhoneMutation();
  const form = usePhoneCode("SIGN_IN");
  const [question, setQuestion] = useState<Question | null>(null);
  const second = useSecondFactor();
  const [isAgreed, setAgreed] = useState(false);
  const [isTried, setTried] = useState(false);
  const invite = useInvite();
  const off = useTexts(bindPhoneTexts);
  const isNew = question?.choice === "REGISTER";
  const mustAgree = isNew && site.agreements.length > 0;
  const submit = async () => {
    setTried(true);
    const given = await form.next();
    if (!given || (mustAgree && !isAgreed)) return null;
    if (isNew && invite.isNeeded && !invite.code) return null;
    const answers = { agreed: isAgreed, inviteCode: invite.code, choice: question?.choice ?? null };
    try {
      return await second.enter(async (secondFactor) => {
        const { data } = await link({ variables: { input: { ...given, ...answers, secondFactor } } });
        if (isNew) forgetInvite();
        return data!.linkWechatByPhone;
      });
    } catch (error) {
      const { code, message } = errorOf(error);
      const choice = CHOICES[code ?? ""];
      if (!choice) throw error;
      setQuestion({ choice, text: message });
      setTried(false);
      return null;
    }
  };
  if (!site.signInModes.includes("PHONE_CODE")) {
    const others = (
      <Button variant="primary" to={WECHAT_SELECT_PATH}>
        {t.other}
      </Button>
    );
    return <Notice title={off.offTitle} text={off.offText} action={others} />;
  }
  const confirm = question?.choice === "LINK" ? t.confirmLink : t.confirmRegister;
  const ask = form.request === null ? t.sendCode : t.next;
  return (
    <AccountForm
      title={t.phoneTitle}
      lead={t.phoneLead}
      button={question ? confirm : ask}
      onSubmit={submit}
      foot={<Link to={WECHAT_SELECT_PATH}>{t.other}</Link>}
    >
      <PhoneCodeFields
        form={{
          ...form,
          onPhone(phone) {
            form.onPhone(phone);
            setQuestion(null);
          },
        }}
        hint={t.phoneHint}
      />
      {question && (
        <p className={card.note} role="status">
          {question.text}
        </p>
      )}
      {isNew && <InviteField invite={invite} isTried={isTried} />}
      {mustAgree && (
        <AgreementBox isAgreed={isAgreed} isMissing={isTried && !isAgreed} onAgreed={setAgreed} />
      )}
      {second.field}
    </AccountForm>
  );
}
