/** Controls that turn the direction of what follows, by the one that ends each of them. */
const DIRECTION_ENDS = new Map([
  ...["\u202A", "\u202B", "\u202D", "\u202E"].map((control) => [control, "\u202C"] as const),
  ...["\u2066", "\u2067", "\u2068"].map((control) => [control, "\u2069"] as const),
]);
const DIRECTION = /[\u202A-\u202E\u2066-\u2069]/;

/**
 * Ends every control of direction that a text leaves open, and drops those that end nothing, so that what stands beside the
 * text keeps its order: for plain text, where nothing isolates it.
 */
export function balanced(text: string): string {
  if (!DIRECTION.test(text)) return text;
  const open: string[] = [];
  const parts: string[] = [];
  for (const character of text) {
    const end = DIRECTION_ENDS.get(character);
    if (end) open.push(end);
    else if (character === "\u202C" || character === "\u2069") {
      if (open.at(-1) !== character) continue;
      open.pop();
    }
    parts.push(character);
  }
  return parts.join("") + open.reverse().join("");
}
