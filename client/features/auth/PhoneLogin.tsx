import { useState } from "react";
import { errorOf } from "../../apollo/errors.ts";
import { graphql } from "../../gql/gql.ts";
import { useLoginByPhoneMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useViewer } from "../../session/useViewer.ts";
import { forgetInvite } from "../invitations/inviteCode.ts";
import { InviteField } from "../invitations/InviteField.tsx";
import { useInvite } from "../invitations/useInvite.ts";
import { AccountForm } from "./AccountForm.tsx";
import { AgreementBox } from "./AgreementBox.tsx";
import { codeTexts } from "./code.texts.ts";
import type { LoginProps } from "./loginProps.ts";
import { PhoneCodeFields, usePhoneCode } from "./PhoneCodeFields.tsx";
import { SecondFactorField } from "./SecondFactorField.tsx";
import { sessionTexts } from "./session.texts.ts";

graphql(`
  mutation LoginByPhone($input: PhoneLoginInput!) {
    loginByPhone(input: $input) {
      ...AccountForm_session
    }
  }
`);

/** Further questions that the server has once the code was right: of members, and of new ones. */
type Question = "secondFactor" | "agreed" | "inviteCode" | null;

/** Signing in by a code that is sent to a phone; a new number registers where the site lets it. */
export function PhoneLogin({ username, onUsername, tabs, foot }: LoginProps) {
  const t = useTexts(sessionTexts);
  const codes = useTexts(codeTexts);
  const { site } = useViewer();
  const [login] = useLoginByPhoneMutation();
  const form = usePhoneCode("SIGN_IN", /^[\d\s+-]+$/.test(username) ? username : "");
  const [question, setQuestion] = useState<Question>(null);
  const [secondFactor, setSecondFactor] = useState("");
  const [isAgreed, setAgreed] = useState(false);
  const [isTried, setTried] = useState(false);
  const invite = useInvite();

  const submit = async () => {
    setTried(true);
    const given = await form.next();
    if (!given) return null;
    if (question === "secondFactor" && !secondFactor.trim()) return null;
    if (question === "agreed" && !isAgreed) return null;
    if (question === "inviteCode" && !invite.code) return null;
    const answers = { secondFactor: secondFactor || null, agreed: isAgreed, inviteCode: invite.code };
    try {
      const { data } = await login({ variables: { input: { ...given, ...answers } } });
      forgetInvite();
      return data!.loginByPhone;
    } catch (error) {
      const { code, field } = errorOf(error);
      const next =
        code === "SECOND_FACTOR_NEEDED"
          ? "secondFactor"
          : field === "agreed" || field === "inviteCode"
            ? field
            : null;
      if (next === null || (next === "inviteCode" && invite.code)) throw error;
      setQuestion(next);
      setTried(false);
      return null;
    }
  };

  return (
    <AccountForm
      title={t.loginTitle}
      lead={t.loginLead}
      head={tabs}
      button={form.request === null ? codes.sendCode : t.loginTitle}
      onSubmit={submit}
      foot={foot}
    >
      <PhoneCodeFields
        form={{
          ...form,
          onPhone(phone) {
            form.onPhone(phone);
            onUsername(phone);
            setQuestion(null);
          },
        }}
        hint={site.isRegister ? codes.phoneRegisters : codes.phoneHint}
      />
      {question === "secondFactor" && (
        <SecondFactorField value={secondFactor} onValue={setSecondFactor} isMissing={isTried} />
      )}
      {site.isRegister && (question === "inviteCode" || invite.code) && (
        <InviteField invite={invite} isOpen={question === "inviteCode"} isTried={isTried} />
      )}
      {question === "agreed" && (
        <AgreementBox isAgreed={isAgreed} isMissing={isTried && !isAgreed} onAgreed={setAgreed} />
      )}
    </AccountForm>
  );
}
