import { useEffect, useEffectEvent, useRef, useState } from "react";
import { errorOf } from "../../apollo/errors.ts";
import { graphql } from "../../gql/gql.ts";
import type { WechatIntent } from "../../gql/graphql.ts";
import { useOpenWechatScanMutation, useWechatScanStateQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { qrPath } from "../../platform/qrPath.ts";
import type { Proven } from "../../session/useProven.tsx";
import { Button } from "../../ui/Button.tsx";
import { LoadingBlock } from "../../ui/LoadingBlock.tsx";
import classes from "./Wechat.module.css";
import { wechatTexts } from "./wechat.texts.ts";
import { WECHAT_SELECT_PATH } from "./wechatPaths.ts";

graphql(`
  mutation OpenWechatScan($intent: WechatIntent!) {
    openWechatScan(intent: $intent) {
      url
      expiresAt
    }
  }
`);
graphql(`
  query WechatScanState {
    wechatScanState
  }
`);

/** Time between two looks at the state of the code, in milliseconds. */
const POLL_MS = 2_000;

interface Props {
  intent: WechatIntent;
  /** Shows a link in place of a phone: where the emulator stands in for WeChat. */
  isEmulated: boolean;
  /** Asks for a proof of identity where one is missing. */
  proven?: Proven;
}

/** A QR code for WeChat: it is made, looked after until a phone has answered it, and leads on once it has. */
export function WechatScan({ intent, isEmulated, proven }: Props) {
  const t = useTexts(wechatTexts);
  const [open] = useOpenWechatScanMutation();
  const [url, setUrl] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isBegun = useRef(false);

  const show = async () => {
    setFailure(null);
    setUrl(null);
    const work = () => open({ variables: { intent } });
    try {
      const { data } = await (proven ? proven(work) : work());
      setUrl(data!.openWechatScan.url);
    } catch (error) {
      setFailure(errorOf(error).message);
    }
  };
  const appear = useEffectEvent(() => {
    // A second run of the effect, as in development, makes no second code.
    if (isBegun.current) return;
    isBegun.current = true;
    void show();
  });
  useEffect(() => appear(), []);

  if (failure !== null)
    return (
      <div className={classes.code}>
        <p className={classes.hint} role="alert">
          {failure}
        </p>
        <Button onClick={() => void show()}>{t.again}</Button>
      </div>
    );
  return (
    <div className={classes.code}>
      {url === null ? (
        <div className={classes.frame}>
          <LoadingBlock />
        </div>
      ) : (
        <Shown key={url} url={url} isEmulated={isEmulated} onAgain={() => void show()} />
      )}
    </div>
  );
}

function Shown({ url, isEmulated, onAgain }: { url: string; isEmulated: boolean; onAgain: () => void }) {
  const t = useTexts(wechatTexts);
  const { data, refetch } = useWechatScanStateQuery({ fetchPolicy: "no-cache" });
  const state = data?.wechatScanState ?? "OPEN";
  const isOver = state === "NAMED" || state === "REFUSED" || state === "EXPIRED";
  useEffect(() => {
    if (state === "NAMED") location.assign(WECHAT_SELECT_PATH);
    if (isOver) return;
    const timer = setInterval(() => void refetch().catch(() => undefined), POLL_MS);
    return () => clearInterval(timer);
  }, [state, isOver, refetch]);
  const { path, size } = qrPath(url);
  const isUseless = state === "REFUSED" || state === "EXPIRED";
  return (
    <>
      {!isUseless && (
        <div className={classes.frame}>
          <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t.qr} shapeRendering="crispEdges">
            <rect width={size} height={size} fill="#fff" />
            <path d={path} fill="#000" />
          </svg>
        </div>
      )}
      <p className={classes.hint} role="status">
        {state === "OPEN" ? t.scanHint : t[state]}
      </p>
      {isUseless && <Button onClick={onAgain}>{t.again}</Button>}
      {isEmulated && !isOver && (
        <a className={classes.link} href={url} target="_blank" rel="noreferrer">
          {t.openHere}
        </a>
      )}
    </>
  );
}
