import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Modal.css";
import "@mantine/core/styles/Overlay.css";
import { Modal } from "@mantine/core";
import { commonTexts } from "../i18n/common.texts.ts";
import { useTexts } from "../i18n/texts.ts";
import { Button } from "./Button.tsx";
import classes from "./ConfirmDialog.module.css";
import type { Question } from "./confirm.tsx";
import { MantineScope } from "./MantineScope.tsx";

interface Props {
  question: Question;
  onAnswer: (agreed: boolean) => void;
}

/** The dialog of a question. Escape, the cross and a click outside mean no. */
export function ConfirmDialog({ question, onAnswer }: Props) {
  const t = useTexts(commonTexts);
  return (
    <MantineScope>
      <Modal
        opened
        onClose={() => onAnswer(false)}
        title={question.title}
        centered
        // Locking adds a style element without a nonce; the page behind the veil may as well scroll.
        lockScroll={false}
        size="sm"
        radius="lg"
        closeButtonProps={{ "aria-label": t.close }}
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
