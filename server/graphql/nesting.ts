import { Lexer, Source, TokenKind } from "graphql";
import { TOKENS_MAX } from "./limits.ts";

/** Brackets within brackets in a document; the deepest of the client's own has 11. */
export const BRACKETS_MAX = 40;

const OPENING: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/**
 * True if a document nests brackets too deep for a recursive parser. Reads no further than the parser would; what is no
 * document at all is left for the parser to refuse.
 */
export function isTooDeep(text: string): boolean {
  const lexer = new Lexer(new Source(text));
  let depth = 0;
  try {
    for (let tokens = 0; tokens <= TOKENS_MAX; tokens++) {
      const { kind } = lexer.advance();
      if (kind === TokenKind.EOF) return false;
      if (OPENING.has(kind) && ++depth > BRACKETS_MAX) return true;
      if (CLOSING.has(kind)) depth--;
    }
  } catch {
    return false;
  }
  return false;
}
