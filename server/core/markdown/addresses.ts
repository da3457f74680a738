/** A stretch of a text: where it begins, and where what is behind it begins. */
export type Stretch = readonly [from: number, to: number];

/** Addresses that become links by themselves, in texts of any kind. Only a path may have letters beyond ASCII. */
const BARE =
  /(?:(?:https?|ftp):\/\/|(?<![\w.])www\.)[\w.:@%~-]+(?:[/?#][^\s<>()"'`（），。；：！？、“”‘’《》]*)?|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]+/gi;
/** Targets of links and pictures. */
const TARGETS = /\]\([ \t]{0,9}(?:<[^<>\n]{0,2000}>|(?:[^\s<>()]|\([^\s<>()]{0,200}\)){0,2000})/g;
/** Definitions of targets. */
const DEFINITIONS = /^ ? ? ?\[[^\]\n\r\u2028\u2029]+\]:.+/gm;
/** Marks of quotes and lists before what a line says. */
const CONTAINERS = /^(?:[ \t>]|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))*/;
const FENCE = /^(`{3,}|~{3,})/;
const LIST = /^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]/;

/** Finds addresses in a text without marks, in order. */
export function addressesIn(text: string): Stretch[] {
  return Array.from(text.matchAll(BARE), ({ 0: { length }, index }) => [index, index + length] as const);
}

/** Finds addresses, targets of links and pictures, and code in Markdown, in order; some may overlap. Looks at each place once. */
export function codeAndAddressesIn(markdown: string): Stretch[] {
  const { blocks, paragraphs } = codeBlocksIn(markdown);
  const found = [...blocks, ...addressesIn(markdown)];
  for (const [from, to] of paragraphs) found.push(...codeSpansIn(markdown, from, to));
  for (const targets of [TARGETS, DEFINITIONS])
    for (const { 0: target, index } of markdown.matchAll(targets)) found.push([index, index + target.length]);
  return found.sort((one, other) => one[0] - other[0]);
}

/** Divides Markdown into blocks of code, fenced or indented, and the paragraphs between them. */
function codeBlocksIn(markdown: string): { blocks: Stretch[]; paragraphs: Stretch[] } {
  const blocks: Stretch[] = [];
  const paragraphs: Stretch[] = [];
  let fence: { readonly mark: string; readonly from: number } | null = null;
  let [paragraph, isInList, isAfterBlank] = [0, false, true];
  let at = 0;
  for (const line of markdown.split(/(?<=\n)/)) {
    const end = at + line.length;
    const said = line.replace(CONTAINERS, "").trimEnd();
    const [, mark] = FENCE.exec(said) ?? [];
    const isBlank = line.trim() === "";
    const isIndented = !isBlank && isAfterBlank && !isInList && /^(?: {4}|\t)/.test(line);
    if (fence) {
      if (mark?.startsWith(fence.mark) && mark === said) {
        blocks.push([fence.from, end]);
        [fence, paragraph] = [null, end];
      }
    } else if (mark || isBlank || isIndented) {
      paragraphs.push([paragraph, at]);
      paragraph = end;
      if (mark) fence = { mark, from: at };
      else if (isIndented) blocks.push([at, end]);
    }
    if (!isBlank) isInList = LIST.test(line) || (isInList && /^[ \t]/.test(line));
    isAfterBlank = isBlank || isIndented;
    at = end;
  }
  if (fence) blocks.push([fence.from, at]);
  else paragraphs.push([paragraph, at]);
  return { blocks, paragraphs };
}

/** Finds the spans of code of a paragraph: a run of backticks, and the next run that is as long. */
function codeSpansIn(markdown: string, from: number, to: number): Stretch[] {
  const runs = Array.from(markdown.slice(from, to).matchAll(/\\`|`+/g), ({ 0: run, index }) => ({
    at: from + index,
    length: run.length,
    isEscaped: run.startsWith("\\"),
  }));
  const ticks = (run: (typeof runs)[number]): number => (run.isEscaped ? 1 : run.length);
  // From behind, so that each run knows the next one of its length.
  const nearest = new Map<number, number>();
  const closing: (number | undefined)[] = [];
  for (let place = runs.length - 1; place >= 0; place--) {
    closing[place] = nearest.get(ticks(runs[place]!));
    nearest.set(ticks(runs[place]!), place);
  }
  const spans: Stretch[] = [];
  for (let place = 0; place < runs.length; place++) {
    const close = closing[place];
    if (runs[place]!.isEscaped || close === undefined) continue;
    spans.push([runs[place]!.at, runs[close]!.at + runs[close]!.length]);
    place = close;
  }
  return spans;
}
