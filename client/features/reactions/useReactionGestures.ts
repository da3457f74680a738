import { useEffect, useRef } from "react";
import { keyOf } from "../../platform/inputMethod.ts";

/** Pointing this long opens the choice, in milliseconds; a passing pointer does not. */
const HOVER_MS = 400;
/** Holding this long opens it on touch screens. */
const HOLD_MS = 450;

/** A like button whose reactions are to be chosen. */
export interface HeldTarget {
  readonly anchor: HTMLElement;
  /** `t5` for a thread, `p7` for a reply. */
  readonly target: string;
  /** Opened with the keyboard, so that the focus goes there. */
  readonly byKey: boolean;
}

interface Handlers {
  onChoose(held: HeldTarget): void;
  onShow(target: string): void;
}

const near = (event: Event, selector: string): HTMLElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;

/** Hears of pointing at like buttons, holding them, going down from them, and of presses of the counts. */
export function useReactionGestures(handlers: Handlers): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    let timer = 0;
    let wasHeld = false;
    /** The like button that a mouse waits on; null for none. */
    let pointed: HTMLElement | null = null;
    const choose = (anchor: HTMLElement, byKey: boolean): void =>
      latest.current.onChoose({ anchor, target: anchor.dataset["react"]!, byKey });
    const wait = (anchor: HTMLElement | null, ms: number, then?: () => void): void => {
      clearTimeout(timer);
      if (!anchor) return;
      timer = window.setTimeout(() => {
        then?.();
        choose(anchor, false);
      }, ms);
    };
    const end = (): void => {
      pointed = null;
      clearTimeout(timer);
    };
    const point = (anchor: HTMLElement | null): void => {
      pointed = anchor;
      wait(anchor, HOVER_MS, end);
    };
    const over = (event: PointerEvent): void => {
      if (event.pointerType === "mouse") point(near(event, "[data-react]"));
    };
    const down = (event: PointerEvent): void => {
      wasHeld = false;
      end();
      if (event.pointerType !== "mouse")
        wait(near(event, "[data-react]"), HOLD_MS, () => {
          wasHeld = true;
        });
    };
    // A button that is still under the mouse afterwards gets no event of its own.
    const scroll = (): void => (pointed?.matches(":hover") ? point(pointed) : end());
    const click = (event: MouseEvent): void => {
      end();
      // The press that opened the choice is not a like.
      if (wasHeld && near(event, "[data-react]")) {
        wasHeld = false;
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      const counts = near(event, "[data-reactors]");
      if (counts) latest.current.onShow(counts.dataset["reactors"]!);
    };
    const menu = (event: MouseEvent): void => {
      if (wasHeld && near(event, "[data-react]")) event.preventDefault();
    };
    const key = (event: KeyboardEvent): void => {
      const anchor = keyOf(event) === "ArrowDown" ? near(event, "[data-react]") : null;
      if (!anchor) return;
      event.preventDefault();
      choose(anchor, true);
    };
    const abort = new AbortController();
    const options = { capture: true, signal: abort.signal };
    document.addEventListener("pointerover", over, options);
    document.addEventListener("pointerdown", down, options);
    for (const name of ["pointerup", "pointercancel"] as const) document.addEventListener(name, end, options);
    document.addEventListener("scroll", scroll, options);
    document.addEventListener("click", click, options);
    document.addEventListener("contextmenu", menu, options);
    document.addEventListener("keydown", key, options);
    // The mouse may have come before this code did.
    if (matchMedia("(hover: hover)").matches)
      point(document.querySelector<HTMLElement>("[data-react]:hover"));
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, []);
}
