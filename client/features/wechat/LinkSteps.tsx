import { useState } from "react";
import { Link } from "react-router-dom";
import { errorOf } from "../../apollo/errors.ts";
import { graphql } from "../../gql/gql.ts";
import type { WechatPhoneChoice } from "../../gql/graphql.ts";
import { useLinkWechatByPhoneMutation, useLinkWechatMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useViewer } from "../../session/useViewer.ts";
import { Field } from "../../ui/Field.tsx";
import { AccountForm } from "../auth/AccountForm.tsx";
import card from "../auth/AccountForm.module.css";
import { AgreementBox } from "../auth/AgreementBox.tsx";
import { PhoneCodeFields, usePhoneCode } from "../auth/PhoneCodeFields.tsx";
import { SecondFactorField } from "../auth/SecondFactorField.tsx";
import { WECHAT_SELECT_PATH } from "../auth/wechatPaths.ts";
import { InviteField } from "../invitations/InviteField.tsx";
import { forgetInvite } from "../invitations/inviteCode.ts";
import { useInvite } from "../invitations/useInvite.ts";
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
  const [secondFactor, setSecondFactor] = useState<string | null>(null);
  const [isTried, setTried] = useState(false);
  const submit = async () => {
    setTried(true);
    if (!username.trim() || password === "" || secondFactor === "") return null;
    try {
      const input = { username: username.trim(), password, secondFactor };
      return (await link({ variables: { input } })).data!.linkWechat;
    } catch (error) {
      if (errorOf(error).code !== "SECOND_FACTOR_NEEDED") throw error;
      setSecondFactor("");
      setTried(false);
      return null;
    }
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
      {secondFactor !== null && (
        <SecondFactorField value={secondFactor} onValue={setSecondFactor} isMissing={isTried} />
      )}
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
  const [secondFactor, setSecondFactor] = useState<string | null>(null);
  const [isAgreed, setAgreed] = useState(false);
  const [isTried, setTried] = useState(false);
  const invite = useInvite();
  const isNew = question?.choice === "REGISTER";
  const mustAgree = isNew && site.agreements.length > 0;
  const submit = async () => {
    setTried(true);
    const given = await form.next();
    if (!given || secondFactor === "" || (mustAgree && !isAgreed)) return null;
    if (isNew && invite.isNeeded && !invite.code) return null;
    const answers = { agreed: isAgreed, inviteCode: invite.code, secondFactor };
    try {
      const input = { ...given, ...answers, choice: question?.choice ?? null };
      const { data } = await link({ variables: { input } });
      if (isNew) forgetInvite();
      return data!.linkWechatByPhone;
    } catch (error) {
      const { code, message } = errorOf(error);
      const choice = CHOICES[code ?? ""];
      if (choice) setQuestion({ choice, text: message });
      else if (code === "SECOND_FACTOR_NEEDED") setSecondFactor("");
      else throw error;
      setTried(false);
      return null;
    }
  };
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
      {secondFactor !== null && (
        <SecondFactorField value={secondFactor} onValue={setSecondFactor} isMissing={isTried} />
      )}
    </AccountForm>
  );
}
