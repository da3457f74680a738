import { getSchema } from "@tiptap/core";
import { Image } from "@tiptap/extension-image";
import { DOMParser } from "@tiptap/pm/model";
import { markdownFrom } from "./markdown.ts";
import { textNodes } from "./textNodes.ts";

let reader: DOMParser | undefined;

/**
 * Writes a part of a published text as a quote, with a link to where it comes from. The editor's own code reads and writes
 * it, so that it says the same with the same marks.
 */
export function quotedMarkdown(label: string, href: string, part: HTMLElement): string {
  reader ??= DOMParser.fromSchema(getSchema([...textNodes(""), Image.configure({ inline: true })]));
  const { schema } = reader;
  const link = schema.text(label, [schema.marks["link"]!.create({ href })]);
  const head = schema.node("paragraph", null, link);
  const { content } = reader.parse(part);
  const quote = schema.node("blockquote", null, [head, ...content.content]);
  return `${markdownFrom(schema.node("doc", null, quote))}\n`;
}
