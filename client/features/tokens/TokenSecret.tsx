import { useRef } from "react";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import { toast } from "../../ui/toast.tsx";
import classes from "../admin/dialogs.module.css";
import { tokensTexts } from "./tokens.texts.ts";

interface Props {
  secret: string;
  /** Words of something else than a token. */
  words?: { title: string; text: string; label: string };
  onClose: () => void;
}

/** A new secret, which is shown this once. */
export function TokenSecret({ secret, words, onClose }: Props) {
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
    <Sheet title={words?.title ?? t.secretTitle} onClose={onClose}>
      <div className={classes.form}>
        <p>{words?.text ?? t.secretText}</p>
        <Field
          ref={field}
          label={words?.label ?? t.secret}
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
