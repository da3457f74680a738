import { createContext, useContext } from "react";
import type { Locale } from "../i18n/texts.ts";

/** Kinds of layout: a desk with a wide window, or a phone. */
export type Platform = "pc" | "h5";

/** Choice of colours; `auto` follows the device. */
export type ColorScheme = "light" | "dark" | "auto";

/** Size of the text of threads and replies. */
export type TextSize = "normal" | "large" | "larger";

/** Looks of lists of threads: with excerpts and pictures, or two lines each. */
export type Density = "cards" | "compact";

/** Settings that the server decided about a page and the browser starts with, so that both render the same. */
export interface PageSettings {
  platform: Platform;
  locale: Locale;
  colorScheme: ColorScheme;
  textSize: TextSize;
  density: Density;
  /** Address of the site as people see it, without a trailing slash. */
  publicUrl: string;
  /** Time of the request in milliseconds since 1970: relative times are counted from it. */
  now: number;
}

/** The settings of the page being rendered. */
export const PageContext = createContext<PageSettings>({
  platform: "pc",
  locale: "zh-CN",
  colorScheme: "auto",
  textSize: "normal",
  density: "cards",
  publicUrl: "",
  now: 0,
});

/** The settings of the page being rendered. */
export function usePage(): PageSettings {
  return useContext(PageContext);
}
