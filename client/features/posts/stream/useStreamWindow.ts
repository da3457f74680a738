import { type RefObject, startTransition, useEffect, useLayoutEffect, useRef, useState } from "react";
import { errorOf } from "../../../apollo/errors.ts";
import { type PageRange, pagesWanted, pageToRead, topOf, type WindowFacts } from "./streamWindow.ts";

/** Marks the pages of the stream in the document. */
export const PAGE_MARK = "data-page";
/** After a page that did not load nothing is tried for so long. */
const TRY_AGAIN_MS = 5_000;

/** Pages in the document, and the heights that stand for the other ones. */
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
  /** True if there is such a page. */
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
  const [mover] = useState(
    () => new WindowMover((view) => setState((now) => ({ ...now, view })), setTrouble),
  );

  let { view } = state;
  if (state.start !== start) {
    // Another page by its address: where it stands already, nothing changes.
    const stands = view.shown.first <= start && start <= view.shown.last;
    view = stands ? view : alone(start);
    setState({ start, view });
  }

  useEffect(() => mover.use({ view, has, load, isActive, root: frame.current }));
  useNoScrollAnchoring();
  // What the reader looks at stays where it is, whatever came or went above it.
  useLayoutEffect(() => {
    mover.settle();
    const frameId = requestAnimationFrame(mover.look);
    return () => cancelAnimationFrame(frameId);
  }, [view, mover, trouble]);
  return { view, frame, look: mover.look, trouble, retry: mover.retry };
}

/** The browser would hold what stands below the stream, and run away from what is read. */
function useNoScrollAnchoring(): void {
  useEffect(() => {
    const { style } = document.documentElement;
    style.overflowAnchor = "none";
    return () => void (style.overflowAnchor = "");
  }, []);
}

interface Current extends Omit<Options, "start"> {
  view: StreamView;
  /** The element around the pages. */
  root: HTMLElement | null;
}

/** Moves the window after the reader: measures pages, reads neighbours, holds what is in sight. */
class WindowMover {
  private current: Current | null = null;
  private readonly heights = new Map<number, number>();
  private anchor: Anchor | null = null;
  private isBusy = false;
  private restUntil = 0;

  constructor(
    private readonly show: (view: StreamView) => void,
    private readonly tell: (change: (trouble: StreamTrouble | null) => StreamTrouble | null) => void,
  ) {}

  /** Takes what has just been rendered. */
  use(current: Current): void {
    this.current = current;
  }

  /** Looks where the reader is, and shows or reads the pages that belong there. */
  readonly look = (): void => {
    const { current } = this;
    if (!current?.root || this.isBusy || !current.isActive) return;
    const facts = this.measure(current.root, current.view);
    const { first, last } = pagesWanted(facts);
    const { shown, known } = facts;
    if (first !== shown.first || last !== shown.last) this.move(current.root, known, { first, last });
    else if (Date.now() >= this.restUntil) this.readOn(current, facts);
  };

  /** Tries again at once what could not be read. */
  readonly retry = (): void => {
    this.restUntil = 0;
    this.look();
  };

  /** Puts what was in sight back to its place after pages have come or gone. */
  settle(): void {
    const { anchor } = this;
    this.anchor = null;
    if (anchor?.element.isConnected) {
      const moved = placeOf(anchor.element) - anchor.top;
      if (Math.abs(moved) >= 1) scrollBy({ top: moved, behavior: "instant" });
    }
    this.isBusy = false;
  }

  private measure(root: Element, { known, shown }: StreamView): WindowFacts {
    for (const page of root.querySelectorAll(`[${PAGE_MARK}]`)) {
      this.heights.set(Number(page.getAttribute(PAGE_MARK)), page.getBoundingClientRect().height);
    }
    const { top } = root.getBoundingClientRect();
    const seen = { from: -top, to: innerHeight - top };
    return { known, shown, seen, heightOf: (page) => this.heights.get(page) };
  }

  private move(root: Element, known: PageRange, shown: PageRange): void {
    this.isBusy = true;
    this.anchor = anchorOf(root);
    const topOfPage = (page: number) => topOf({ known, heightOf: (each) => this.heights.get(each) }, page);
    const below = topOfPage(known.last + 1) - topOfPage(shown.last + 1);
    const change = () => this.show({ known, shown, above: topOfPage(shown.first), below });
    // Where the reader looks at nothing there is no time to lose.
    if (this.anchor) startTransition(change);
    else change();
  }

  private readOn({ has, load, view, root }: Current, facts: WindowFacts): void {
    const page = pageToRead(facts, has);
    if (page === null) return;
    const { known } = view;
    this.isBusy = true;
    this.tell((trouble) => trouble && { ...trouble, isBusy: true });
    load(page).then(
      () => {
        this.isBusy = false;
        this.tell(() => null);
        if (this.current?.view !== view) return;
        const grown = { first: Math.min(known.first, page), last: Math.max(known.last, page) };
        const room = pagesWanted({ ...facts, known: grown });
        const shown =
          page > known.last ? { first: room.first, last: page } : { first: page, last: room.last };
        this.move(root!, grown, shown);
      },
      (error: unknown) => {
        this.isBusy = false;
        this.anchor = anchorOf(root!);
        const isAbove = page < known.first;
        this.tell(() => ({ message: errorOf(error).message, isAbove, isBusy: false }));
        this.restUntil = Date.now() + TRY_AGAIN_MS;
        setTimeout(this.look, TRY_AGAIN_MS);
      },
    );
  }
}

/** The first reply in sight. */
function anchorOf(root: Element): Anchor | null {
  for (const element of root.querySelectorAll(`[${PAGE_MARK}] > *`)) {
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom > 0 && top < innerHeight) return { element, top: top + scrollY };
  }
  return null;
}
