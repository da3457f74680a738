import { settingAt } from "../../../features/settings/catalogue/catalogue.ts";
import type { SqlSource } from "../sqlSource.ts";
import { leaveOut } from "../run.ts";
import { textOf, wholeOf } from "../values.ts";
import type { Run } from "./run.ts";

/** Settings here that have the value of one of Discourse, in their order. */
const SETTINGS = [
  ["site_introduction", "site_description"],
  ["site_name", "title"],
] as const;
/** Settings that the reader asks; a site stores those that it has changed. */
const NAMES = ["title", "site_description", "login_required", "must_approve_users"];

/** Reads the settings that the reader asks. */
export async function settingsOf(source: SqlSource): Promise<Map<string, string>> {
  if (!source.has("site_settings")) return new Map();
  const rows = await source.rows("SELECT s.name, s.value FROM {site_settings} s WHERE s.name IN (?)", [
    NAMES,
  ]);
  return new Map(rows.map((row) => [textOf(row["name"]), textOf(row["value"])]));
}

/** Writes the name of the forum and what it says of itself, and lists the fields of profiles, for which there is no place. */
export async function readSettings(run: Run): Promise<void> {
  for (const [key, name] of SETTINGS) {
    const value = run.settings.get(name) ?? "";
    if (value === "") continue;
    try {
      const { definition } = settingAt("default", key)!;
      await run.writer.append("settings", {
        tag: "default",
        key,
        value: definition.normalise(key, value),
      });
    } catch {
      run.report.remark(
        "settings",
        `site_settings ${name}`,
        `Its value is not allowed here: ${value.slice(0, 200)}`,
      );
    }
  }
  for await (const slice of run.source.slices("user_fields", { columns: ["name"] }))
    for (const row of slice)
      leaveOut(
        run,
        `user_fields ${wholeOf(row["id"])}`,
        `There is no field of profiles: ${textOf(row["name"])}`,
      );
}
