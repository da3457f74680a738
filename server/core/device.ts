/** A kind of client: a desktop browser, a phone's browser, or a mini-program of an old client. */
export type Device = "pc" | "h5" | "mini";

const MOBILE_AGENT = /Android|iPhone|iPad|iPod|Mobile|webOS|BlackBerry|IEMobile|Opera Mini|HarmonyOS/i;

/**
 * The layout of a browser: what it has measured and remembered in its cookie, before that what it calls itself.
 * @param chosen the value of the cookie `platform`
 */
export function browserDevice(userAgent: string, chosen: string | undefined): "pc" | "h5" {
  if (chosen === "pc" || chosen === "h5") return chosen;
  return MOBILE_AGENT.test(userAgent) ? "h5" : "pc";
}

/** Reads the device that an old client names with every call (legacy-facts 1.5); undefined for unknown ones. */
export function deviceNamed(dzqPf: string | null): Device | undefined {
  if (dzqPf === "pc" || dzqPf === "h5") return dzqPf;
  return dzqPf === "mini" || dzqPf === "weapp" ? "mini" : undefined;
}
