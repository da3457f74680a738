import type { Editor } from "@tiptap/react";
import type { EditorHandle, FormatCommand } from "./editing.ts";
import { pendingKey } from "./pendingMarks.ts";

const COMMANDS: Readonly<Record<FormatCommand, (editor: Editor) => void>> = {
  bold: (editor) => editor.chain().focus().toggleBold().run(),
  italic: (editor) => editor.chain().focus().toggleItalic().run(),
  strike: (editor) => editor.chain().focus().toggleStrike().run(),
  heading: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  bulletList: (editor) => editor.chain().focus().toggleBulletList().run(),
  orderedList: (editor) => editor.chain().focus().toggleOrderedList().run(),
  taskList: (editor) => editor.chain().focus().toggleTaskList().run(),
  quote: (editor) => editor.chain().focus().toggleBlockquote().run(),
  code(editor) {
    const chain = editor.chain().focus();
    if (editor.state.selection.empty) chain.toggleCodeBlock().run();
    else chain.toggleCode().run();
  },
  // A table within a table could not be written as Markdown.
  table: (editor) =>
    !editor.isActive("table") &&
    editor.chain().focus().insertTable({ rows: 3, cols: 2, withHeaderRow: true }).run(),
  rule: (editor) => editor.chain().focus().setHorizontalRule().run(),
  undo: (editor) => editor.chain().focus().undo().run(),
  redo: (editor) => editor.chain().focus().redo().run(),
};

/** Names of the nodes and marks around the cursor that turn a command on. */
const ACTIVE: Readonly<Partial<Record<FormatCommand, readonly string[]>>> = {
  bold: ["bold"],
  italic: ["italic"],
  strike: ["strike"],
  heading: ["heading"],
  bulletList: ["bulletList"],
  orderedList: ["orderedList"],
  taskList: ["taskList"],
  quote: ["blockquote"],
  code: ["code", "codeBlock"],
  table: ["table"],
};

/** The commands that are on where the cursor stands. */
export function activeIn(editor: Editor): ReadonlySet<FormatCommand> {
  const on = Object.entries(ACTIVE).filter(([, names]) => names.some((name) => editor.isActive(name)));
  return new Set(on.map(([command]) => command as FormatCommand));
}

/** The toolbar's commands as changes of a rich text. */
export function richHandle(editor: Editor): EditorHandle {
  return {
    format: (command) => COMMANDS[command](editor),
    link(address) {
      const chain = editor.chain().focus();
      if (!editor.state.selection.empty) return void chain.setLink({ href: address }).run();
      const marks = [{ type: "link", attrs: { href: address } }];
      chain.insertContent({ type: "text", text: address, marks }).run();
    },
    insertText: (text) => void editor.chain().focus().insertContent({ type: "text", text }).run(),
    insertBlock(markdown) {
      const { content = [] } = editor.markdown!.parse(markdown);
      editor.chain().focus().insertContent(content).run();
    },
    insertQuote(markdown) {
      const { doc } = editor.state;
      const { content = [] } = editor.markdown!.parse(markdown);
      const last = doc.lastChild;
      // An empty last line makes room for the quote.
      const isEmptyLine = last?.type.name === "paragraph" && last.content.size === 0;
      const end = doc.content.size;
      const range = { from: isEmptyLine ? end - last.nodeSize : end, to: end };
      const chain = editor.chain().insertContentAt(range, [...content, { type: "paragraph" }]);
      chain.focus("end").run();
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
