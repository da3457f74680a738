import type { Difference } from "../admin/difference.ts";
import type { EditedSetting } from "./editedSetting.ts";
import { isMasked } from "./settingSections.ts";

/** Words for values that mean more than they say. */
interface Words {
  on: string;
  off: string;
  secretHint: string;
}

/** A value as people read it. */
export function settingText(
  setting: Pick<EditedSetting, "kind" | "key" | "isSecret">,
  value: string,
  words: Words,
): string {
  if (setting.kind === "FLAG") return value === "1" ? words.on : words.off;
  if (setting.isSecret && value !== "") return "••••••";
  const choice = (words as unknown as Record<string, unknown>)[`${setting.key}/${value}`];
  return typeof choice === "string" ? choice : value;
}

/** Lists the values of a draft that differ from the saved ones; secrets left as asterisks do not. */
export function settingDifferences(
  settings: readonly EditedSetting[],
  draft: Readonly<Record<string, string>>,
  words: Words,
): Difference[] {
  return settings.flatMap((setting) => {
    const name = `${setting.tag}.${setting.key}`;
    const value = draft[name];
    if (value === undefined || value === setting.value) return [];
    if (setting.isSecret && isMasked(value)) return [];
    return {
      key: name,
      label: setting.label,
      before: settingText(setting, setting.value, words),
      after: settingText(setting, value, words),
    };
  });
}
