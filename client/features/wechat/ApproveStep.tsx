import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { graphql } from "../../gql/gql.ts";
import type { ScannedCodeQuery } from "../../gql/graphql.ts";
import { useAnswerWechatScanMutation, useBeginWechatMutation, useScannedCodeQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { deviceName } from "../../platform/deviceName.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { LoadingBlock } from "../../ui/LoadingBlock.tsx";
import card from "../auth/AccountForm.module.css";
import { Notice } from "./Notice.tsx";
import classes from "./Wechat.module.css";
import { wechatPagesTexts } from "./wechatPages.texts.ts";

graphql(`
  query ScannedCode($scan: String!) {
    scannedCode(scan: $scan) {
      intent
      state
      userAgent
      place
      account
      nickname
    }
  }
`);
graphql(`
  mutation AnswerWechatScan($scan: String!, $isApproved: Boolean!) {
    answerWechatScan(scan: $scan, isApproved: $isApproved)
  }
`);

/** A phone that has scanned the QR code of another browser: who it is, what it is asked, and its answer. */
export function ApproveStep() {
  const t = useTexts(wechatPagesTexts);
  const [search] = useSearchParams();
  const scan = search.get("scan") ?? "";
  const { data, error } = useScannedCodeQuery({ variables: { scan }, fetchPolicy: "no-cache" });
  const [answer, setAnswer] = useState<"approved" | "refused" | null>(null);
  if (answer === "approved") return <Notice title={t.approved} text={t.approvedText} />;
  if (answer === "refused") return <Notice title={t.refused} text={t.refusedText} />;
  if (error) return <Notice title={t.expired} text={t.expiredText} />;
  if (!data) return <LoadingBlock />;
  const code = data.scannedCode;
  const isWaiting = code.state === "OPEN" || code.state === "SCANNED";
  if (!isWaiting) return <Notice title={t.expired} text={t.expiredText} />;
  return <Question code={code} scan={scan} onAnswer={setAnswer} />;
}

interface QuestionProps {
  code: ScannedCodeQuery["scannedCode"];
  scan: string;
  onAnswer: (answer: "approved" | "refused") => void;
}

function Question({ code, scan, onAnswer }: QuestionProps) {
  const t = useTexts(wechatPagesTexts);
  const [begin] = useBeginWechatMutation();
  const [send] = useAnswerWechatScanMutation();
  const { act, isBusy } = useAct();
  const { intent, userAgent, place, account, nickname } = code;
  const identify = () =>
    act(async () => {
      const { data } = await begin({ variables: { intent: "SIGN_IN", openPlatform: false, scan } });
      location.assign(data!.beginWechat);
    });
  const reply = (isApproved: boolean) =>
    act(async () => {
      await send({ variables: { scan, isApproved } });
      onAnswer(isApproved ? "approved" : "refused");
    });
  const titles = { SIGN_IN: t.approveTitle, BIND: t.approveBind, REBIND: t.approveRebind } as const;
  return (
    <section className={`card ${card.card}`}>
      <h1 className={card.title}>{titles[intent]}</h1>
      <p className={card.lead}>{t.approveLead(deviceName(userAgent) ?? "", place)}</p>
      {account !== null && account !== undefined && (
        <p className={card.lead}>
          <bdi>{t.approveAccount(account)}</bdi>
        </p>
      )}
      {typeof nickname === "string" && <p className={card.lead}>{t.as(nickname)}</p>}
      <p className={classes.warning}>{t.warning}</p>
      <div className={classes.ways}>
        {typeof nickname === "string" ? (
          <Button variant="primary" size="lg" fullWidth loading={isBusy} onClick={() => void reply(true)}>
            {t.approve}
          </Button>
        ) : (
          <Button variant="primary" size="lg" fullWidth loading={isBusy} onClick={() => void identify()}>
            {t.identify}
          </Button>
        )}
        <Button fullWidth disabled={isBusy} onClick={() => void reply(false)}>
          {t.refuse}
        </Button>
      </div>
    </section>
  );
}
