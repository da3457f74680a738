const BROWSERS: readonly [RegExp, string][] = [
  [/MicroMessenger/, "微信 WeChat"],
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\/|FxiOS/, "Firefox"],
  [/Chrome\/|CriOS/, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/HarmonyOS/, "HarmonyOS"],
  [/Android/, "Android"],
  [/iPhone|iPad/, "iOS"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
];

/** "Chrome · Windows" from a user agent; undefined if neither is known. */
export function deviceName(userAgent: string): string | undefined {
  const nameIn = (known: readonly [RegExp, string][]) =>
    known.find(([pattern]) => pattern.test(userAgent))?.[1];
  const parts = [nameIn(BROWSERS), nameIn(SYSTEMS)].filter(Boolean);
  return parts.length > 0 ? parts.join(" · ") : undefined;
}
