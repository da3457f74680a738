/** A call that does not come from the forum, or comes too late. */
export class WebhookError extends Error {}

/** Body of a webhook: things by their ids, no texts. */
export interface WebhookEvent {
  readonly version: number;
  /** The same for every attempt; keep it to know a call that comes twice. */
  readonly id: string;
  readonly event: string;
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Checks the header `Luntan-Signature` of a webhook and gives its event. @throws {WebhookError} */
export function verifyWebhook(call: {
  readonly secret: string;
  /** The header `Luntan-Signature`. */
  readonly signature: string | null | undefined;
  /** The text of the body as it came. */
  readonly body: string;
  /** Milliseconds since 1970; the clock unless given. */
  readonly now?: number;
  /** 300 unless given. */
  readonly toleranceSeconds?: number;
}): Promise<WebhookEvent>;
