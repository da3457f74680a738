import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";

/** Draws paragraphs of pictures in a row as the album that they become when they are published. */
export const Albums = Extension.create({
  name: "albums",
  addProseMirrorPlugins() {
    const key = new PluginKey<DecorationSet>("albums");
    return [
      new Plugin({
        key,
        state: {
          init: (_config, { doc }) => albumsIn(doc),
          apply: (change, before) => (change.docChanged ? albumsIn(change.doc) : before),
        },
        props: { decorations: (state) => key.getState(state) },
      }),
    ];
  },
});

interface Row {
  from: number;
  node: Node;
  count: number;
}

/** The number of pictures in a paragraph that holds nothing else; 0 for any other block. */
function countPictures(node: Node): number {
  if (node.type.name !== "paragraph") return 0;
  let count = 0;
  let isAlbum = true;
  node.forEach((child) => {
    if (child.type.name === "image") count++;
    else if (child.type.name !== "hardBreak" && child.textContent.trim() !== "") isAlbum = false;
  });
  return isAlbum ? count : 0;
}

function albumsIn(doc: Node): DecorationSet {
  const decorations: Decoration[] = [];
  let rows: Row[] = [];
  const close = (): void => {
    const total = rows.reduce((sum, { count }) => sum + count, 0);
    const half = total === 2 || total === 4 ? " album-half" : "";
    for (const { from, node, count } of total > 1 ? rows : []) {
      const kind = count > 1 ? "pictures" : `album-tile${half}`;
      decorations.push(Decoration.node(from, from + node.nodeSize, { class: kind }));
    }
    rows = [];
  };
  doc.forEach((node, from) => {
    const count = countPictures(node);
    if (count === 0) close();
    else rows.push({ from, node, count });
  });
  close();
  return DecorationSet.create(doc, decorations);
}
