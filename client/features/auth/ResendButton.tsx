import { useEffect, useState } from "react";
import { useTexts } from "../../i18n/texts.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import classes from "./AccountForm.module.css";
import { codeTexts } from "./code.texts.ts";

/** Time before another code can be asked for, in seconds (legacy facts 3.1). */
const RESEND_S = 60;

/** Asks for another code, a minute after the last one. */
export function ResendButton({ onResend }: { onResend: () => Promise<void> }) {
  const t = useTexts(codeTexts);
  const { act, isBusy } = useAct();
  const [left, setLeft] = useState(RESEND_S);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return (
    <p className={classes.aside}>
      <Button
        size="sm"
        variant="subtle"
        disabled={left > 0}
        loading={isBusy}
        onClick={() => void act(onResend)}
      >
        {left > 0 ? t.resendIn(left) : t.resend}
      </Button>
    </p>
  );
}
