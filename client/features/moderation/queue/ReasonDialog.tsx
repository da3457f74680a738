import type { FormEvent } from "react";
import { commonTexts } from "../../../i18n/common.texts.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { Button } from "../../../ui/Button.tsx";
import { Sheet } from "../../../ui/Sheet.tsx";
import classes from "./ReasonDialog.module.css";
import { ReasonPicker } from "./ReasonPicker.tsx";
import { reasonTexts } from "./reason.texts.ts";
import type { ReasonTemplate } from "./reviewReasons.ts";
import { useReason } from "./useReason.ts";

/** An act of staff on the words of somebody else that asks for a reason. */
export interface ReasonQuestion {
  title: string;
  text?: string;
  /** Text of the button that does it. */
  action: string;
  danger?: boolean;
  /** Reasons that need not be written; those for content without it. */
  templates?: readonly ReasonTemplate[];
  /** Readers of the reason; its author without it. */
  hint?: string;
}

interface Props {
  question: ReasonQuestion;
  /** Called after it has closed: with the reason, which may be empty, or null if it shall not be done. */
  onAnswer(reason: string | null): void;
}

/** Asks why before staff does something to others. Escape, the cross and a click outside mean no. */
export function ReasonDialog({ question, onAnswer }: Props) {
  const t = useTexts(reasonTexts);
  const common = useTexts(commonTexts);
  const { title, text, action, danger, templates, hint } = question;
  const { given, picker } = useReason("", templates);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAnswer(given);
  };

  return (
    <Sheet title={title} onClose={() => onAnswer(null)}>
      <form className={classes.form} onSubmit={submit}>
        {text && <p className={classes.text}>{text}</p>}
        <ReasonPicker {...picker} hint={hint ?? t.authorReads} />
        <div className={classes.buttons}>
          <Button onClick={() => onAnswer(null)}>{common.cancel}</Button>
          <Button type="submit" variant={danger ? "danger" : "primary"} data-autofocus>
            {action}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
