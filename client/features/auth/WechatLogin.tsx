import { useTexts } from "../../i18n/texts.ts";
import classes from "./AccountForm.module.css";
import type { LoginProps } from "./loginProps.ts";
import { sessionTexts } from "./session.texts.ts";
import { useNextAddress } from "./useNextAddress.ts";
import { WechatWaysIn } from "./WechatWaysIn.tsx";

/** Signing in by WeChat; where it leads back to is kept until then. */
export function WechatLogin({ tabs, foot }: LoginProps) {
  const t = useTexts(sessionTexts);
  useNextAddress();
  return (
    <section className={`card ${classes.card}`}>
      <h1 className={classes.title}>{t.loginTitle}</h1>
      <p className={classes.lead}>{t.loginLead}</p>
      {tabs}
      <WechatWaysIn intent="SIGN_IN" />
      {foot && <p className={classes.foot}>{foot}</p>}
    </section>
  );
}
