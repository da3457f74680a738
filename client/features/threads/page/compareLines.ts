/** A line that both texts have, or only the older (`-`) or the newer (`+`). */
export interface ComparedLine {
  sign: " " | "-" | "+";
  text: string;
}

/** Longest middle part that is compared line by line; a larger one shows as replaced. */
const COMPARED_LINES_MAX = 400;

/** Compares two texts line by line: common start and end first, then the longest common sequence between them. */
export function compareLines(older: string, newer: string): ComparedLine[] {
  const a = older.split("\n");
  const b = newer.split("\n");
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const same = (text: string): ComparedLine => ({ sign: " ", text });
  const middle = compareMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return [...a.slice(0, start).map(same), ...middle, ...a.slice(a.length - end).map(same)];
}

function compareMiddle(a: string[], b: string[]): ComparedLine[] {
  const removed = (text: string): ComparedLine => ({ sign: "-", text });
  const added = (text: string): ComparedLine => ({ sign: "+", text });
  if (a.length > COMPARED_LINES_MAX || b.length > COMPARED_LINES_MAX)
    return [...a.map(removed), ...b.map(added)];

  // common[i][j]: length of the longest common sequence of a from i and b from j.
  const common = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i]![j] =
        a[i] === b[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
    }
  }
  const lines: ComparedLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ sign: " ", text: a[i]! });
      i++;
      j++;
    } else if (j >= b.length || (i < a.length && common[i + 1]![j]! >= common[i]![j + 1]!)) {
      lines.push(removed(a[i++]!));
    } else {
      lines.push(added(b[j++]!));
    }
  }
  return lines;
}
