import { useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { InviteDocument } from "../../gql/graphql.ts";
import { useRegisterMutation } from "../../gql/hooks.ts";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { LOGIN_PATH, useViewer } from "../../session/useViewer.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { CaptchaStatus } from "../captcha/CaptchaStatus.tsx";
import { useCaptcha } from "../captcha/useCaptcha.ts";
import { forgetInvite } from "../invitations/inviteCode.ts";
import { InviteField } from "../invitations/InviteField.tsx";
import { inviteIn, useInvite } from "../invitations/useInvite.ts";
import classes from "./AccountForm.module.css";
import { AccountForm } from "./AccountForm.tsx";
import { AgreementBox } from "./AgreementBox.tsx";
import { NewAccountFields, useNewAccount } from "./NewAccountFields.tsx";
import { PHONE_LOGIN_PATH } from "./phonePath.ts";
import { sessionTexts } from "./session.texts.ts";
import { WECHAT_LOGIN_PATH } from "./wechatPaths.ts";

graphql(`
  mutation Register($input: RegisterInput!) {
    register(input: $input) {
      ...AccountForm_session
    }
  }
`);

/** Ways by which alone new members register where the site prefers them. */
const WAYS = { PHONE_CODE: PHONE_LOGIN_PATH, WECHAT: WECHAT_LOGIN_PATH } as const;

/** `/user/register` — become a member, if registration is open. */
function RegisterPage() {
  const t = useTexts(sessionTexts);
  const common = useTexts(commonTexts);
  const { site } = useViewer();
  const { search } = useLocation();
  const form = useNewAccount({ asksEmail: true });
  const [isAgreed, setAgreed] = useState(false);
  const [isTried, setTried] = useState(false);
  const [register] = useRegisterMutation();
  const captcha = useCaptcha("REGISTER");
  const invite = useInvite();

  const [first] = site.signInModes;
  const way = first === "PHONE_CODE" || first === "WECHAT" ? first : null;
  const isMissing = isTried && !isAgreed && site.agreements.length > 0;
  const submit = async () => {
    setTried(true);
    const input = form.check();
    if (!input || (!isAgreed && site.agreements.length > 0)) return null;
    if (invite.isNeeded && !invite.code) return null;
    const proof = await captcha.take();
    const { data } = await register({
      variables: { input: { ...input, agreed: isAgreed, captcha: proof, inviteCode: invite.code } },
    });
    forgetInvite();
    return data!.register;
  };

  return (
    <>
      <PageHead title={t.registerTitle} noIndex />
      {site.isRegister && way === null ? (
        <AccountForm
          title={t.registerTitle}
          lead={t.registerLead}
          button={t.registerTitle}
          onSubmit={submit}
          onFailure={form.setFailure}
          foot={
            <>
              {t.hasAccount} <Link to={LOGIN_PATH + search}>{common.signIn}</Link>
            </>
          }
        >
          {site.registerNeedsReview && (
            <p className={classes.note} role="note">
              {t.needsReview}
            </p>
          )}
          <InviteField invite={invite} isTried={isTried} />
          <NewAccountFields form={form} />
          <AgreementBox isAgreed={isAgreed} isMissing={isMissing} onAgreed={setAgreed} />
          <CaptchaStatus captcha={captcha} />
        </AccountForm>
      ) : (
        <Elsewhere way={site.isRegister ? way : null} search={search} />
      )}
    </>
  );
}

interface ElsewhereProps {
  /** Way by which alone new members register; null while registration is closed. */
  way: keyof typeof WAYS | null;
  search: string;
}

/** Says why nobody registers here, and where to go instead. */
function Elsewhere({ way, search }: ElsewhereProps) {
  const t = useTexts(sessionTexts);
  const common = useTexts(commonTexts);
  const words = {
    PHONE_CODE: [t.registerByPhone, t.registerByPhoneHint, t.byPhone],
    WECHAT: [t.registerByWechat, t.registerByWechatHint, t.byWechat],
    CLOSED: [t.registrationClosed, t.registrationClosedHint, common.signIn],
  } as const;
  const [title, text, label] = words[way ?? "CLOSED"];
  return (
    <div className="card">
      <EmptyState
        isWholePage
        title={title}
        text={text}
        action={
          <Button variant="primary" to={(way === null ? LOGIN_PATH : WAYS[way]) + search}>
            {label}
          </Button>
        }
      />
    </div>
  );
}

/** `/user/register` for the table of addresses. */
export const registerPage = definePage({
  Component: RegisterPage,
  isForVisitors: true,
  queries: ({ search }) => [ask(InviteDocument, { code: inviteIn(search) })],
});
