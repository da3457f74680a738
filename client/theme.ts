import { createTheme } from "@mantine/core";

/**
 * Mantine in the looks of the forum. Only lazy parts (menus, dialogs, administration) load Mantine; the tokens behind
 * `var(--…)` are those of styles.css, so that both themes come from one place.
 */
export const theme = createTheme({
  fontFamily: "var(--font)",
  fontFamilyMonospace: "var(--mono)",
  primaryColor: "indigo",
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
});
