import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { IconShield } from "../../ui/icons.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { captchaTexts } from "./captcha.texts.ts";
import classes from "./CaptchaStatus.module.css";
import type { Captcha } from "./useCaptcha.ts";

/** Tells how far the captcha of a form is; nothing where none is asked. */
export function CaptchaStatus({ captcha: { state, retry } }: { captcha: Captcha }) {
  const t = useTexts(captchaTexts);
  if (state === "none") return null;
  return (
    <div className={classes.status} data-state={state} role="status">
      {state === "working" ? <Spinner size="sm" /> : <IconShield size={18} aria-hidden />}
      <span className={classes.text}>{t[state]}</span>
      {state === "failed" && (
        <Button size="sm" variant="subtle" onClick={retry}>
          {t.again}
        </Button>
      )}
    </div>
  );
}
