/** Pages of replies that stand in the document at most: five of twenty are the hundred replies of the budget. */
export const PAGES_MAX = 5;
/** Distance beyond the window's edges within which replies are loaded, in screens (landscape E13). */
export const PRELOAD_SCREENS = 1.5;

/** Pages from `first` to `last`, both included. */
export interface PageRange {
  readonly first: number;
  readonly last: number;
}

/** A stretch of the stream in CSS pixels, counted from the top of its first known page. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** State that the pages of the stream's window are computed from. */
export interface WindowFacts {
  /** Pages that have been read; between them there are no gaps. */
  readonly known: PageRange;
  /** Pages that stand in the document now. */
  readonly shown: PageRange;
  /** Height of a known page, in CSS pixels; undefined if it was never shown. */
  heightOf(page: number): number | undefined;
  /** Stretch that is in sight. */
  readonly seen: Stretch;
}

/** Computes the top of a known page in CSS pixels, from the top of the first known one. */
export function topOf({ known, heightOf }: Pick<WindowFacts, "known" | "heightOf">, page: number): number {
  let top = 0;
  for (let each = known.first; each < page; each++) top += heightOf(each) ?? 0;
  return top;
}

/** The known pages that touch a stretch; at least one. */
function touching(facts: WindowFacts, { from, to }: Stretch): PageRange {
  const { known, heightOf } = facts;
  let top = 0;
  let first: number | null = null;
  let last = known.first;
  for (let page = known.first; page <= known.last; page++) {
    const bottom = top + (heightOf(page) ?? 0);
    if (bottom > from && first === null) first = page;
    if (top < to) last = page;
    top = bottom;
  }
  first ??= known.last;
  return { first, last: Math.max(first, last) };
}

/**
 * The pages that shall stand in the document: those near the reader, and of the others those that stand there already,
 * as long as there is room. What is in sight always stands.
 */
export function pagesWanted(facts: WindowFacts): PageRange {
  const { seen, shown } = facts;
  const margin = (seen.to - seen.from) * PRELOAD_SCREENS;
  const near = touching(facts, { from: seen.from - margin, to: seen.to + margin });
  const inSight = touching(facts, seen);
  let { first, last } = near;
  const meets = shown.first <= last + 1 && shown.last >= first - 1;
  if (meets) {
    first = Math.min(first, shown.first);
    last = Math.max(last, shown.last);
  }
  while (last - first >= PAGES_MAX) {
    // The end that is further from what is in sight goes first.
    if (inSight.first - first > last - inSight.last) first++;
    else last--;
  }
  return { first, last };
}

/** The page that should be read by now, below before above; null if there is none. */
export function pageToRead(facts: WindowFacts, has: (page: number) => boolean): number | null {
  const { seen, known } = facts;
  const { above, below } = wantsMore(facts);
  if (below && has(known.last + 1)) return known.last + 1;
  // Nothing comes in above as long as the head of the page is in sight: it would be pushed away.
  return above && seen.from > 0 && has(known.first - 1) ? known.first - 1 : null;
}

/** Finds out on which sides the next page should be read by now. */
export function wantsMore(facts: WindowFacts): { above: boolean; below: boolean } {
  const { seen, known } = facts;
  const margin = (seen.to - seen.from) * PRELOAD_SCREENS;
  const height = topOf(facts, known.last + 1);
  return { above: seen.from < margin, below: seen.to + margin > height };
}
