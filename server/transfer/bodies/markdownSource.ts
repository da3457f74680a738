/** Sources in Markdown of other forums: finding what is not code. */

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const QUOTE = /^(?: {0,3}> ?)+/;
const TICKS = /`+/g;

/** Says of each line of a Markdown source if it belongs to a block of code between fences, the fences included. */
export function codeLines(lines: readonly string[]): boolean[] {
  let open: { readonly sign: string; readonly length: number } | null = null;
  return lines.map((line) => {
    const bare = line.replace(QUOTE, "");
    const fence = FENCE.exec(bare)?.[1];
    if (open) {
      const isEnd = fence?.startsWith(open.sign) && fence.length >= open.length && bare.trim() === fence;
      if (isEnd) open = null;
      return true;
    }
    if (!fence || (fence.startsWith("`") && bare.slice(bare.indexOf(fence) + fence.length).includes("`")))
      return false;
    open = { sign: fence[0]!, length: fence.length };
    return true;
  });
}

/**
 * Rewrites a Markdown source outside of blocks and spans of code. The pieces given are those between them, so that none
 * holds any code. Looks at each character a few times.
 */
export function outsideCode(source: string, rewrite: (text: string) => string): string {
  const lines = source.split("\n");
  const isCode = codeLines(lines);
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at <= lines.length; at++) {
    if (at < lines.length && isCode[at] === isCode[from]) continue;
    const part = lines.slice(from, at).join("\n");
    parts.push(isCode[from] ? part : outsideSpans(part, rewrite));
    from = at;
  }
  return parts.join("\n");
}

/** The same within text that has no blocks of code. */
function outsideSpans(text: string, rewrite: (text: string) => string): string {
  if (!text.includes("`")) return rewrite(text);
  const runs = [...text.matchAll(TICKS)].map(({ index, 0: { length } }) => ({ index, length }));
  // Of each run, the next one of the same length: the end of a span that it begins.
  const nexts = new Array<number>(runs.length).fill(-1);
  const latest = new Map<number, number>();
  for (let at = runs.length - 1; at >= 0; at--) {
    nexts[at] = latest.get(runs[at]!.length) ?? -1;
    latest.set(runs[at]!.length, at);
  }
  const parts: string[] = [];
  let reached = 0;
  for (let at = 0; at < runs.length; at++) {
    const next = nexts[at]!;
    if (next < 0 || text[runs[at]!.index - 1] === "\\") continue;
    const { index } = runs[at]!;
    const end = runs[next]!.index + runs[next]!.length;
    parts.push(rewrite(text.slice(reached, index)), text.slice(index, end));
    reached = end;
    at = next;
  }
  parts.push(rewrite(text.slice(reached)));
  return parts.join("");
}
