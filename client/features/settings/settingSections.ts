/** Parts of the catalogue of settings, in the order of their tabs. */
export const SETTING_SECTIONS = [
  "site",
  "register",
  "login",
  "attachment",
  "agreement",
  "function",
  "cash",
  "payment",
  "cloud",
  "mail",
] as const;

/** A part of the catalogue. */
export type SettingSection = (typeof SETTING_SECTIONS)[number];

/** The part that an address names. */
export function settingSection(name: string | undefined): SettingSection {
  return SETTING_SECTIONS.find((section) => section === name) ?? "site";
}

/** A secret that is kept comes as asterisks; sent back, it stays what it is. */
export function isMasked(value: string): boolean {
  return /^\*+$/.test(value);
}
