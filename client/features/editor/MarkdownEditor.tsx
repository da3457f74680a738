import { lazy, Suspense, useEffect, useId, useRef, useState } from "react";
import { useTexts } from "../../i18n/texts.ts";
import { BodyCounter } from "./BodyCounter.tsx";
import { EditorToolbar } from "./EditorToolbar.tsx";
import { editorTexts } from "./editor.texts.ts";
import { type EditorHandle, type FormatCommand, isRichable, sourceHandle } from "./editing.ts";
import { MarkdownArea, type TextHandle } from "./MarkdownArea.tsx";
import classes from "./MarkdownEditor.module.css";
import type { Uploads } from "./useUploads.ts";

const loadRich = () => import("./RichEditor.tsx");
const RichEditor = lazy(() => loadRich().then((module) => ({ default: module.RichEditor })));

/** Storage key of the chosen kind of editor. */
const MODE_KEY = "luntan_editor";

interface Props {
  /** Gives the form access to the current editor, such as for inserting pictures at the cursor. */
  handleRef: { current: (() => EditorHandle | null) | null };
  value: string;
  onValue(markdown: string): void;
  label: string;
  placeholder: string;
  error: string | null;
  mayPicture: boolean;
  mayFile: boolean;
  uploads: Uploads;
  /** Thread whose participants a mention offers first; null for a new thread. */
  threadId: string | null;
  onSend(): void;
  /** Counts how often the text was replaced from outside, such as by a restored draft. */
  generation: number;
}

/**
 * Edits Markdown, as it will look or as source. A plain field is there at once; the rich editor takes its place when
 * it has arrived, the text is one that it can give back unharmed, and nobody is typing.
 */
export function MarkdownEditor(props: Props) {
  const { value, onValue, label, placeholder, error, uploads, threadId, onSend, generation, handleRef } =
    props;
  const t = useTexts(editorTexts);
  const errorId = useId();
  const text = useRef<TextHandle>(null);
  const rich = useRef<EditorHandle>(null);
  const [wantsRich, setWantsRich] = useState(false);
  const [isLoaded, setLoaded] = useState(false);
  const [isTyping, setTyping] = useState(false);
  const canBeRich = isRichable(value);
  const [isRich, setRich] = useState(false);
  const [active, setActive] = useState(NONE);

  useEffect(() => {
    let isGone = false;
    if (readMode() === "source") return;
    loadRich()
      .then(() => {
        if (isGone) return;
        setWantsRich(true);
        setLoaded(true);
      })
      // Without the rich editor the plain field stays: nothing is lost.
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, []);

  // The plain field is left only when nobody types in it, and when its text survives.
  const shouldBeRich = wantsRich && isLoaded && canBeRich;
  if (shouldBeRich && !isRich && !isTyping) setRich(true);
  if (!shouldBeRich && isRich && !wantsRich) setRich(false);

  const current = (): EditorHandle | null => (isRich ? rich.current : sourceHandle(text.current));
  useEffect(() => {
    handleRef.current = current;
  });

  function toggle(): void {
    const next = isRich ? "source" : "rich";
    keepMode(next);
    if (next === "source") {
      setWantsRich(false);
      setRich(false);
      return;
    }
    setTyping(false);
    setWantsRich(true);
    void loadRich().then(() => setLoaded(true));
  }

  return (
    <div className={classes.frame} data-invalid={error ? "" : undefined}>
      <EditorToolbar
        handle={current}
        mayPicture={props.mayPicture}
        mayFile={props.mayFile}
        onFiles={uploads.add}
        active={active}
        isRich={isRich}
        canBeRich={canBeRich}
        onToggle={toggle}
      />
      {isRich ? (
        <Suspense fallback={<p className={classes.wait}>{value}</p>}>
          <RichEditor
            key={generation}
            handle={rich}
            start={value}
            label={label}
            placeholder={placeholder}
            describedBy={error ? errorId : undefined}
            threadId={threadId}
            uploads={uploads}
            onValue={onValue}
            onActive={(next) => setActive((before) => (isSame(before, next) ? before : next))}
            onSend={onSend}
          />
        </Suspense>
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
          onFiles={uploads.add}
          onSend={onSend}
          threadId={threadId}
        />
      )}
      <BodyCounter text={value} />
      {error && (
        <p className={classes.error} id={errorId} role="alert">
          {error}
        </p>
      )}
      {!canBeRich && wantsRich && <p className={classes.note}>{t.sourceOnly}</p>}
    </div>
  );
}

const NONE: ReadonlySet<FormatCommand> = new Set();

function isSame(a: ReadonlySet<FormatCommand>, b: ReadonlySet<FormatCommand>): boolean {
  return a.size === b.size && [...a].every((command) => b.has(command));
}

function readMode(): string | null {
  try {
    return localStorage.getItem(MODE_KEY);
  } catch {
    return null;
  }
}

function keepMode(mode: string): void {
  try {
    localStorage.setItem(MODE_KEY, mode);
  } catch {
    // The choice is forgotten; nothing else depends on it.
  }
}
