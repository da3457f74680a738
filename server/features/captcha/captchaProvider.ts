import type { CaptchaPurpose } from "./captcha.view.ts";

/** A solved captcha that is genuine; whether it was handed in before is not known yet. */
export interface SolvedCaptcha {
  /** The same for each copy of one solution. */
  readonly id: string;
  readonly expiresAt: Date;
}

/** Tells people from robots. */
export interface CaptchaProvider {
  /** True if browsers can solve it on this site. */
  readonly isSolvable: boolean;
  /** Makes a challenge for one action, as the browser takes it. */
  challenge(purpose: CaptchaPurpose): Promise<string>;
  /**
   * Checks an answer; null if it is forged, wrong, expired, or for another action where the provider can tell.
   * @throws {DomainError} CAPTCHA_UNAVAILABLE if a service has to be asked and does not answer
   */
  check(purpose: CaptchaPurpose, answer: string): Promise<SolvedCaptcha | null>;
}
