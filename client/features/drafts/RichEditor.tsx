import { Image } from "@tiptap/extension-image";
import { Placeholder } from "@tiptap/extension-placeholder";
import { Markdown } from "@tiptap/markdown";
import { type Editor, EditorContent, useEditor } from "@tiptap/react";
import { StarterKit } from "@tiptap/starter-kit";
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import prose from "../../ui/Html.module.css";
import type { EditorHandle, FormatCommand } from "./editing.ts";
import { MentionList, type MentionQuery, mentionIn } from "./MentionList.tsx";
import classes from "./RichEditor.module.css";
import { filesOf } from "./useUploads.ts";

interface Props {
  handle: Ref<EditorHandle>;
  /** Markdown to begin with; later changes come from typing alone. */
  start: string;
  label: string;
  placeholder: string;
  threadId: string | null;
  onValue(markdown: string): void;
  onFiles(files: File[]): void;
  onSend(): void;
}

/** Writes Markdown while showing what it will look like. Loaded when somebody writes. */
export function RichEditor(props: Props) {
  const { handle, start, label, placeholder, threadId } = props;
  const [mention, setMention] = useState<MentionQuery | null>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        underline: false,
        heading: { levels: [1, 2, 3, 4] },
        link: { openOnClick: false },
      }),
      Image.configure({ inline: true }),
      Placeholder.configure({ placeholder }),
      Markdown,
    ],
    content: start,
    contentType: "markdown",
    // The rules stand in the style sheet: an injected style element has no nonce.
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: {
        class: `${prose.prose} ${classes.text}`,
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": label,
      },
      handlePaste: (_view, event) => take(event, event.clipboardData),
      handleDrop: (_view, event) => take(event, event.dataTransfer),
      handleKeyDown(_view, event) {
        if (event.isComposing || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return false;
        latest.current.onSend();
        return true;
      },
    },
    onUpdate({ editor }) {
      latest.current.onValue(markdownIn(editor));
      setMention(mentionAt(editor));
    },
  });

  function take(event: Event, transfer: DataTransfer | null): boolean {
    const files = filesOf(transfer);
    if (files.length === 0) return false;
    event.preventDefault();
    latest.current.onFiles(files);
    return true;
  }

  useImperativeHandle(
    handle,
    () => ({
      format: (command) => format(editor, command),
      link(address) {
        const chain = editor.chain().focus();
        if (editor.state.selection.empty) {
          chain
            .insertContent({
              type: "text",
              text: address,
              marks: [{ type: "link", attrs: { href: address } }],
            })
            .run();
        } else {
          chain.setLink({ href: address }).run();
        }
      },
      insertBlock(markdown) {
        const { content = [] } = editor.markdown!.parse(markdown);
        editor.chain().focus().insertContent(content).run();
      },
      focus: () => void editor.commands.focus(),
    }),
    [editor],
  );

  return (
    <div className={classes.editor}>
      <EditorContent editor={editor} />
      {mention && (
        <MentionList
          query={mention}
          threadId={threadId}
          onPick={(nickname) => {
            setMention(null);
            const { from, to } = mention;
            editor.chain().focus().insertContentAt({ from, to }, `@${nickname} `).run();
          }}
          onClose={() => {
            setMention(null);
            editor.commands.focus();
          }}
        />
      )}
    </div>
  );
}

/** Empty paragraphs are written as non-breaking blanks, which nobody typed. */
function markdownIn(editor: Editor): string {
  return editor
    .getMarkdown()
    .replace(/^(?:&nbsp;|\u00a0)$/gm, "")
    .trim();
}

function mentionAt(editor: Editor): MentionQuery | null {
  const { $from, empty, from } = editor.state.selection;
  if (!empty) return null;
  return mentionIn($from.parent.textBetween(0, $from.parentOffset, "\n", " "), from);
}

function format(editor: Editor, command: FormatCommand): void {
  const chain = editor.chain().focus();
  switch (command) {
    case "bold":
      return void chain.toggleBold().run();
    case "italic":
      return void chain.toggleItalic().run();
    case "heading":
      return void chain.toggleHeading({ level: 2 }).run();
    case "bulletList":
      return void chain.toggleBulletList().run();
    case "orderedList":
      return void chain.toggleOrderedList().run();
    case "quote":
      return void chain.toggleBlockquote().run();
    case "code":
      return void (editor.state.selection.empty ? chain.toggleCodeBlock() : chain.toggleCode()).run();
    case "mention":
      return void chain.insertContent("@").run();
  }
}
