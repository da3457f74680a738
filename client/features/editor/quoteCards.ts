import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { isQuoteSource, quoteFace } from "./quoteFace.ts";
import classes from "./QuoteFace.module.css";

/** Puts the face of the quoted author at the head of quotes that say where they come from. */
export const QuoteCards = Extension.create({
  name: "quoteCards",
  addProseMirrorPlugins() {
    const key = new PluginKey<DecorationSet>("quoteCards");
    return [
      new Plugin({
        key,
        state: {
          init: (_config, { doc }) => facesIn(doc),
          apply: (change, before) => (change.docChanged ? facesIn(change.doc) : before),
        },
        props: { decorations: (state) => key.getState(state) },
      }),
    ];
  },
});

function facesIn(doc: Node): DecorationSet {
  const decorations: Decoration[] = [];
  doc.forEach((quote, at) => {
    const text = quote.type.name === "blockquote" ? quote.firstChild?.firstChild : null;
    const href = text?.marks.find(({ type }) => type.name === "link")?.attrs["href"] as string | undefined;
    if (!text || !href || !isQuoteSource(href)) return;
    const name = text.text ?? "";
    // Behind the opening of the quote and of its first line, within the link.
    const draw = () => quoteFace(href, name, classes.face!);
    decorations.push(Decoration.widget(at + 2, draw, { side: 1, marks: text.marks, key: `${href} ${name}` }));
  });
  return DecorationSet.create(doc, decorations);
}
