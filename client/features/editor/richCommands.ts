import type { Editor } from "@tiptap/react";
import {
  type ActiveState,
  type EditorHandle,
  type FormatCommand,
  HEADING_LEVELS,
  type HeadingLevel,
} from "./editing.ts";
import { contentFrom } from "./markdown.ts";
import { pendingKey } from "./pendingMarks.ts";
import { insertTable } from "./tables/tableNodes.ts";

const heading = (level: HeadingLevel) => (editor: Editor) =>
  editor.chain().focus().setHeading({ level }).run();

const COMMANDS: Readonly<Record<FormatCommand, (editor: Editor) => void>> = {
  bold: (editor) => editor.chain().focus().toggleBold().run(),
  italic: (editor) => editor.chain().focus().toggleItalic().run(),
  strike: (editor) => editor.chain().focus().toggleStrike().run(),
  paragraph: (editor) => editor.chain().focus().setParagraph().run(),
  heading1: heading(1),
  heading2: heading(2),
  heading3: heading(3),
  heading4: heading(4),
  bulletList: (editor) => editor.chain().focus().toggleBulletList().run(),
  orderedList: (editor) => editor.chain().focus().toggleOrderedList().run(),
  taskList: (editor) => editor.chain().focus().toggleTaskList().run(),
  quote: (editor) => editor.chain().focus().toggleBlockquote().run(),
  code(editor) {
    const chain = editor.chain().focus();
    if (editor.state.selection.empty) chain.toggleCodeBlock().run();
    else chain.toggleCode().run();
  },
  rule: (editor) => editor.chain().focus().setHorizontalRule().run(),
  undo: (editor) => editor.chain().focus().undo().run(),
  redo: (editor) => editor.chain().focus().redo().run(),
};

/** Names of the nodes and marks around the cursor that turn a command on. */
const ACTIVE: Readonly<Partial<Record<FormatCommand, readonly string[]>>> = {
  bold: ["bold"],
  italic: ["italic"],
  strike: ["strike"],
  bulletList: ["bulletList"],
  orderedList: ["orderedList"],
  taskList: ["taskList"],
  quote: ["blockquote"],
  code: ["code", "codeBlock"],
};

/** The commands that are on where the cursor stands, and "table" within one. */
export function activeIn(editor: Editor): ReadonlySet<ActiveState> {
  const on = Object.entries(ACTIVE).filter(([, names]) => names.some((name) => editor.isActive(name)));
  const active = new Set(on.map(([command]) => command as ActiveState));
  const level = HEADING_LEVELS.find((each) => editor.isActive("heading", { level: each }));
  if (level) active.add(`heading${level}`);
  if (editor.isActive("table")) active.add("table");
  return active;
}

/** The toolbar's commands as changes of a rich text. */
export function richHandle(editor: Editor): EditorHandle {
  return {
    format(command) {
      // At once: the library gives the focus a frame later, and what is typed until then would be lost.
      editor.view.focus();
      COMMANDS[command](editor);
    },
    link(address) {
      editor.view.focus();
      const chain = editor.chain().focus();
      if (!editor.state.selection.empty) return void chain.setLink({ href: address }).run();
      const marks = [{ type: "link", attrs: { href: address } }];
      chain.insertContent({ type: "text", text: address, marks }).run();
    },
    table(rows, columns) {
      editor.view.focus();
      insertTable(editor, rows, columns);
    },
    insertText(text) {
      editor.view.focus();
      editor.chain().focus().insertContent({ type: "text", text }).run();
    },
    insertBlock(markdown) {
      editor.chain().focus().insertContent(contentFrom(markdown)).run();
    },
    insertQuote(markdown) {
      const { doc } = editor.state;
      const last = doc.lastChild;
      // An empty last line makes room for the quote.
      const isEmptyLine = last?.type.name === "paragraph" && last.content.size === 0;
      const end = doc.content.size;
      const range = { from: isEmptyLine ? end - last.nodeSize : end, to: end };
      const chain = editor.chain().insertContentAt(range, [...contentFrom(markdown), { type: "paragraph" }]);
      chain.focus("end").run();
      // Chromium takes no letters at a caret around which the text was replaced, until it is set again.
      getSelection()?.removeAllRanges();
      editor.view.focus();
    },
    settle: (key, _mark, markdown) => settle(editor, key, markdown),
    focus: (selection) => void editor.commands.focus(selection ? "end" : null),
  };
}

/** Puts the picture that has arrived, or nothing, in the place that was kept for it. */
function settle(editor: Editor, key: string, markdown: string): boolean {
  let isFound = false;
  const { tr } = editor.state;
  editor.state.doc.descendants((node, at) => {
    if (isFound || node.type.name !== "image" || pendingKey(String(node.attrs.src)) !== key) return !isFound;
    isFound = true;
    const picture = /^!\[([^\]]*)\]\(([^)]*)\)$/.exec(markdown);
    if (picture) tr.setNodeMarkup(at, undefined, { ...node.attrs, alt: picture[1], src: picture[2] });
    else tr.delete(at, at + node.nodeSize);
    return false;
  });
  // Undoing it would bring back a place that nothing arrives at.
  if (isFound) editor.view.dispatch(tr.setMeta("addToHistory", false));
  return isFound;
}
