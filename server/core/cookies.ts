/** Name of the session cookie: bound to the host where the site is https. */
export function sessionCookieName(publicUrl: string): string {
  return publicUrl.startsWith("https:") ? "__Host-sid" : "sid";
}

/** Name of the cookie by which a browser is known to accounts that have signed in on it. */
export function deviceCookieName(publicUrl: string): string {
  return publicUrl.startsWith("https:") ? "__Host-device" : "device";
}

/** Name of the cookie that binds a sign-in by an outside provider to the browser that began it. */
export function identityCookieName(publicUrl: string): string {
  return publicUrl.startsWith("https:") ? "__Host-identity" : "identity";
}

/** Name of the cookie that binds the challenges of passkeys to a browser. */
export function passkeyCookieName(publicUrl: string): string {
  return publicUrl.startsWith("https:") ? "__Host-passkey" : "passkey";
}

/** Cookies of a request by name; the first of equal names counts. */
export function parseCookies(header: string | undefined): Record<string, string> {
  const cookies: Record<string, string> = {};
  for (const part of (header ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at < 1) continue;
    const name = part.slice(0, at).trim();
    if (!(name in cookies)) cookies[name] = part.slice(at + 1).trim();
  }
  return cookies;
}
