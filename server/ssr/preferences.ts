import { browserDevice } from "../core/device.ts";
import type { Locale } from "../core/locale.ts";
import { chooseLocale } from "../core/locale.ts";

/** Layout for desks or for phones. */
export type Platform = "pc" | "h5";
/** Colours; `auto` follows the device. */
export type ColorScheme = "light" | "dark" | "auto";

/** Size of the text of threads and replies. */
export type TextSize = "normal" | "large" | "larger";

/** Looks of lists of threads. */
export type Density = "cards" | "compact";

/** A visitor's preferences for the look of pages; together with the address they decide what a finished page says. */
export interface Preferences {
  readonly platform: Platform;
  readonly locale: Locale;
  readonly colorScheme: ColorScheme;
  readonly textSize: TextSize;
  readonly density: Density;
}

/**
 * Reads preferences from a request: cookies are what somebody chose before, `?lang=` is what they choose now; the
 * platform is guessed from the user agent until the browser has measured its window.
 */
export function preferencesOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  cookies: Readonly<Record<string, string | undefined>>,
  search: string,
): Preferences {
  const { platform, color_scheme: scheme, text_size: size, density, locale } = cookies;
  const asked = search.includes("lang=") ? (new URLSearchParams(search).get("lang") ?? undefined) : undefined;
  const isKnown = asked === "en" || asked === "zh-CN";
  return {
    platform: browserDevice(String(headers["user-agent"] ?? ""), platform),
    locale: chooseLocale(isKnown ? asked : locale, String(headers["accept-language"] ?? "")),
    colorScheme: scheme === "light" || scheme === "dark" ? scheme : "auto",
    textSize: size === "large" || size === "larger" ? size : "normal",
    density: density === "compact" ? "compact" : "cards",
  };
}
