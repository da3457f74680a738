/** Parts of the catalogue of settings, in the order of their tabs; parts that are not named here come behind. */
export const SETTING_SECTIONS = [
  "site",
  "register",
  "login",
  "attachment",
  "agreement",
  "function",
  "mail",
  "cash",
  "payment",
  "cloud",
] as const;

interface Placed {
  section: string;
  tag: string;
}

/** Name of a setting among all: its tag and key. */
export function settingName({ tag, key }: { tag: string; key: string }): string {
  return `${tag}.${key}`;
}

/** The parts that settings belong to, in order; each once. */
export function sectionsOf(settings: readonly Pick<Placed, "section">[]): string[] {
  const present = new Set(settings.map(({ section }) => section));
  const listed = SETTING_SECTIONS.filter((section) => present.has(section)) as string[];
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
