import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { GLOSSARY } from "../../client/i18n/glossary.ts";
import { LOCALES, type Locale } from "../../client/i18n/texts.ts";

const CLIENT = resolve(import.meta.dirname, "../../client");
type Dictionary = Readonly<Record<string, unknown>>;

/** Values with which a text that has gaps may be filled. */
const FILLINGS: readonly unknown[] = [3, "Ada", ["Ada", "Bo"], {}];

/** Writes a text as a screen shows it. */
function written(text: unknown): string {
  if (typeof text !== "function") return String(text);
  for (const filling of FILLINGS) {
    try {
      return String((text as (...values: unknown[]) => unknown)(filling, filling, filling, filling));
    } catch {
      // Made for another kind of value.
    }
  }
  throw new Error(`No filling suits ${String(text)}.`);
}

function isTexts(value: unknown): value is Record<Locale, Dictionary> {
  return typeof value === "object" && value !== null && LOCALES.every((locale) => locale in value);
}

/** Reads every text of the screens in a language, under its file and key. */
async function textsIn(locale: Locale): Promise<[place: string, text: string][]> {
  const files = readdirSync(CLIENT, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".texts.ts"),
  );
  const texts: [string, string][] = [];
  for (const file of files) {
    const module = (await import(join(CLIENT, file))) as Dictionary;
    for (const dictionary of Object.values(module).filter(isTexts)) {
      for (const [key, text] of Object.entries(dictionary[locale]))
        texts.push([`${file} ${key}`, written(text)]);
    }
  }
  return texts;
}

test.each(LOCALES)("screens in %s call every thing by its one name", async (locale) => {
  const texts = await textsIn(locale);
  expect(texts.length).toBeGreaterThan(500);
  const wrong = GLOSSARY.flatMap(({ zh, en, refused }) =>
    refused[locale].flatMap((word) =>
      texts
        .filter(([, text]) => text.includes(word))
        .map(([place, text]) => `${place}: “${text}” says ${word} for ${locale === "en" ? en : zh}`),
    ),
  );
  expect(wrong).toEqual([]);
});
