import { lazy, Suspense, useEffect, useId, useRef, useState } from "react";
import { useTexts } from "../../i18n/texts.ts";
import { BodyCounter } from "./BodyCounter.tsx";
import { EditorToolbar } from "./EditorToolbar.tsx";
import { editorTexts } from "./editor.texts.ts";
import { type EditorHandle, type FormatCommand, sourceHandle } from "./editing.ts";
import { MarkdownArea, type TextHandle } from "./MarkdownArea.tsx";
import classes from "./MarkdownEditor.module.css";
import { loadRich, useEditorMode } from "./useEditorMode.ts";
import type { Uploads } from "./useUploads.ts";

const RichEditor = lazy(() => loadRich().then((module) => ({ default: module.RichEditor })));

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
  const { isRich, wantsRich, canBeRich, toggle, setTyping } = useEditorMode(value);
  const [active, setActive] = useState(NONE);

  const current = (): EditorHandle | null => (isRich ? rich.current : sourceHandle(text.current));
  useEffect(() => {
    handleRef.current = current;
  });

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
