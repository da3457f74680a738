import { Code } from "@tiptap/extension-code";
import { TaskItem, TaskList } from "@tiptap/extension-list";
import { StarterKit } from "@tiptap/starter-kit";
import { MentionNode } from "./mentionNode.ts";
import { tableNodes } from "./tables/tableNodes.ts";

/** Nodes and marks of a text, all but pictures: what the grammar reads, and nothing that it cannot say. */
export function textNodes(task: string) {
  return [
    // The toolbar offers fewer headings than a text may have.
    StarterKit.configure({ underline: false, code: false, link: { openOnClick: false } }),
    // Code may be a link, and within bold words.
    Code.extend({ excludes: "" }),
    TaskList,
    TaskItem.configure({
      nested: true,
      a11y: { checkboxLabel: (item) => item.firstChild?.textContent || task },
    }),
    MentionNode,
    ...tableNodes,
  ];
}
