import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ALL_SETTINGS } from "../../server/features/settings/catalogue.ts";

/**
 * The page of settings pretends nothing: what is marked as kept for old clients is read by nothing but their door and
 * the rules of saving, and everything else is read by the program.
 */
const ROOT = join(import.meta.dirname, "../../server");
/** Where settings are told to old clients, checked when saved, or replaced: none of it is an effect. */
const NO_EFFECT =
  /features\/settings\/(catalogue|save\.service|settingRules|settingKinds|legacySettings)\.ts$|features\/site\/(forum\.service|logo\.service|site\.input|legacyLogo)\.ts$/;

const sources = readdirSync(ROOT, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !NO_EFFECT.test(file) && !file.startsWith("cli/"))
  .map((file) => readFileSync(join(ROOT, file), "utf8"))
  .join("\n");

const isRead = (name: string): boolean =>
  name.includes(".") ? sources.includes(`"${name}"`) : new RegExp(`\\b${name}\\b`).test(sources);

test.each(ALL_SETTINGS.map(({ name, definition }) => [name, definition.isKept] as const))(
  "%s: kept for old clients alone is %s",
  (name, isKept) => {
    expect(isRead(name)).toBe(!isKept);
  },
);

test("what is kept is in the minority of what a forum without money sets", () => {
  const everyday = ALL_SETTINGS.filter(({ definition }) =>
    ["site", "register", "agreement", "attachment", "mail"].includes(definition.section),
  );
  const kept = everyday.filter(({ definition }) => definition.isKept);
  expect(kept.length).toBeLessThan(everyday.length / 3);
});
