import { type KeyboardEvent, lazy, Suspense, useCallback, useId, useRef, useState } from "react";
import { keyOf } from "../../platform/inputMethod.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { IconMoodSmile, IconPhoto, IconSend } from "../../ui/icons.tsx";
import { Textarea } from "../../ui/Textarea.tsx";
import classes from "./ChatComposer.module.css";
import { chatTexts } from "./messages.texts.ts";
import { useChatDraft } from "./useChatDraft.ts";

/** Longest message of a chat, in characters. */
export const MESSAGE_MAX = 450;
/** The counter appears when so few characters are left. */
const COUNT_FROM = 400;

const EmojiPicker = lazy(() => import("../editor/EmojiPicker.tsx").then((m) => ({ default: m.EmojiPicker })));

interface Props {
  /** Names the chat for its draft on this device. */
  chatId: string;
  onSend: (body: string, picture: File | null) => void;
}

/** Field for a message with text, emoji, a picture. Enter sends it; what is not sent yet is kept for each chat. */
export function ChatComposer({ chatId, onSend }: Props) {
  const t = useTexts(chatTexts);
  const [body, setBody] = useChatDraft(chatId);
  const [isPicking, setPicking] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const hintId = useId();

  const send = () => {
    if (body.trim() === "") return;
    onSend(body.trim(), null);
    setBody("");
    setPicking(false);
    area.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    if (keyOf(event) !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    send();
  };
  const insert = (emoji: string) => {
    const { selectionStart = body.length, selectionEnd = body.length } = area.current ?? {};
    setBody(body.slice(0, selectionStart) + emoji + body.slice(selectionEnd));
    area.current?.focus();
  };

  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className={classes.tools}>
        <EmojiTool isOpen={isPicking} onOpen={setPicking} onPick={insert} />
        <PictureTool onChoose={(picture) => onSend("", picture)} />
      </div>
      <div className={classes.field}>
        <Textarea
          ref={area}
          rows={1}
          value={body}
          onValue={setBody}
          maxLength={MESSAGE_MAX}
          showsCount={body.length >= COUNT_FROM}
          placeholder={t.placeholder}
          aria-label={t.placeholder}
          aria-describedby={hintId}
          className={classes.input}
          onKeyDown={press}
        />
      </div>
      <Button
        type="submit"
        variant="primary"
        className={classes.send}
        aria-label={t.send}
        title={t.hint}
        disabled={body.trim() === ""}
      >
        <IconSend size={18} />
      </Button>
      <span id={hintId} className="visually-hidden">
        {t.hint}
      </span>
    </form>
  );
}

interface EmojiToolProps {
  isOpen: boolean;
  /** Stays the same function from one drawing to the next. */
  onOpen: (isOpen: boolean) => void;
  onPick: (emoji: string) => void;
}

function EmojiTool({ isOpen, onOpen, onPick }: EmojiToolProps) {
  const t = useTexts(chatTexts);
  const opener = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => {
    onOpen(false);
    opener.current?.focus();
  }, [onOpen]);

  return (
    <span className={classes.emoji}>
      <button
        ref={opener}
        type="button"
        className={classes.tool}
        aria-label={t.emoji}
        title={t.emoji}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => onOpen(!isOpen)}
      >
        <IconMoodSmile size={21} stroke={1.8} />
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <EmojiPicker onPick={onPick} onClose={close} />
        </Suspense>
      )}
    </span>
  );
}

function PictureTool({ onChoose }: { onChoose: (picture: File) => void }) {
  const t = useTexts(chatTexts);
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className={classes.tool}
        aria-label={t.picture}
        title={t.picture}
        onClick={() => chooser.current?.click()}
      >
        <IconPhoto size={21} stroke={1.8} />
      </button>
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onChoose(file);
          target.value = "";
        }}
      />
    </>
  );
}
