/** Languages of the interface; Chinese is the default (spec §9). */
export type Locale = "zh-CN" | "en";

/** The language when nothing else is asked for. */
export const DEFAULT_LOCALE: Locale = "zh-CN";

/**
 * Chooses the language of an answer: an explicit choice, else what the browser asks for, else Chinese.
 * @param accepted value of an Accept-Language header
 */
export function chooseLocale(chosen: string | undefined, accepted: string | undefined): Locale {
  if (chosen === "en" || chosen === "zh-CN") return chosen;
  const wanted = (accepted ?? "").toLowerCase();
  return wanted.includes("en") && !wanted.includes("zh") ? "en" : DEFAULT_LOCALE;
}
