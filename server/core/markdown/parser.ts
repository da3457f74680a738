import MarkdownIt, { type Token } from "markdown-it";
import { isTooComplex } from "./weight.ts";

/** Levels that blocks nest in all, by indentation too; a list is two. What lies deeper would be left out. */
const LEVELS_MAX = 40;
/** Pieces that a body consists of at most, blocks and inline marks each; a bound behind the count of blocks. */
const TOKENS_MAX = 60_000;
/** Characters of all addresses and titles of links together: one definition may be referred to thousands of times. */
const ADDRESSES_MAX = 200_000;
/** Schemes of links besides addresses within the site: http, https, mailto. */
const SCHEME = /^(?:https?|mailto):/i;
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** The title of the page is h1; h6 is the deepest heading that HTML has. */
const [FIRST_HEADING, LAST_HEADING] = [2, 6];
/** A task that is open or done, at the beginning of an item. */
const TASK = /^\[[ \txX]\][ \t]/;

const parser = new MarkdownIt("default", {
  html: false,
  breaks: true,
  linkify: true,
  maxNesting: LEVELS_MAX + 2,
});
// Addresses with a scheme are found while parsing; those without one by `addressPlaces`, which knows no `readme.md`.
parser.core.ruler.disable(["linkify", "replacements", "smartquotes"]);
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
parser.validateLink = (url) => SCHEME.test(url) || !HAS_SCHEME.test(url);
parser.normalizeLinkText = (url) => url;
refuseFootnotes();

/** `[^1]: text` is no definition of a link: footnotes are text here. */
function refuseFootnotes(): void {
  // The parser offers no way to ask for a rule by its name.
  const { __rules__: rules } = parser.block.ruler as unknown as {
    __rules__: { name: string; fn: Parameters<typeof parser.block.ruler.at>[1] }[];
  };
  const definition = rules.find(({ name }) => name === "reference")!.fn;
  parser.block.ruler.at("reference", (state, line, end, silent) => {
    const at = state.bMarks[line]! + state.tShift[line]!;
    return !state.src.startsWith("[^", at) && definition(state, line, end, silent);
  });
}

/** The parser that all bodies go through, for its renderer. */
export const markdownIt = parser;

/**
 * Parses a body once; everything that is made of it is made of these tokens.
 * @returns null for bodies that are too complex: they are shown as they are
 */
export function parse(source: string): Token[] | null {
  if (isTooComplex(source)) return null;
  const tokens = parser.parse(source, {});
  if (tokens.length > TOKENS_MAX || tokens.some(({ level }) => level > LEVELS_MAX)) return null;
  if (isOverlong(tokens)) return null;
  rankHeadings(tokens);
  markTasks(tokens);
  return tokens;
}

function isOverlong(tokens: readonly Token[]): boolean {
  let [count, addresses] = [tokens.length, 0];
  for (const { children } of tokens) {
    if (!children) continue;
    count += children.length;
    if (count > TOKENS_MAX) return true;
    for (const { attrs } of children) {
      for (const [, value] of attrs ?? []) addresses += String(value).length;
      if (addresses > ADDRESSES_MAX) return true;
    }
  }
  return false;
}

/**
 * Headings keep their ranks and lose their sizes: the highest of a body is h2, and none is more than one level below the
 * one before it, so that whoever hears the page finds an outline without gaps.
 */
function rankHeadings(tokens: readonly Token[]): void {
  const headings = tokens.filter(({ type }) => type === "heading_open" || type === "heading_close");
  const ranks = [...new Set(headings.map(({ tag }) => tag))].sort();
  let before = FIRST_HEADING - 1;
  for (const heading of headings) {
    if (heading.type === "heading_open")
      before = Math.min(ranks.indexOf(heading.tag) + FIRST_HEADING, before + 1, LAST_HEADING);
    heading.tag = `h${before}`;
  }
}

/** Items that begin with `[ ]` or `[x]` show a box that is empty or ticked. */
function markTasks(tokens: readonly Token[]): void {
  const lists: Token[] = [];
  tokens.forEach((token, index) => {
    if (token.type === "bullet_list_open" || token.type === "ordered_list_open") lists.push(token);
    else if (token.type === "bullet_list_close" || token.type === "ordered_list_close") lists.pop();
    if (token.type !== "inline" || tokens[index - 2]?.type !== "list_item_open") return;
    const text = token.children?.[0];
    if (text?.type !== "text" || tokens[index - 1]!.type !== "paragraph_open" || !TASK.test(text.content))
      return;
    const item = tokens[index - 2]!;
    item.attrSet("class", "task-list-item");
    item.meta = { task: text.content[1] === "x" || text.content[1] === "X" ? "done" : "open" };
    text.content = text.content.slice(4).trimStart();
    lists.at(-1)!.attrSet("class", "contains-task-list");
  });
}
