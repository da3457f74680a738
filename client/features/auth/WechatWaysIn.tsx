import { graphql } from "../../gql/gql.ts";
import type { WechatIntent } from "../../gql/graphql.ts";
import { useBeginWechatMutation, useWechatWaysQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useClock } from "../../platform/clock.tsx";
import { isInWechat } from "../../platform/isInWechat.ts";
import { usePage } from "../../platform/page.ts";
import type { Proven } from "../../session/useProven.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { LoadingBlock } from "../../ui/LoadingBlock.tsx";
import classes from "./Wechat.module.css";
import { wechatTexts } from "./wechat.texts.ts";
import { WechatScan } from "./WechatScan.tsx";

graphql(`
  query WechatWays {
    wechatWays {
      official
      openPlatform
      hasLanding
      isEmulated
    }
  }
`);
graphql(`
  mutation BeginWechat($intent: WechatIntent!, $openPlatform: Boolean!, $scan: String) {
    beginWechat(intent: $intent, openPlatform: $openPlatform, scan: $scan)
  }
`);

interface Props {
  intent: WechatIntent;
  /** Asks for a proof of identity where one is missing. */
  proven?: Proven;
}

/** The ways to WeChat that this browser has: directly within WeChat, a QR code or WeChat's own page on desks. */
export function WechatWaysIn({ intent, proven }: Props) {
  const t = useTexts(wechatTexts);
  const { data } = useWechatWaysQuery();
  const { isLive } = useClock();
  const { platform } = usePage();
  const [begin] = useBeginWechatMutation();
  const { act, isBusy } = useAct();
  // Only the browser knows whether it is within WeChat.
  if (!data || !isLive) return <LoadingBlock />;
  const { official, openPlatform, isEmulated } = data.wechatWays;
  if (!official && !openPlatform) return <p className={classes.hint}>{t.off}</p>;

  const go = (isOpen: boolean) =>
    act(async () => {
      const work = () => begin({ variables: { intent, openPlatform: isOpen } });
      const { data: begun } = await (proven ? proven(work) : work());
      location.assign(begun!.beginWechat);
    });
  const isDirect = official && isInWechat();
  const isDesk = platform === "pc" && !isDirect;
  const hasWay = isDirect || isEmulated || isDesk;
  return (
    <div className={classes.ways}>
      {isDirect && (
        <Button variant="primary" size="lg" fullWidth loading={isBusy} onClick={() => void go(false)}>
          {t.go}
        </Button>
      )}
      {isDesk && official && (
        <WechatScan intent={intent} isEmulated={isEmulated} {...(proven ? { proven } : {})} />
      )}
      {isDesk && openPlatform && (
        <Button fullWidth loading={isBusy} onClick={() => void go(true)}>
          {t.goOpen}
        </Button>
      )}
      {isEmulated && !isDirect && (
        <Button fullWidth loading={isBusy} onClick={() => void go(!official)}>
          {t.emulate}
        </Button>
      )}
      {!hasWay && <p className={classes.hint}>{t.elsewhere}</p>}
    </div>
  );
}
