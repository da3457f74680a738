const KEY = "luntan_safe_mode";

/**
 * True while an administrator looks at the site without plugins: from `?safe=1` on, in this tab, until `?safe=0`.
 * @param mayUse administers the site
 */
export function isSafeMode(search: string, mayUse: boolean): boolean {
  if (!mayUse) return false;
  const asked = new URLSearchParams(search).get("safe");
  try {
    if (asked === "1") sessionStorage.setItem(KEY, "1");
    if (asked === "0") sessionStorage.removeItem(KEY);
    return asked === "1" || (asked !== "0" && sessionStorage.getItem(KEY) === "1");
  } catch {
    return asked === "1";
  }
}
