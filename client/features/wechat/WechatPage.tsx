import { type ComponentType, useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { ask } from "../../apollo/answers.ts";
import { WechatWaysDocument } from "../../gql/graphql.ts";
import { useBeginWechatMutation, useWechatWaysQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { isInWechat } from "../../platform/isInWechat.ts";
import { QueryView } from "../../ui/QueryView.tsx";
import { useAct } from "../../ui/act.ts";
import card from "../auth/AccountForm.module.css";
import { useNextAddress } from "../auth/useNextAddress.ts";
import { WechatWaysIn } from "../auth/WechatWaysIn.tsx";
import { ApproveStep } from "./ApproveStep.tsx";
import { ArrivalStep } from "./ArrivalStep.tsx";
import { Failed } from "./Failed.tsx";
import { LinkStep, PhoneStep } from "./LinkSteps.tsx";
import { wechatPagesTexts } from "./wechatPages.texts.ts";

/** Explains what WeChat is asked for and leads there; within WeChat at once, if the site wants no explanation. */
function AuthStep() {
  const t = useTexts(wechatPagesTexts);
  const { data } = useWechatWaysQuery();
  const [begin] = useBeginWechatMutation();
  const { act } = useAct();
  const isBegun = useRef(false);
  useNextAddress();
  const isAtOnce = data?.wechatWays.official === true && !data.wechatWays.hasLanding;
  useEffect(() => {
    if (!isAtOnce || !isInWechat() || isBegun.current) return;
    isBegun.current = true;
    void act(async () => {
      const { data: begun } = await begin({ variables: { intent: "SIGN_IN", openPlatform: false } });
      location.assign(begun!.beginWechat);
    });
  }, [isAtOnce, act, begin]);
  return (
    <section className={`card ${card.card}`}>
      <h1 className={card.title}>{t.authTitle}</h1>
      <p className={card.lead}>{t.authLead}</p>
      <WechatWaysIn intent="SIGN_IN" />
    </section>
  );
}

const STEPS: Readonly<Record<string, ComponentType>> = {
  "wx-auth": AuthStep,
  "wx-select": ArrivalStep,
  "wx-bind-username": LinkStep,
  "wx-bind-phone": PhoneStep,
  "wx-authorization": ApproveStep,
  "wx-rebind-action": ApproveStep,
};

/** `/user/wx-auth`, `wx-select`, `wx-bind-username`, `wx-bind-phone`, `wx-authorization` and `wx-rebind-action`. */
function WechatPage() {
  const t = useTexts(wechatPagesTexts);
  const { pathname, search } = useLocation();
  const query = useWechatWaysQuery();
  const Step = STEPS[pathname.split("/").at(-1)!.toLowerCase()] ?? ArrivalStep;
  return (
    <>
      <PageHead title={t.title} noIndex />
      <QueryView query={query}>
        {({ wechatWays: { official, openPlatform } }) =>
          official || openPlatform || new URLSearchParams(search).has("failure") ? (
            <Step />
          ) : (
            <Failed code="WECHAT_OFF" />
          )
        }
      </QueryView>
    </>
  );
}

/** The steps of a sign-in by WeChat for the table of addresses. */
export const wechatPage = definePage({
  Component: WechatPage,
  queries: () => [ask(WechatWaysDocument, {})],
});
