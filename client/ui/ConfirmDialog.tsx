import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import { Modal } from "@mantine/core";
import { commonTexts } from "../i18n/common.texts.ts";
import { useTexts } from "../i18n/texts.ts";
import { Button } from "./Button.tsx";
import classes from "./ConfirmDialog.module.css";
import type { Question } from "./confirm.tsx";
import { MantineScope } from "./MantineScope.tsx";
import { useOpenerFocus } from "./useOpenerFocus.ts";

interface Props {
  question: Question;
  onAnswer: (agreed: boolean) => void;
}

/** The dialog of a question: Mantine's Modal. Escape, the cross and a click outside mean no. */
export function ConfirmDialog({ question, onAnswer }: Props) {
  const t = useTexts(commonTexts);
  useOpenerFocus();
  return (
    <MantineScope>
      <Modal
        opened
        onClose={() => onAnswer(false)}
        title={question.title}
        size="sm"
        classNames={{ content: classes.content, header: classes.header, title: classes.title }}
      >
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
      </Modal>
    </MantineScope>
  );
}
