import { withoutControls } from "../../../../shared/withoutControls.ts";
import { type Editor, Extension } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import { Fragment, type Node, type ResolvedPos, Slice } from "@tiptap/pm/model";
import { Plugin, Selection } from "@tiptap/pm/state";
import { isRichable } from "../editing.ts";
import { cleanHtml } from "./cleanHtml.ts";
import { type Clipboard, clipboardOf, pictureBeside, wantedFiles } from "./clipboard.ts";
import { blocksOf } from "./markdownContent.ts";
import { looksLikeCodeText, looksLikeMarkdown } from "./markdownText.ts";

/** Takes the files of a paste. */
export interface PasteTargets {
  takeFiles(files: readonly File[]): void;
  /** Offers to put a picture in the place of the text that came with it. */
  offerPicture(instead: () => void): void;
}

/** Modes of VS Code whose text is no code. */
const PROSE_MODES = new Set(["", "markdown", "plaintext", "git-commit", "latex"]);
/** Elements that say more than the plain text beside them. */
const SAYS_MORE = /<(?:h[1-6]|ul|ol|table|pre|blockquote|strong|em|s|code|a|img|hr)\b/;

/** Reads clipboards as their sources mean them. */
export function pasteRules(targets: PasteTargets) {
  return Extension.create({
    name: "pasteRules",
    // Before the library's own rules for code and links.
    priority: 1_000,
    addProseMirrorPlugins() {
      const { editor } = this;
      // Shift+Ctrl+V asks for the letters alone.
      let isPlainAsked = false;
      return [
        new Plugin({
          props: {
            transformPastedHTML: (html) => (html.includes("data-pm-slice") ? ownHtml(html) : cleanHtml(html)),
            transformPastedText: (text, plain) => {
              isPlainAsked = plain;
              return withoutControls(text);
            },
            clipboardTextParser: (text, $context) => linesOf(text, $context),
            handlePaste(_view, event) {
              const isPlain = isPlainAsked;
              isPlainAsked = false;
              return paste(editor, targets, clipboardOf(event.clipboardData), isPlain);
            },
          },
        }),
      ];
    },
  });
}

/** Takes styles out of what an editor like this one copied: its elements say all. */
function ownHtml(html: string): string {
  return html.replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\sstyle=(?:"[^"]*"|'[^']*')/gi, ""));
}

/** Puts a clipboard at the cursor. @returns false where the editor puts what it has read */
function paste(
  editor: Editor,
  { takeFiles, offerPicture }: PasteTargets,
  clipboard: Clipboard,
  isPlain: boolean,
): boolean {
  const files = wantedFiles(clipboard);
  if (files.length > 0) {
    takeFiles(files);
    return true;
  }
  const { state, view } = editor;
  // One undo takes back the paste, and nothing that was typed before.
  view.dispatch(closeHistory(state.tr));
  const picture = pictureBeside(clipboard);
  // Behind this paste, whoever makes it.
  if (picture) queueMicrotask(() => offerPicture(insteadOf(editor, () => takeFiles([picture]))));
  const isCode = state.selection.$from.parent.type.spec.code === true;
  const content = isCode || isPlain ? null : contentOf(editor, clipboard);
  if (!content) return false;
  if (content.isMarkdown) put(editor, linesOf(clipboard.text, state.selection.$from));
  const to = editor.state.selection.to;
  const tr = closeHistory(editor.state.tr);
  // One undo gives the plain text of Markdown back.
  tr.replaceRange(state.selection.from, to, fitting(content.blocks));
  editor.view.dispatch(
    tr.setSelection(Selection.near(tr.doc.resolve(tr.mapping.map(to)), -1)).scrollIntoView(),
  );
  return true;
}

/** Takes back what was pasted, unless somebody has written on, and does something else. */
function insteadOf(editor: Editor, run: () => void): () => void {
  const after = editor.state.doc;
  return () => {
    if (editor.state.doc.eq(after)) editor.commands.undo();
    run();
  };
}

/** Gives what the plain text of a clipboard says better than its HTML; null where HTML, or the letters alone, say it. */
function contentOf(
  editor: Editor,
  { html, text, language }: Clipboard,
): { readonly blocks: Fragment; readonly isMarkdown: boolean } | null {
  if (!PROSE_MODES.has(language)) return { blocks: codeOf(editor, text, language), isMarkdown: false };
  const isNamedProse = language !== "";
  if (html !== "" && !isNamedProse && SAYS_MORE.test(cleanHtml(html))) return null;
  if (looksLikeMarkdown(text) && isRichable(text))
    return { blocks: blocksOf(editor, text), isMarkdown: true };
  if (looksLikeCodeText(text)) return { blocks: codeOf(editor, text, null), isMarkdown: false };
  return null;
}

/** A block of code; one line is a part of a sentence. */
function codeOf({ schema }: Editor, text: string, language: string | null): Fragment {
  const words = text.replace(/^\n+/, "").trimEnd();
  if (words.includes("\n"))
    return Fragment.from(schema.nodes["codeBlock"]!.create({ language }, schema.text(words)));
  const word = words.trim() === "" ? null : schema.text(words.trim(), [schema.marks["code"]!.create()]);
  return Fragment.from(schema.nodes["paragraph"]!.create(null, word));
}

function put({ state, view }: Editor, slice: Slice): void {
  view.dispatch(state.tr.replaceSelection(slice));
}

/** Makes a slice whose first and last paragraphs go on with the line that they are put into. */
function fitting(blocks: Fragment): Slice {
  const isLine = (node: Node | null): number => (node?.type.name === "paragraph" ? 1 : 0);
  return new Slice(blocks, isLine(blocks.firstChild), isLine(blocks.lastChild));
}

/** Reads plain text: empty lines part paragraphs, other line breaks stay within them. */
function linesOf(text: string, $context: ResolvedPos): Slice {
  const { schema } = $context.doc.type;
  const marks = $context.marks();
  const paragraphs = text.split(/\n[ \t]*\n\s*/).map((part) => {
    const words = part.split("\n").flatMap((line, index) => {
      const letters = line === "" ? [] : [schema.text(line, marks)];
      return index === 0 ? letters : [schema.nodes["hardBreak"]!.create(), ...letters];
    });
    return schema.nodes["paragraph"]!.create(null, words);
  });
  return new Slice(Fragment.fromArray(paragraphs), 1, 1);
}
