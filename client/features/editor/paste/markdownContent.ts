import type { Editor, JSONContent } from "@tiptap/core";
import { Fragment } from "@tiptap/pm/model";

/** Reads Markdown as blocks of the editor; what stands within lines gets a line of its own. */
export function blocksOf(editor: Editor, markdown: string): Fragment {
  const { content = [] } = editor.markdown!.parse(markdown);
  const { schema } = editor;
  const blocks: JSONContent[] = [];
  let line: JSONContent[] | null = null;
  for (const node of content) {
    const isInline = schema.nodes[node.type ?? ""]?.isInline === true;
    if (!isInline) blocks.push(node);
    else if (line) line.push(node);
    else blocks.push({ type: "paragraph", content: (line = [node]) });
    if (!isInline) line = null;
  }
  return Fragment.fromArray(blocks.map((node) => schema.nodeFromJSON(node)));
}
