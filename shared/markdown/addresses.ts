/** Ends of addresses that a text writes out, for texts that put no blank before the next word. */

/** Characters of scripts that are written without blanks, or whose endings follow a foreign word at once. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Punctuation that no address contains, however it is written. */
const OUTSIDE = /[\s<>，。；：？！、（）【】《》〈〉「」『』〔〕“”‘’…｜]/u;
const ASCII_WORD = /[A-Za-z0-9)]/;
const HOST_END = /[/?#\s]/;
/** Longest host, in units. */
const HOST_MAX = 255;
/** Ends of most domains: a label that begins with one of them and goes on in Chinese is no label. */
const COMMON_END = /\.(?:com|net|org|cn)$/i;

/** True for a character of a script in which words follow each other without blanks. */
export function isUnspaced(character: string): boolean {
  return UNSPACED.test(character);
}

/**
 * Length of an address without the words that follow it. In a host they begin where the last label changes from ASCII to
 * such a script, since no domain ends in both: `example.com的官网`. Behind the host they begin where a letter or digit is
 * followed by such a script; behind a sign it belongs to the address: `/wiki/北京`.
 * @param text begins with the host and may go on behind the address
 */
export function addressLength(text: string): number {
  // Looked at no further than the longest host, so that an address costs the same whatever follows.
  const host = text.slice(0, HOST_MAX).split(HOST_END, 1)[0]!;
  const lastDot = host.lastIndexOf(".");
  let at = 0;
  for (const character of text) {
    if (OUTSIDE.test(character)) return at;
    const isBesideWord = at > 0 && ASCII_WORD.test(text[at - 1]!) && isUnspaced(character);
    if (isBesideWord && (at > lastDot || COMMON_END.test(text.slice(Math.max(0, at - 4), at)))) return at;
    at += character.length;
  }
  return at;
}
