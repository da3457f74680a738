import { useRef } from "react";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import { toast } from "../../ui/toast.tsx";
import classes from "../admin/dialogs.module.css";
import { tokensTexts } from "./tokens.texts.ts";

/** A new secret, which is shown this once. */
export function TokenSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useTexts(tokensTexts);
  const common = useTexts(commonTexts);
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      toast.success(common.copied);
    } catch {
      field.current?.select();
      toast.info(t.copyFailed);
    }
  };
  return (
    <Sheet title={t.secretTitle} onClose={onClose}>
      <div className={classes.form}>
        <p>{t.secretText}</p>
        <Field
          ref={field}
          label={t.secret}
          readOnly
          value={secret}
          onValue={() => undefined}
          onFocus={(event) => event.currentTarget.select()}
        />
        <div className={classes.buttons}>
          <Button onClick={onClose}>{common.close}</Button>
          <Button variant="primary" data-autofocus onClick={() => void copy()}>
            {common.copy}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
