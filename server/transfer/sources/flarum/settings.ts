import { settingAt } from "../../../features/settings/catalogue/catalogue.ts";
import { textOf } from "../values.ts";
import type { Run } from "./run.ts";

/** Settings here that have the value of one of Flarum, in their order. */
const SETTINGS = [
  ["site_introduction", "forum_description"],
  ["site_name", "forum_title"],
] as const;

/** Writes the name of the forum and what it says of itself. */
export async function readSettings({ source, writer, report }: Run): Promise<void> {
  for (const [key, name] of SETTINGS) {
    const value = textOf(
      (await source.row("SELECT s.value AS v FROM {settings} s WHERE s.`key` = ?", [name]))["v"],
    );
    if (value === "") continue;
    try {
      const { definition } = settingAt("default", key)!;
      await writer.append("settings", { tag: "default", key, value: definition.normalise(key, value) });
    } catch {
      report.remark("settings", `settings ${name}`, `Its value is not allowed here: ${value.slice(0, 200)}`);
    }
  }
}
