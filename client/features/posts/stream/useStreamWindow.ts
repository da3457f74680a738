import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { errorOf } from "../../../apollo/errors.ts";
import { type PageRange, pagesWanted, topOf, wantsMore } from "./streamWindow.ts";

/** Marks the pages of the stream in the document. */
export const PAGE_MARK = "data-page";
/** After a page that did not load nothing is tried for so long. */
const TRY_AGAIN_MS = 5_000;

/** What stands in the document: pages, and the room that the others take. */
export interface StreamView {
  readonly known: PageRange;
  readonly shown: PageRange;
  /** Heights above and below the shown pages, in CSS pixels. */
  readonly above: number;
  readonly below: number;
}

/** A neighbouring page that could not be read. */
export interface StreamTrouble {
  readonly message: string;
  /** It is missing above what is shown, not below. */
  readonly isAbove: boolean;
  readonly isBusy: boolean;
}

/** The window of a stream: the shown pages, and the ways to move it. */
export interface StreamWindow {
  readonly view: StreamView;
  readonly frame: RefObject<HTMLDivElement | null>;
  /** Looks where the reader is; called when the page has scrolled. */
  look(): void;
  /** The page that could not be read, until it is. */
  readonly trouble: StreamTrouble | null;
  /** Reads it again at once. */
  retry(): void;
}

interface Options {
  /** The page that came with the address. */
  start: number;
  /** Whether there is such a page. */
  has(page: number): boolean;
  /** Reads a page, so that it can be shown at once. */
  load(page: number): Promise<unknown>;
  /** Off where there is nothing but the page of the address. */
  isActive: boolean;
}

interface Anchor {
  element: Element;
  /** Place in the document, in CSS pixels. */
  top: number;
}

const placeOf = (element: Element): number => element.getBoundingClientRect().top + scrollY;

const alone = (page: number): StreamView => ({
  known: { first: page, last: page },
  shown: { first: page, last: page },
  above: 0,
  below: 0,
});

/**
 * Keeps the pages near the reader in the document, and the room of those that were left: however far one scrolls, what
 * is in sight does not move and the document stays small. The heights of left pages are measured, never guessed.
 */
export function useStreamWindow({ start, has, load, isActive }: Options): StreamWindow {
  const [state, setState] = useState({ start, view: alone(start) });
  const [trouble, setTrouble] = useState<StreamTrouble | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const heights = useRef(new Map<number, number>());
  const anchor = useRef<Anchor | null>(null);
  const isBusy = useRef(false);
  const restUntil = useRef(0);
  const lookAgain = useRef(() => {});

  let { view } = state;
  if (state.start !== start) {
    // Another page by its address: where it stands already, nothing changes.
    const stands = view.shown.first <= start && start <= view.shown.last;
    view = stands ? view : alone(start);
    setState({ start, view });
  }

  const latest = useRef({ view, has, load, isActive });
  useEffect(() => {
    latest.current = { view, has, load, isActive };
  });

  const look = useCallback((): void => {
    const root = frame.current;
    const { view, has, load, isActive } = latest.current;
    if (!root || isBusy.current || !isActive) return;
    for (const page of root.querySelectorAll(`[${PAGE_MARK}]`)) {
      heights.current.set(Number(page.getAttribute(PAGE_MARK)), page.getBoundingClientRect().height);
    }
    const heightOf = (page: number) => heights.current.get(page);
    const { top } = root.getBoundingClientRect();
    const seen = { from: -top, to: innerHeight - top };
    const facts = { known: view.known, shown: view.shown, heightOf, seen };

    const move = (known: PageRange, shown: PageRange): void => {
      isBusy.current = true;
      anchor.current = anchorOf(root);
      const after = topOf({ known, heightOf }, known.last + 1) - topOf({ known, heightOf }, shown.last + 1);
      const next = { known, shown, above: topOf({ known, heightOf }, shown.first), below: after };
      const change = () => setState((now) => ({ ...now, view: next }));
      // Where the reader looks at nothing there is no time to lose.
      if (anchor.current) startTransition(change);
      else change();
    };

    const { first, last } = pagesWanted(facts);
    if (first !== view.shown.first || last !== view.shown.last) return move(view.known, { first, last });
    if (Date.now() < restUntil.current) return;

    const more = wantsMore(facts);
    const { known } = view;
    // Nothing comes in above as long as the head of the page is in sight: it would be pushed away.
    const wanted =
      more.below && has(known.last + 1)
        ? known.last + 1
        : more.above && top < 0 && has(known.first - 1)
          ? known.first - 1
          : null;
    if (wanted === null) return;
    isBusy.current = true;
    setTrouble((now) => now && { ...now, isBusy: true });
    load(wanted).then(
      () => {
        isBusy.current = false;
        setTrouble(null);
        if (latest.current.view !== view) return;
        const grown = { first: Math.min(known.first, wanted), last: Math.max(known.last, wanted) };
        const room = pagesWanted({ ...facts, known: grown });
        const isBelow = wanted > known.last;
        move(grown, isBelow ? { first: room.first, last: wanted } : { first: wanted, last: room.last });
      },
      (error: unknown) => {
        isBusy.current = false;
        anchor.current = anchorOf(root);
        setTrouble({ message: errorOf(error).message, isAbove: wanted < known.first, isBusy: false });
        restUntil.current = Date.now() + TRY_AGAIN_MS;
        setTimeout(() => lookAgain.current(), TRY_AGAIN_MS);
      },
    );
  }, []);

  useEffect(() => {
    lookAgain.current = look;
  }, [look]);

  // The browser would hold what stands below the stream, and run away from what is read.
  useEffect(() => {
    const { style } = document.documentElement;
    style.overflowAnchor = "none";
    return () => void (style.overflowAnchor = "");
  }, []);

  // What the reader looks at stays where it is, whatever came or went above it.
  useLayoutEffect(() => {
    const held = anchor.current;
    anchor.current = null;
    if (held?.element.isConnected) {
      const moved = placeOf(held.element) - held.top;
      if (Math.abs(moved) >= 1) scrollBy({ top: moved, behavior: "instant" });
    }
    isBusy.current = false;
    const frameId = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frameId);
  }, [view, look, trouble]);

  const retry = useCallback(() => {
    restUntil.current = 0;
    look();
  }, [look]);
  return { view, frame, look, trouble, retry };
}

/** The first reply in sight. */
function anchorOf(root: Element): Anchor | null {
  for (const element of root.querySelectorAll(`[${PAGE_MARK}] > *`)) {
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom > 0 && top < innerHeight) return { element, top: top + scrollY };
  }
  return null;
}
