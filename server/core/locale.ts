/** Languages of the interface; Chinese is the default (spec §9). */
export type Locale = "zh-CN" | "en";

/** A sentence in the languages of the interface. */
export interface Sentence {
  readonly zh: string;
  readonly en: string;
}

/** Gives a sentence in a language. */
export function inLocale({ zh, en }: Sentence, locale: Locale): string {
  return locale === "en" ? en : zh;
}

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
