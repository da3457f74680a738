import { Placeholder } from "@tiptap/extension-placeholder";
import { type Editor, EditorContent, useEditor } from "@tiptap/react";
import {
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { keyOf } from "../../platform/inputMethod.ts";
import { useTexts } from "../../i18n/texts.ts";
import prose from "../../ui/Html.module.css";
import { Albums } from "./albums.ts";
import { editorTexts } from "./editor.texts.ts";
import type { ActiveState, EditorHandle } from "./editing.ts";
import { contentFrom, markdownFrom } from "./markdown.ts";
import { insertChosen } from "./mentionNode.ts";
import { pictureNode } from "./pictureNode.ts";
import { CodeLabels } from "./codeLabels.ts";
import { QuoteCards } from "./quoteCards.ts";
import { activeIn, richHandle } from "./richCommands.ts";
import classes from "./RichEditor.module.css";
import { pasteRules } from "./paste/pasteRules.ts";
import { usePictureOffer } from "./paste/usePictureOffer.ts";
import { queryIn, type SuggestionQuery } from "./suggesting.ts";
import { filesOf, type Uploads } from "./useUploads.ts";
import { TableBar } from "./tables/TableBar.tsx";
import { textNodes } from "./textNodes.ts";
import { TaskTyping } from "./taskTyping.ts";
import { useSuggestions } from "./useSuggestions.tsx";
import { uploadTexts } from "./uploads.texts.ts";

/** Properties of the rich editor. */
export interface RichEditorProps {
  handle: Ref<EditorHandle>;
  /** Markdown to begin with, and again with each generation; all other changes come from typing. */
  start: string;
  generation: number;
  label: string;
  placeholder: string;
  describedBy: string | undefined;
  threadId: string | null;
  /** Takes the cursor at once, behind the last letter. */
  isFocused: boolean;
  uploads: Uploads;
  onValue(markdown: string): void;
  /** Told whenever other commands are on where the cursor stands. */
  onActive(states: ReadonlySet<ActiveState>): void;
  onSend(): void;
}

/** Writes Markdown while showing what it will look like. Loaded when somebody writes. */
export function RichEditor(props: RichEditorProps) {
  const { handle, start, label, placeholder, describedBy, threadId, uploads } = props;
  const extensions = useExtensions(uploads, placeholder);
  const latest = useRef(props);
  const [field, setField] = useState<HTMLElement | null>(null);
  const suggestions = useSuggestions({
    threadId,
    onPick: (query, chosen) => insertChosen(editor, query, chosen),
    placeOf: ({ from }) =>
      field && from <= editor.state.doc.content.size ? editor.view.coordsAtPos(from) : null,
  });
  const completes = useRef(suggestions);
  useEffect(() => {
    latest.current = props;
    completes.current = suggestions;
  });

  const editor = useEditor({
    extensions,
    content: documentFrom(start),
    // The rules stand in the style sheet: an injected style element has no nonce.
    injectCSS: false,
    // Signs of Markdown are read by the rules for pasting; a lone one within a text says nothing.
    enablePasteRules: ["link"],
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: {
        class: `${prose.prose} ${classes.text}`,
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": label,
      },
      handleDrop: (view, event) => {
        // Where it is dropped, not where the cursor was.
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
        if (at && filesOf(event.dataTransfer).length > 0) editor.commands.setTextSelection(at.pos);
        return take(event, event.dataTransfer);
      },
      handleKeyDown(_view, event) {
        if (completes.current.takesKey(event)) return true;
        if (keyOf(event) !== "Enter" || !(event.ctrlKey || event.metaKey)) return false;
        latest.current.onSend();
        return true;
      },
      handleDOMEvents: {
        compositionend: () => void setTimeout(() => completes.current.look(queryAt(editor))),
        blur: () => completes.current.look(null),
      },
    },
    onMount: ({ editor }) => setField(editor.view.dom),
    onUnmount: () => setField(null),
    onUpdate: ({ editor }) => latest.current.onValue(markdownFrom(editor.state.doc)),
    onTransaction: ({ editor }) => {
      latest.current.onActive(activeIn(editor));
      // Half a word of an input method names nobody.
      completes.current.look(editor.view.composing || !editor.isFocused ? null : queryAt(editor));
    },
  });

  function take(event: Event, transfer: DataTransfer | null): boolean {
    const files = filesOf(transfer);
    if (files.length === 0) return false;
    event.preventDefault();
    latest.current.uploads.add(files);
    return true;
  }

  useChangesFromOutside(editor, field, props);
  useAttributes(field, { ...suggestions.aria, "aria-describedby": describedBy });
  useImperativeHandle(handle, () => richHandle(editor), [editor]);

  return (
    <div className={classes.editor} data-editor>
      <TableBar editor={editor} />
      <EditorContent editor={editor} />
      {suggestions.list}
    </div>
  );
}

/** Takes over a text that was replaced from outside, and the cursor of the plain field that stood here before. */
function useChangesFromOutside(
  editor: Editor,
  field: HTMLElement | null,
  { start, generation, isFocused }: RichEditorProps,
): void {
  const shownGeneration = useRef(generation);
  useEffect(() => {
    if (shownGeneration.current === generation) return;
    shownGeneration.current = generation;
    editor.commands.setContent(documentFrom(start), { emitUpdate: false });
    if (editor.isFocused) editor.commands.setTextSelection(editor.state.doc.content.size);
  }, [editor, generation, start]);

  const appear = useEffectEvent(() => {
    if (!isFocused) return;
    editor.commands.setTextSelection(editor.state.doc.content.size);
    editor.view.focus();
  });
  useLayoutEffect(() => {
    if (field) appear();
  }, [field]);
}

function useExtensions(uploads: Uploads, placeholder: string) {
  const t = useTexts(uploadTexts);
  const { task } = useTexts(editorTexts);
  return [
    ...textNodes(task),
    TaskTyping,
    pasteRules({ takeFiles: uploads.add, offerPicture: usePictureOffer() }),
    pictureNode(uploads.queue, t),
    Albums,
    QuoteCards,
    CodeLabels,
    Placeholder.configure({ placeholder }),
  ];
}

/** Sets attributes of a field that is not drawn here: it keeps the focus while a list is open, and says which line is meant. */
function useAttributes(field: HTMLElement | null, attributes: Record<string, string | undefined>): void {
  useEffect(() => {
    for (const [name, value] of Object.entries(attributes)) {
      if (value === undefined) field?.removeAttribute(name);
      else field?.setAttribute(name, value);
    }
  });
}

/** The document of a text; an empty one has a line to write in. */
function documentFrom(markdown: string) {
  const content = contentFrom(markdown);
  return { type: "doc", content: content.length > 0 ? content : [{ type: "paragraph" }] };
}

function queryAt(editor: Editor): SuggestionQuery | null {
  const { $from, empty, from } = editor.state.selection;
  if (!empty || $from.parent.type.spec.code) return null;
  return queryIn($from.parent.textBetween(0, $from.parentOffset, "\n", " "), from);
}
