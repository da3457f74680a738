/** Replies that can be chosen at once, as the server says. */
const CHOSEN_MAX = 200;

/** Reads numbers of replies such as "3, 5-8"; null for what is none, and for too many. */
export function readFloorNumbers(text: string): number[] | null {
  const numbers = new Set<number>();
  const parts = text
    .split(/[,，、\s]+/)
    .map((part) => part.trim())
    .filter(Boolean);
  for (const part of parts) {
    const range = /^#?(\d{1,9})(?:[-–—~～](\d{1,9}))?$/.exec(part);
    if (!range) return null;
    const [first, last] = [Number(range[1]), Number(range[2] ?? range[1])];
    if (first < 1 || last < first || last - first >= CHOSEN_MAX) return null;
    for (let number = first; number <= last; number++) numbers.add(number);
  }
  return numbers.size > 0 && numbers.size <= CHOSEN_MAX ? [...numbers].sort((a, b) => a - b) : null;
}
