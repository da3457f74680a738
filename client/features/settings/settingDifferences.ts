import type { Difference } from "../admin/difference.ts";
import { RATE_KINDS, RATE_WINDOW_S, callRates } from "./callRates.ts";
import type { EditedSetting } from "./editedSetting.ts";
import { platformName, platformSwitches } from "./platformSwitches.ts";
import { isMasked } from "./settingSections.ts";

/** Words for values that mean more than they say. */
interface Words {
  on: string;
  off: string;
  secretHint: string;
  readingCalls: string;
  otherCalls: string;
  callsWithin: (seconds: number) => string;
  secondsClosed: string;
  separator: string;
}

/** A value as people read it. */
export function settingText(
  setting: Pick<EditedSetting, "kind" | "key" | "isSecret">,
  value: string,
  words: Words,
): string {
  if (setting.kind === "FLAG") return value === "1" ? words.on : words.off;
  if (setting.isSecret && value !== "") return "••••••";
  if (setting.kind === "JSON") return structuredText(value, words);
  const choice = (words as unknown as Record<string, unknown>)[`${setting.key}/${value}`];
  return typeof choice === "string" ? choice : value;
}

function structuredText(value: string, words: Words): string {
  const switches = platformSwitches(value);
  if (switches) {
    const open = switches.filter(({ value: isOn }) => isOn).map((one) => platformName(one, words));
    return open.length > 0 ? open.join(words.separator) : words.off;
  }
  const rates = callRates(value);
  if (!rates) return value;
  const limits = RATE_KINDS.map((kind) => {
    const { freq, forbidden } = rates[kind];
    const name = kind === "get" ? words.readingCalls : words.otherCalls;
    return `${name} ${freq} ${words.callsWithin(RATE_WINDOW_S[kind])} ${forbidden} ${words.secondsClosed}`;
  });
  return limits.join(words.separator);
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
