import { type FormEvent, useState } from "react";
import { useLocation } from "react-router-dom";
import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { BindingPageDocument } from "../../gql/graphql.ts";
import { useBindingPageQuery, useUpdateProfileMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { returnToAddress } from "../../platform/savedAddress.ts";
import { useProven } from "../../session/useProven.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import card from "../auth/AccountForm.module.css";
import { NAME_MAX } from "../auth/NewAccountFields.tsx";
import { useNextAddress } from "../auth/useNextAddress.ts";
import { WechatWaysIn } from "../auth/WechatWaysIn.tsx";
import { Notice } from "./Notice.tsx";
import { wechatPagesTexts } from "./wechatPages.texts.ts";

graphql(`
  query BindingPage {
    viewer {
      id
      nickname
    }
    boundWechat {
      nickname
    }
    wechatWays {
      official
      openPlatform
    }
  }
`);

const SETTINGS_PATH = "/my/settings#wechat";

/** `/user/wx-bind`, `/user/wx-bind-qrcode` and `/user/rebind` of a member, and `/user/bind-nickname`. */
function BindingPage() {
  const { pathname } = useLocation();
  const back = useNextAddress();
  const query = useBindingPageQuery();
  const step = pathname.split("/").at(-1)!.toLowerCase();
  return (
    <QueryView query={query} optional={["viewer", "boundWechat"]}>
      {({ viewer, boundWechat, wechatWays: { official, openPlatform } }) =>
        step === "bind-nickname" ? (
          <Nickname current={viewer?.nickname ?? ""} back={back} />
        ) : (
          <Binding
            isChange={step === "rebind"}
            isOffered={official || openPlatform}
            bound={boundWechat?.nickname ?? null}
          />
        )
      }
    </QueryView>
  );
}

interface BindingProps {
  isChange: boolean;
  isOffered: boolean;
  /** Name of the bound WeChat account; null if there is none. */
  bound: string | null;
}

function Binding({ isChange, isOffered, bound }: BindingProps) {
  const t = useTexts(wechatPagesTexts);
  const [proven, dialog] = useProven();
  const toSettings = (
    <Button variant="primary" to={SETTINGS_PATH}>
      {t.toSettings}
    </Button>
  );
  if (!isOffered) return <Notice title={t.bindTitle} text={t.WECHAT_OFF} action={toSettings} />;
  if (bound !== null && !isChange)
    return <Notice title={t.boundTitle} text={t.as(bound)} action={toSettings} />;
  if (bound === null && isChange)
    return (
      <Notice
        title={t.unboundTitle}
        text={t.bindLead}
        action={
          <Button variant="primary" to="/user/wx-bind-qrcode">
            {t.connect}
          </Button>
        }
      />
    );
  const title = isChange ? t.rebindTitle : t.bindTitle;
  return (
    <section className={`card ${card.card}`}>
      <PageHead title={title} noIndex />
      <h1 className={card.title}>{title}</h1>
      <p className={card.lead}>{isChange ? t.rebindLead(bound ?? "") : t.bindLead}</p>
      <WechatWaysIn intent={isChange ? "REBIND" : "BIND"} proven={proven} />
      {dialog}
    </section>
  );
}

function Nickname({ current, back }: { current: string; back: string | null }) {
  const t = useTexts(wechatPagesTexts);
  const [update] = useUpdateProfileMutation();
  const { act, isBusy } = useAct();
  const [nickname, setNickname] = useState(current);
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (!nickname.trim()) return setError(t.required);
    setError(null);
    void act(
      async () => {
        await update({ variables: { input: { nickname: nickname.trim() } } });
        returnToAddress(back);
      },
      {
        failed(failure) {
          setError(failure.message);
          return true;
        },
      },
    );
  };
  return (
    <section className={`card ${card.card}`}>
      <PageHead title={t.nicknameTitle} noIndex />
      <h1 className={card.title}>{t.nicknameTitle}</h1>
      <p className={card.lead}>{t.nicknameLead}</p>
      <form method="post" className={card.form} onSubmit={submit} noValidate>
        <Field
          label={t.nickname}
          value={nickname}
          onValue={setNickname}
          error={error}
          counterMax={NAME_MAX}
          name="nickname"
          autoComplete="nickname"
        />
        <Button type="submit" variant="primary" size="lg" fullWidth loading={isBusy}>
          {t.saveNickname}
        </Button>
        <Button fullWidth variant="subtle" onClick={() => returnToAddress(back)}>
          {t.later}
        </Button>
      </form>
    </section>
  );
}

/** Pages of a member that bind WeChat or a name, for the table of addresses. */
export const bindingPage = definePage({
  Component: BindingPage,
  needsLogin: true,
  queries: () => [ask(BindingPageDocument, {})],
});
