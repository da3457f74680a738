import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";

/** Names the language of a block of code at its corner, as the published page does; the style sheet draws it. */
export const CodeLabels = Extension.create({
  name: "codeLabels",
  addProseMirrorPlugins() {
    const key = new PluginKey<DecorationSet>("codeLabels");
    return [
      new Plugin({
        key,
        state: {
          init: (_config, { doc }) => labelsIn(doc),
          apply: (change, before) => (change.docChanged ? labelsIn(change.doc) : before),
        },
        props: { decorations: (state) => key.getState(state) },
      }),
    ];
  },
});

function labelsIn(doc: Node): DecorationSet {
  const labels: Decoration[] = [];
  doc.descendants((node, at) => {
    if (node.type.name !== "codeBlock") return;
    const language = node.attrs["language"] as string | null;
    if (language) labels.push(Decoration.node(at, at + node.nodeSize, { "data-language": language }));
  });
  return DecorationSet.create(doc, labels);
}
