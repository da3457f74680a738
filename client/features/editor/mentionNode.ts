import { type Editor, Node } from "@tiptap/core";
import { type Mention, mentionOf } from "./mentions.ts";
import { type SuggestionQuery, written } from "./suggesting.ts";

/** A mention in the rich editor: one piece, so that nobody writes on in the name. */
export const MentionNode = Node.create({
  name: "mention",
  // Before the mark of links, which would take its HTML.
  priority: 1100,
  group: "inline",
  inline: true,
  atom: true,
  addAttributes: () => ({ id: {}, name: {} }),
  parseHTML: () => [
    {
      tag: "a[href]",
      priority: 100,
      getAttrs: (element) => {
        const mention = mentionOf(element.getAttribute("href") ?? "", element.textContent.trim());
        return mention ? { ...mention } : false;
      },
    },
  ],
  renderHTML: ({ node: { attrs } }) => [
    "a",
    { href: `/user/${attrs["id"]}`, class: "mention" },
    `@${attrs["name"]}`,
  ],
  renderText: ({ node: { attrs } }) => `@${attrs["name"]}`,
});

/** Writes what was chosen in place of what was typed: a mention, or the name of a topic. */
export function insertChosen(editor: Editor, { kind, from, to }: SuggestionQuery, chosen: Mention): void {
  const { id, name } = chosen;
  const mention = [
    { type: "mention", attrs: { id, name } },
    { type: "text", text: " " },
  ];
  const content = kind === "mention" ? mention : written(kind, chosen);
  editor.chain().focus().insertContentAt({ from, to }, content).run();
}
