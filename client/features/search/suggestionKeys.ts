import { keyOf } from "../../platform/inputMethod.ts";
import type { Suggestion } from "./useSuggestions.ts";

/**
 * Reads what a key does to an open list of suggestions: marks another line, takes one, or closes the list.
 * @param chosen index of the marked line; -1 for none
 * @returns null for keys that mean nothing to the list
 */
export function actOf(
  event: KeyboardEvent,
  suggestions: readonly Suggestion[],
  chosen: number,
): { chosen: number } | { taken: Suggestion | null } | null {
  const key = keyOf(event);
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  const places = suggestions.length + 1;
  if (step) return { chosen: ((chosen + 1 + step + places) % places) - 1 };
  if (key === "Escape") return { taken: null };
  return key === "Enter" && suggestions[chosen] ? { taken: suggestions[chosen] } : null;
}
