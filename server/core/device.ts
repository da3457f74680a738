/** What somebody holds in their hands: a desk's browser, a phone's, or a mini-program of an old client. */
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

/** What an old client says of itself with every call (legacy-facts 1.5); undefined if it says nothing known. */
export function deviceNamed(dzqPf: string | null): Device | undefined {
  if (dzqPf === "pc" || dzqPf === "h5") return dzqPf;
  return dzqPf === "mini" || dzqPf === "weapp" ? "mini" : undefined;
}
