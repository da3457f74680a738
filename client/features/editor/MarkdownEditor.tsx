import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTexts } from "../../i18n/texts.ts";
import type { AttachedFile } from "./attachedFile.ts";
import { BodyCounter } from "./BodyCounter.tsx";
import { EditorToolbar } from "./EditorToolbar.tsx";
import { editorTexts } from "./editor.texts.ts";
import { type ActiveState, type EditorHandle, sourceHandle } from "./editing.ts";
import { MarkdownArea, type TextHandle } from "./MarkdownArea.tsx";
import classes from "./MarkdownEditor.module.css";
import { useEditorMode } from "./useEditorMode.ts";
import { markdownOf } from "./pendingMarks.ts";
import { UploadTray } from "./UploadTray.tsx";
import type { Uploads } from "./useUploads.ts";

interface Props {
  /** Lets the form change the text from outside: put pictures where the cursor is. */
  handleRef: { current: (() => EditorHandle | null) | null };
  value: string;
  onValue(markdown: string): void;
  label: string;
  placeholder: string;
  error: string | null;
  mayPicture: boolean;
  mayFile: boolean;
  uploads: Uploads;
  /** Files that the text has. */
  files: readonly AttachedFile[];
  onRemoveFile(file: AttachedFile): void;
  /** Thread whose participants a mention offers first; null for a new thread. */
  threadId: string | null;
  onSend(): void;
  /** Counts how often the text was replaced from outside, such as by a restored draft. */
  generation: number;
  /**
   * Few tools and little height, for replies. Also, the rich editor comes as soon as it has been loaded: between two keys,
   * while the cursor stands behind the last letter.
   */
  isCompact?: boolean;
}

/**
 * Edits Markdown, as it will look or as source. A plain field is there at once; the rich editor takes its place when
 * it has arrived, the text is one that it can give back unharmed, and nobody is typing.
 */
export function MarkdownEditor(props: Props) {
  const { value, onValue, label, placeholder, error, uploads, threadId, onSend, generation } = props;
  const { handleRef, isCompact = false } = props;
  const errorId = useId();
  const { Rich, isReady, wantsRich, canBeRich, toggle, setTyping } = useEditorMode(value);
  const isRich = Rich !== null;
  const { text, rich, current } = useHandles(handleRef, isRich);
  const { takesFocus, composing } = useHandOver({
    isWanted: isCompact && isReady,
    value,
    text,
    onHandOver: () => setTyping(false),
  });
  const [active, setActive] = useState(NONE);

  return (
    <>
      <div className={classes.frame} data-compact={isCompact || undefined} data-invalid={error && ""}>
        <EditorToolbar
          handle={current}
          mayPicture={props.mayPicture}
          mayFile={props.mayFile}
          onFiles={uploads.add}
          active={active}
          isRich={isRich}
          canBeRich={canBeRich}
          onToggle={toggle}
          isCompact={isCompact}
        />
        {Rich ? (
          <Rich
            generation={generation}
            handle={rich}
            start={value}
            label={label}
            placeholder={placeholder}
            describedBy={error ? errorId : undefined}
            threadId={threadId}
            isFocused={takesFocus}
            uploads={uploads}
            onValue={onValue}
            onActive={(next) => setActive((before) => (isSame(before, next) ? before : next))}
            onSend={onSend}
          />
        ) : (
          <MarkdownArea
            handle={text}
            className={classes.area}
            name="body"
            aria-label={label}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
            placeholder={placeholder}
            value={value}
            onValue={onValue}
            onFocus={() => setTyping(true)}
            onBlur={() => setTyping(false)}
            {...composing}
            onFiles={uploads.add}
            onSend={onSend}
            threadId={threadId}
          />
        )}
        <BodyCounter text={value} />
        {error && <Mistake id={errorId} text={error} />}
        {!canBeRich && wantsRich && <SourceNote />}
      </div>
      <UploadTray
        files={props.files}
        uploads={uploads}
        shownIn={isRich ? value : null}
        onInsert={(file) => current()?.insertBlock(markdownOf(file))}
        onRemove={props.onRemoveFile}
      />
    </>
  );
}

/** Holds the text in whichever editor it stands, for the toolbar and for the form. */
function useHandles(handleRef: Props["handleRef"], isRich: boolean) {
  const text = useRef<TextHandle>(null);
  const rich = useRef<EditorHandle>(null);
  const current = (): EditorHandle | null => (isRich ? rich.current : sourceHandle(text.current));
  useEffect(() => {
    handleRef.current = current;
  });
  return { text, rich, current };
}

function SourceNote() {
  const t = useTexts(editorTexts);
  return <p className={classes.note}>{t.sourceOnly}</p>;
}

function Mistake({ id, text }: { id: string; text: string }) {
  return (
    <p className={classes.error} id={id} role="alert">
      {text}
    </p>
  );
}

interface HandOver {
  /** The rich editor is there and may come while somebody types. */
  isWanted: boolean;
  value: string;
  text: RefObject<TextHandle | null>;
  onHandOver(): void;
}

/** Gives the text to the rich editor between two keys, while the cursor stands behind the last letter. */
function useHandOver({ isWanted, value, text, onHandOver }: HandOver) {
  const [takesFocus, setTakesFocus] = useState(false);
  const isComposing = useRef(false);
  function handOver(): void {
    if (!isWanted || isComposing.current || !text.current?.isAtEnd()) return;
    flushSync(() => {
      setTakesFocus(true);
      onHandOver();
    });
  }
  const latest = useRef(handOver);
  useEffect(() => {
    latest.current = handOver;
  });
  useEffect(() => {
    // After the effects of this change, within which nothing may be drawn at once.
    if (isWanted) queueMicrotask(() => latest.current());
  }, [isWanted, value]);

  const composing = {
    onCompositionStart: () => void (isComposing.current = true),
    onComposed() {
      isComposing.current = false;
      // After the browser has put the word into the field.
      setTimeout(() => latest.current());
    },
  };
  return { takesFocus, composing };
}

const NONE: ReadonlySet<ActiveState> = new Set();

function isSame(a: ReadonlySet<ActiveState>, b: ReadonlySet<ActiveState>): boolean {
  return a.size === b.size && [...a].every((command) => b.has(command));
}
