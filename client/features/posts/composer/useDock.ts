import { type KeyboardEvent, type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** Inline at the end of the thread, docked below what is read on, one line, or the whole window. */
export type DockMode = "inline" | "docked" | "line" | "full";

/** Matches the field of a composer, whichever editor it has. */
const FIELD = 'textarea, [contenteditable="true"]';

/** Place of a composer on the page, and the ways to change it. */
export interface Dock {
  mode: DockMode;
  /** Element that keeps the place in the page. */
  slot: RefObject<HTMLDivElement | null>;
  /** Element that moves. */
  frame: RefObject<HTMLDivElement | null>;
  /** Deeds of the keys; set by the tools once they have been loaded. */
  keysRef: RefObject<((event: KeyboardEvent) => void) | null>;
  /** Changes the place at once; the field has the cursor afterwards unless it was put away. */
  go(next: DockMode): void;
}

/** Puts the cursor into the field of a composer; the page does not move. */
export function focusField(frame: HTMLElement | null): void {
  frame?.querySelector<HTMLElement>(FIELD)?.focus({ preventScroll: true });
}

/** True if an element is the field of a composer. */
export function isField(element: Element): boolean {
  return element.matches(FIELD);
}

/** Holds where a composer stands. Its place in the page keeps its height, so that nothing moves when it leaves. */
export function useDock(start: DockMode): Dock {
  const slot = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const keysRef = useRef<((event: KeyboardEvent) => void) | null>(null);
  const [mode, setMode] = useState(start);
  const latest = useRef(mode);
  const isOut = mode !== "inline";

  const go = useCallback((next: DockMode) => {
    const element = slot.current;
    if (element && latest.current === "inline") element.style.minHeight = `${element.offsetHeight}px`;
    latest.current = next;
    // At once: phones show their keyboard only within the press that asked for it.
    flushSync(() => setMode(next));
    if (element && next === "inline") element.style.minHeight = "";
    if (next === "docked" || next === "full") focusField(frame.current);
  }, []);

  useLayoutEffect(() => {
    if (!isOut) return;
    const column = slot.current!.closest("section") ?? slot.current!;
    const align = (): void => {
      const { left, width } = column.getBoundingClientRect();
      frame.current?.style.setProperty("--dock-left", `${left}px`);
      frame.current?.style.setProperty("--dock-width", `${width}px`);
    };
    align();
    if (latest.current === start) focusField(frame.current);
    addEventListener("resize", align);
    return () => removeEventListener("resize", align);
  }, [isOut, start]);

  return { mode, slot, frame, keysRef, go };
}
