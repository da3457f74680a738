import type { Editor } from "@tiptap/core";
import { Fragment } from "@tiptap/pm/model";
import { contentFrom } from "../markdown.ts";

/** Reads Markdown as blocks of the editor. A blank in front parts its first words from those that it is put behind. */
export function blocksOf({ schema }: Editor, markdown: string): Fragment {
  const [first, ...rest] = contentFrom(markdown);
  if (!first) return Fragment.empty;
  const isApart = /^[ \t]/.test(markdown) && first.type === "paragraph" && first.content !== undefined;
  const begin = isApart ? { ...first, content: [{ type: "text", text: " " }, ...first.content!] } : first;
  return Fragment.fromArray([begin, ...rest].map((node) => schema.nodeFromJSON(node)));
}
