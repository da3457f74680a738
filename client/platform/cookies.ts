const DAY_S = 86_400;

/** Sets a cookie of the whole site that scripts and the server read. */
export function setCookie(name: string, value: string, days: number): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  const age = `max-age=${days * DAY_S}`;
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; ${age}; SameSite=Lax${secure}`;
}

/** Reads a cookie; null if there is none. */
export function readCookie(name: string): string | null {
  const cookie = document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`));
  return cookie ? decodeURIComponent(cookie.slice(name.length + 1)) : null;
}

/** Removes a cookie. */
export function clearCookie(name: string): void {
  document.cookie = `${name}=; path=/; max-age=0; SameSite=Lax`;
}
