import type { Editor } from "@tiptap/core";
import { Fragment } from "@tiptap/pm/model";
import { contentFrom } from "../markdown.ts";

/** Reads Markdown as blocks of the editor. */
export function blocksOf({ schema }: Editor, markdown: string): Fragment {
  return Fragment.fromArray(contentFrom(markdown).map((node) => schema.nodeFromJSON(node)));
}
