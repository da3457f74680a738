import type { JSONContent } from "@tiptap/core";
import type { Token } from "markdown-it";
import { createGrammar, isLinkable } from "../../../shared/markdown/grammar.ts";
import { type Mention, mentionOf } from "./mentions.ts";
import { pendingKey } from "./pendingMarks.ts";

/** Deeper blocks would be left out; nobody writes them. */
const LEVELS_MAX = 100;

/** The grammar of bodies, and the places of pictures that are on their way. */
export const editorGrammar = createGrammar(LEVELS_MAX);
editorGrammar.validateLink = (url) => isLinkable(url) || pendingKey(url) !== null;

/** Marks of the editor by the tokens of the grammar. */
const MARKS: Readonly<Record<string, string>> = { strong: "bold", em: "italic", s: "strike", link: "link" };

type Mark = NonNullable<JSONContent["marks"]>[number];

/** Reads the words of a block as the editor's text, pictures, mentions and line breaks, with their marks. */
export function inlineContent(tokens: readonly Token[]): JSONContent[] {
  const content: JSONContent[] = [];
  const open: Mark[] = [];
  const add = (node: JSONContent, more: Mark[] = []): void => {
    const marks = [...new Map([...open, ...more].map((mark) => [mark.type, mark])).values()];
    const last = content.at(-1);
    if (node.type === "text" && last?.type === "text" && isSame(last.marks, marks)) last.text += node.text!;
    else content.push({ ...node, ...(marks.length > 0 && { marks }) });
  };
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    const { type, nesting } = token;
    const mention = type === "link_open" ? mentionAt(tokens, at) : null;
    if (mention) {
      add({ type: "mention", attrs: { ...mention } });
      while (tokens[at]!.type !== "link_close") at++;
    } else if (nesting === 1) open.push(markOf(token));
    else if (nesting === -1) open.pop();
    else if (type === "softbreak" || type === "hardbreak") add({ type: "hardBreak" });
    else if (type === "image") add({ type: "image", attrs: pictureOf(token) });
    else if (token.content !== "")
      add({ type: "text", text: token.content }, type === "code_inline" ? [{ type: "code" }] : []);
  }
  return content;
}

/** Reads the link that begins at a place as a mention; null for other links. */
function mentionAt(tokens: readonly Token[], from: number): Mention | null {
  let text = "";
  for (let at = from + 1; tokens[at]!.type !== "link_close"; at++) text += tokens[at]!.content;
  return mentionOf(String(tokens[from]!.attrGet("href")), text);
}

function markOf(token: Token): Mark {
  const type = MARKS[token.type.replace("_open", "")]!;
  if (type !== "link") return { type };
  return { type, attrs: { href: token.attrGet("href"), title: token.attrGet("title") } };
}

function pictureOf(token: Token): Record<string, unknown> {
  const alt = editorGrammar.renderer.renderInlineAsText(token.children ?? [], editorGrammar.options, {});
  return { src: token.attrGet("src"), alt, title: token.attrGet("title") };
}

function isSame(one: Mark[] = [], other: Mark[]): boolean {
  return one.length === other.length && JSON.stringify(one) === JSON.stringify(other);
}
