import { createHash } from "node:crypto";

/** Hashes of the scripts and styles that stand in a page itself, as its policy lists them. */
export interface InlineSources {
  readonly scriptSources: readonly string[];
  readonly styleSources: readonly string[];
}

/** Differences of a page's policy from the common one. */
export interface PolicyOptions {
  /** Origins that the statistics script may send pictures, fetches and beacons to, separated by blanks. */
  readonly reportHosts: string;
  /** True if forms show Tencent's captcha, whose puzzles are a page of the vendor in a frame. */
  readonly hasTencentCaptcha?: boolean;
  /** Origins of players that cards show in frames. */
  readonly frames?: readonly string[];
  /** Sources for connections besides the site itself; set during development, when inline code is not hashed either. */
  readonly development: string;
}

/** Hosts of Tencent's captcha. Its script itself is loaded by ours. */
const TENCENT_CAPTCHA = "https://turing.captcha.qcloud.com https://turing.captcha.gtimg.com";

/** Names an inline script or style in a policy: only this very text may run. */
export function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/**
 * Writes the Content-Security-Policy of a page. Inline code is allowed by its hash and not by a nonce, so that a page
 * and its policy can be cached as they are; scripts of ours may load others (`strict-dynamic`).
 */
export function contentSecurityPolicy(
  { scriptSources, styleSources }: InlineSources,
  { reportHosts, hasTencentCaptcha = false, frames = [], development }: PolicyOptions,
): string {
  const reports = reportHosts && ` ${reportHosts}`;
  const captcha = hasTencentCaptcha ? ` ${TENCENT_CAPTCHA}` : "";
  const framed = [captcha.trim(), ...frames].filter(Boolean);
  const scripts = development
    ? "'self' 'unsafe-inline' https:"
    : [...scriptSources, "'strict-dynamic'"].join(" ");
  const styles = development ? "'self' 'unsafe-inline'" : ["'self'", ...styleSources].join(" ");
  return [
    "default-src 'self'",
    `script-src ${scripts}`,
    `style-src ${styles}`,
    `img-src 'self' data: blob:${reports}${captcha}`,
    // Files of texts are ours; the editor measures a video before it is sent.
    "media-src 'self' blob:",
    `connect-src 'self'${development}${reports}${captcha}`,
    ...(framed.length > 0 ? [`frame-src 'self' ${framed.join(" ")}`] : []),
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join("; ");
}
