import { createContext, useContext } from "react";

/** Languages of the interface; the first is the default. */
export const LOCALES = ["zh-CN", "en"] as const;

/** A language of the interface. */
export type Locale = (typeof LOCALES)[number];

type Text = string | ((...values: never[]) => string);
type Entry = { zh: Text; en: Text };
type Dictionary<T extends Record<string, Entry>> = {
  readonly [K in keyof T]: T[K]["zh"] extends string ? string : T[K]["zh"];
};

/** The texts of a feature in every language. */
export type Texts<T extends Record<string, Entry>> = Readonly<Record<Locale, Dictionary<T>>>;

/**
 * Declares the texts of a feature: key → one text per language. A text with gaps is a function.
 * A key that lacks a language does not compile.
 */
export function defineTexts<T extends Record<string, Entry>>(entries: T): Texts<T> {
  const pick = (language: "zh" | "en") =>
    Object.fromEntries(
      Object.entries(entries).map(([key, entry]) => [key, entry[language]]),
    ) as Dictionary<T>;
  return { "zh-CN": pick("zh"), en: pick("en") };
}

/** The language of the page. */
export const LocaleContext = createContext<Locale>("zh-CN");

/** The language of the page. */
export function useLocale(): Locale {
  return useContext(LocaleContext);
}

/** The texts of a feature in the language of the page. */
export function useTexts<T>(texts: Readonly<Record<Locale, T>>): T {
  return texts[useContext(LocaleContext)];
}

/** The texts of a feature in the language of the page, for code that is no component; in the browser alone. */
export function textsOfPage<T>(texts: Readonly<Record<Locale, T>>): T {
  return texts[document.documentElement.lang === "en" ? "en" : "zh-CN"];
}
