/** Switch of one platform, as it is stored. */
export interface PlatformSwitch {
  key: number;
  desc: string;
  value: boolean;
}

/** The switches in a value such as `[{"key":1,"desc":"PC","value":true}]`; null if it is something else. */
export function platformSwitches(text: string): PlatformSwitch[] | null {
  try {
    const value: unknown = JSON.parse(text);
    const fits =
      Array.isArray(value) &&
      value.length > 0 &&
      value.every((item: unknown) => {
        const { key, desc, value: on } = (item ?? {}) as Record<string, unknown>;
        return typeof key === "number" && typeof desc === "string" && typeof on === "boolean";
      });
    return fits ? (value as PlatformSwitch[]) : null;
  } catch {
    return null;
  }
}

/** Names a platform by its number; by its stored name where the number is unknown. */
export function platformName({ key, desc }: PlatformSwitch, words: object): string {
  const name = (words as Readonly<Record<string, unknown>>)[`platform/${key}`];
  return typeof name === "string" ? name : desc;
}
