/** Parts of the catalogue of settings, in the order of their tabs; parts that are not named here come behind. */
export const SETTING_SECTIONS = [
  "site",
  "register",
  "login",
  "attachment",
  "agreement",
  "function",
  "payment",
  "cash",
  "mail",
  "cloud",
] as const;

/** Part of all settings that only old clients read. */
export const KEPT_SECTION = "kept";

interface Placed {
  section: string;
  tag: string;
}

/** Name of a setting among all: its tag and key. */
export function settingName({ tag, key }: { tag: string; key: string }): string {
  return `${tag}.${key}`;
}

/** The part that shows a setting: what only old clients read stands together behind all others. */
export function sectionOf({ section, isKept }: { section: string; isKept: boolean }): string {
  return isKept ? KEPT_SECTION : section;
}

/** The parts that settings belong to, in order; each once. */
export function sectionsOf(settings: readonly { section: string; isKept: boolean }[]): string[] {
  const present = new Set(settings.map(sectionOf));
  const known: readonly string[] = [...SETTING_SECTIONS, KEPT_SECTION];
  const listed = known.filter((section) => present.has(section));
  return [...listed, ...[...present].filter((section) => !listed.includes(section)).sort()];
}

/** Settings by tag, in their order: what belongs to one service stands under one heading. */
export function byTag<T extends Placed>(settings: readonly T[]): { tag: string; settings: T[] }[] {
  const groups = new Map<string, T[]>();
  for (const setting of settings) {
    const group = groups.get(setting.tag);
    if (group) group.push(setting);
    else groups.set(setting.tag, [setting]);
  }
  return [...groups].map(([tag, members]) => ({ tag, settings: members }));
}

/** A secret that is kept comes as asterisks; sent back, it stays what it is. */
export function isMasked(value: string): boolean {
  return /^\*+$/.test(value);
}
