import {
  type ClipboardEvent,
  type ComponentPropsWithoutRef,
  type DragEvent,
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { isUnfinished, keyOf } from "../../platform/inputMethod.ts";
import classes from "./MarkdownArea.module.css";
import { clipboardOf, pictureBeside, wantedFiles } from "./paste/clipboard.ts";
import { usePictureOffer } from "./paste/usePictureOffer.ts";
import { queryBefore, written } from "./suggesting.ts";
import { filesOf, type UploadTarget } from "./useUploads.ts";
import { useSuggestions } from "./useSuggestions.tsx";

/** The hold of a toolbar on the text. */
export interface TextHandle extends UploadTarget {
  /** Puts text at the cursor, in place of what is selected. */
  insert(text: string): void;
  /** Puts marks around what is selected, with `empty` where nothing is. */
  wrap(before: string, after: string): void;
  /** Puts a sign at the start of the line with the cursor, in place of a former one. */
  startLine(sign: string, former: RegExp): void;
  /** Puts the cursor into the field, with a selection if start and end are given. */
  focus(selection?: readonly [number, number]): void;
  /** Text that stands in the field now. */
  value(): string;
  selected(): string;
  /** True if the cursor stands in the field, behind the last letter. */
  isAtEnd(): boolean;
}

interface Props extends Omit<ComponentPropsWithoutRef<"textarea">, "value" | "onChange" | "ref"> {
  handle?: Ref<TextHandle>;
  value: string;
  onValue(value: string): void;
  /** Files that are pasted or dropped. */
  onFiles(files: File[]): void;
  /** Ctrl+Enter or ⌘+Enter. */
  onSend?(): void;
  /** An input method has finished a word. */
  onComposed?(): void;
  /** Thread whose participants a mention offers first; null for a new thread. */
  threadId: string | null;
}

/**
 * A text field for Markdown: files by paste and drop, names of members and topics, Ctrl+Enter; does nothing by itself
 * while an input method composes.
 */
export function MarkdownArea({
  handle,
  value,
  onValue,
  onFiles,
  onSend,
  onComposed,
  threadId,
  ...rest
}: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [isOver, setOver] = useState(false);
  const replace = useTextHandle(handle, area, onValue);
  const paste = usePaste(area, replace, onFiles);
  const suggestions = useSuggestions({
    threadId,
    onPick: ({ kind, from, to }, chosen) => replace(from, to, written(kind, chosen)),
  });

  function take(event: ClipboardEvent | DragEvent, transfer: DataTransfer): void {
    setOver(false);
    const files = filesOf(transfer);
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  }

  function press(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (suggestions.takesKey(event.nativeEvent)) return event.stopPropagation();
    if (keyOf(event) !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onSend?.();
  }

  return (
    <div className={classes.box} data-over={isOver || undefined}>
      <textarea
        {...rest}
        {...suggestions.aria}
        ref={area}
        className={`${classes.area} ${rest.className ?? ""}`}
        value={value}
        onChange={(event) => {
          onValue(event.currentTarget.value);
          // Half a word of an input method names nobody.
          suggestions.look(isUnfinished(event.nativeEvent) ? null : queryBefore(event.currentTarget));
        }}
        onCompositionEnd={(event) => {
          suggestions.look(queryBefore(event.currentTarget));
          onComposed?.();
        }}
        onBlur={(event) => {
          suggestions.look(null);
          rest.onBlur?.(event);
        }}
        onKeyDown={press}
        onPaste={paste}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => take(event, event.dataTransfer)}
      />
      {suggestions.list}
    </div>
  );
}

/** Reads clipboards: text wins over a picture of it, which is offered instead. @returns handler of the field's pastes */
function usePaste(
  area: RefObject<HTMLTextAreaElement | null>,
  replace: (from: number, to: number, text: string) => void,
  onFiles: (files: File[]) => void,
) {
  const offerPicture = usePictureOffer();
  return (event: ClipboardEvent<HTMLTextAreaElement>): void => {
    const clipboard = clipboardOf(event.clipboardData);
    const files = wantedFiles(clipboard);
    const { text } = clipboard;
    const { selectionStart: from, selectionEnd: to, value: before } = event.currentTarget;
    const isClean = text === event.clipboardData.getData("text/plain").replace(/\r\n?/g, "\n");
    if (files.length > 0) onFiles([...files]);
    // A character that nobody sees could not be deleted either.
    else if (!isClean) replace(from, to, text);
    if (files.length > 0 || !isClean) event.preventDefault();
    const picture = pictureBeside(clipboard);
    if (!picture) return;
    offerPicture(() => {
      const after = `${before.slice(0, from)}${text}${before.slice(to)}`;
      if (area.current?.value === after) replace(from, from + text.length, before.slice(from, to));
      onFiles([picture]);
    });
  };
}

/** Gives a toolbar its hold on the field. @returns a function that writes in place of a part of the text */
function useTextHandle(
  handle: Ref<TextHandle> | undefined,
  area: RefObject<HTMLTextAreaElement | null>,
  onValue: (value: string) => void,
) {
  function replace(from: number, to: number, text: string, caret = text.length): void {
    const element = area.current;
    if (!element) return;
    element.focus();
    element.setSelectionRange(from, to);
    // As if it were typed, so that undo knows of it; browsers without the command write past their history.
    if (!document.execCommand?.("insertText", false, text)) element.setRangeText(text, from, to, "end");
    element.setSelectionRange(from + caret, from + caret);
    onValue(element.value);
  }

  useImperativeHandle(handle, () => ({
    insert(text) {
      const { selectionStart, selectionEnd } = area.current!;
      replace(selectionStart, selectionEnd, text);
    },
    insertBlock(text) {
      const { value: all, selectionEnd: at } = area.current!;
      const before = at === 0 || all.slice(0, at).endsWith("\n") ? "" : "\n";
      replace(at, at, `${before}${text}\n`);
    },
    settle(_key, mark, markdown) {
      const element = area.current;
      const at = element?.value.indexOf(mark) ?? -1;
      if (!element || at < 0) return false;
      // The cursor stays where somebody is writing on.
      element.setRangeText(markdown, at, at + mark.length, "preserve");
      onValue(element.value);
      return true;
    },
    wrap(before, after) {
      const { value: all, selectionStart: from, selectionEnd: to } = area.current!;
      const inner = all.slice(from, to);
      replace(from, to, before + inner + after, before.length + inner.length);
    },
    startLine(sign, former) {
      const { value: all, selectionStart: from, selectionEnd: to } = area.current!;
      const start = all.lastIndexOf("\n", from - 1) + 1;
      const rest = start + (former.exec(all.slice(start))?.[0].length ?? 0);
      replace(start, Math.max(to, rest), sign + all.slice(rest, Math.max(to, rest)));
    },
    focus(selection) {
      area.current?.focus({ preventScroll: true });
      if (selection) area.current?.setSelectionRange(...selection);
    },
    isAtEnd() {
      const element = area.current;
      return document.activeElement === element && element?.selectionStart === element?.value.length;
    },
    value: () => area.current?.value ?? "",
    selected: () => area.current?.value.slice(area.current.selectionStart, area.current.selectionEnd) ?? "",
  }));
  return replace;
}
