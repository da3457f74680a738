interface PlatformSwitch {
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
