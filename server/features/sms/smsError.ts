/** Consequence of a failure. */
export type SmsFailure =
  /** Tried again after a while. */
  | "again"
  /** The provider fails, or refuses this site: other messages would fare no better. */
  | "down"
  /** The message is refused; others may be accepted. */
  | "message"
  /** The number takes nothing. */
  | "number";

/** Failure of a text message. Its text is the provider's short code: no secret, no number. */
export class SmsError extends Error {
  constructor(
    readonly failure: SmsFailure,
    code: string,
  ) {
    super(code.slice(0, 100));
    this.name = "SmsError";
  }
}
