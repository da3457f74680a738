/** Colours of categories for which nobody has chosen one; neighbours differ clearly. */
const FALLBACK_COLORS = [
  "#3d50d6",
  "#0c8599",
  "#c2410c",
  "#9c36b5",
  "#2b8a3e",
  "#c2255c",
  "#1971c2",
  "#946200",
] as const;

/** A colour as "#rrggbb" in small letters, or nothing. */
export const COLOR_PATTERN = /^(?:#[0-9a-f]{6})?$/;

/** A category as far as its colour depends on it. */
interface Colored {
  readonly id: number;
  readonly color: string;
}

/** Gives the colour that a category is shown in: its own, that of its parent, or one that follows from its number. */
export function displayColorOf(category: Colored, parent: Colored | undefined): string {
  if (category.color) return category.color;
  if (parent) return displayColorOf(parent, undefined);
  return FALLBACK_COLORS[category.id % FALLBACK_COLORS.length]!;
}
