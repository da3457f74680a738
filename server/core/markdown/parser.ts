import type { Token } from "markdown-it";
import { createGrammar } from "../../../shared/markdown/grammar.ts";
import { isTooComplex } from "./weight.ts";

/** Levels that blocks nest in all, by indentation too; a list is two. What lies deeper would be left out. */
const LEVELS_MAX = 40;
/** Pieces that a body consists of at most, blocks and inline marks each; a bound behind the count of blocks. */
const TOKENS_MAX = 60_000;
/** Characters of all addresses and titles of links together: one definition may be referred to thousands of times. */
const ADDRESSES_MAX = 200_000;
/** The title of the page is h1; h6 is the deepest heading that HTML has. */
const [FIRST_HEADING, LAST_HEADING] = [2, 6];
const parser = createGrammar(LEVELS_MAX + 2);

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
