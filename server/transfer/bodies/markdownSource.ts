/** Sources in Markdown of other forums: finding what is not code. */

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const QUOTE = /^(?: {0,3}> ?)+/;
/** Separates lines without a fence that belong together. */
const TICKS = /`+/g;

/**
 * Rewrites a Markdown source outside of blocks and spans of code. The pieces given are those between them, so that none
 * holds any code. Looks at each character a few times.
 */
export function outsideCode(source: string, rewrite: (text: string) => string): string {
  const parts: string[] = [];
  let open: { readonly sign: string; readonly length: number } | null = null;
  let text: string[] = [];
  const flush = (): void => {
    if (text.length > 0) parts.push(outsideSpans(text.join("\n"), rewrite));
    text = [];
  };
  for (const line of source.split("\n")) {
    const bare = line.replace(QUOTE, "");
    const fence = FENCE.exec(bare)?.[1];
    if (open) {
      parts.push(line);
      const isEnd = fence?.startsWith(open.sign) && fence.length >= open.length && bare.trim() === fence;
      if (isEnd) open = null;
    } else if (
      fence &&
      !(fence.startsWith("`") && bare.slice(bare.indexOf(fence) + fence.length).includes("`"))
    ) {
      flush();
      parts.push(line);
      open = { sign: fence[0]!, length: fence.length };
    } else text.push(line);
  }
  flush();
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
