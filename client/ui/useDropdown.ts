import { type PointerEvent, useCallback, useEffect, useRef, useState } from "react";
import { keyOf } from "../platform/inputMethod.ts";

/** A pointer that only passes by opens nothing (spec §9). */
export const DROPDOWN_OPEN_MS = 250;
/** Time to cross the gap between the button and the menu (spec §9). */
export const DROPDOWN_CLOSE_MS = 150;

/** Gestures of a mouse that open a dropdown. */
export type OpensOn = "click" | "hover";

/** Gesture that opened it: only what a mouse opened by passing goes when the mouse does. */
type OpenedBy = "hover" | "click" | "first" | "last";

/** State of a dropdown: when it opens and closes, and where the focus goes. */
export function useDropdown(opensOn: OpensOn) {
  const [openedBy, setOpenedBy] = useState<OpenedBy | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isOpen = openedBy !== null;

  const set = (next: OpenedBy | null) => {
    clearTimeout(timer.current);
    setOpenedBy(next);
  };
  const later = (event: PointerEvent, next: OpenedBy | null, delayMs: number) => {
    clearTimeout(timer.current);
    if (opensOn !== "hover" || event.pointerType === "touch") return;
    timer.current = setTimeout(() => setOpenedBy((now) => (next === null ? next : (now ?? next))), delayMs);
  };

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (openedBy === null) return;
    const closeOutside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpenedBy(null);
    };
    const closeByKey = (event: KeyboardEvent) => {
      if (keyOf(event) === "Escape") setOpenedBy(null);
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("keydown", closeByKey);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("keydown", closeByKey);
    };
  }, [openedBy]);

  /** Puts the focus into a menu that stands; one that opened by passing leaves it where it is. */
  const settle = useCallback(() => {
    if (openedBy === null || openedBy === "hover") return;
    const items = [...(root.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
    items.at(openedBy === "last" ? -1 : 0)?.focus({ preventScroll: true });
  }, [openedBy]);

  return {
    isOpen,
    root,
    button,
    settle,
    open: (focus: "first" | "last") => set(focus),
    /** Closes and gives the focus back to the button. */
    close() {
      set(null);
      button.current?.focus();
    },
    /** Closes and lets the focus go on. */
    leave: () => set(null),
    /** A click on the button; one on a menu that opened by passing makes it stay. */
    press: () => set(isOpen && openedBy !== "hover" ? null : "click"),
    enterWithMouse: (event: PointerEvent) => later(event, "hover", DROPDOWN_OPEN_MS),
    leaveWithMouse: (event: PointerEvent) => {
      if (openedBy === null || openedBy === "hover") later(event, null, DROPDOWN_CLOSE_MS);
    },
  };
}
