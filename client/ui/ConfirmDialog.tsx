import { commonTexts } from "../i18n/common.texts.ts";
import { useTexts } from "../i18n/texts.ts";
import { Button } from "./Button.tsx";
import classes from "./ConfirmDialog.module.css";
import type { Question } from "./confirm.tsx";
import { Sheet } from "./Sheet.tsx";

interface Props {
  question: Question;
  onAnswer: (agreed: boolean) => void;
}

/** The dialog of a question. Escape, the cross and a click outside mean no. */
export function ConfirmDialog({ question, onAnswer }: Props) {
  const t = useTexts(commonTexts);
  return (
    <Sheet title={question.title} onClose={() => onAnswer(false)}>
      {question.text && <p className={classes.text}>{question.text}</p>}
      <div className={classes.buttons}>
        <Button onClick={() => onAnswer(false)}>{t.cancel}</Button>
        <Button
          variant={question.danger ? "danger" : "primary"}
          onClick={() => onAnswer(true)}
          data-autofocus
        >
          {question.action}
        </Button>
      </div>
    </Sheet>
  );
}
