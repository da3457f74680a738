import { useEffect, useRef } from "react";
import { keyOf } from "../../platform/inputMethod.ts";

/** Opens the search of the administration with Ctrl+K, or ⌘K. */
export function useSearchKey(open: () => void): void {
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (keyOf(event).toLowerCase() !== "k") return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
