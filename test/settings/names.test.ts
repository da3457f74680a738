import { expect, test } from "vitest";
import { settingSectionTexts } from "../../client/features/admin/settingSections.texts.ts";
import { settingsTexts } from "../../client/features/settings/settings.texts.ts";
import { byTag, sectionsOf } from "../../client/features/settings/settingSections.ts";
import { ALL_SETTINGS } from "../../server/features/settings/catalogue/catalogue.ts";

const PLACES = ALL_SETTINGS.map(({ tag, definition: { section, isKept } }) => ({ tag, section, isKept }));

test.each(["zh-CN", "en"] as const)(
  "every section and every tag of the catalogue has a name in %s",
  (language) => {
    const texts: Readonly<Record<string, unknown>> = {
      ...settingsTexts[language],
      ...settingSectionTexts[language],
    };
    const keys = [...sectionsOf(PLACES), ...byTag(PLACES).map(({ tag }) => `tag/${tag}`)];
    expect(keys.filter((key) => !texts[key])).toEqual([]);
  },
);

test("a part that the client does not know comes last and loses nothing", () => {
  const settings = [
    { tag: "default", section: "site", isKept: false },
    { tag: "new", section: "unheard", isKept: false },
    { tag: "new", section: "site", isKept: true },
    { tag: "default", section: "site", isKept: false },
  ];
  expect(sectionsOf(settings)).toEqual(["site", "kept", "unheard"]);
  expect(byTag(settings).map(({ tag, settings: rows }) => [tag, rows.length])).toEqual([
    ["default", 2],
    ["new", 2],
  ]);
});
