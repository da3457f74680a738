/** Events that webhooks are called for; the one list of them. */
export enum WebhookEvent {
  THREAD_CREATED = "thread.created",
  THREAD_EDITED = "thread.edited",
  THREAD_MOVED = "thread.moved",
  THREAD_HIDDEN = "thread.hidden",
  THREAD_DELETED = "thread.deleted",
  THREAD_RESTORED = "thread.restored",
  POST_CREATED = "post.created",
  POST_EDITED = "post.edited",
  POST_MOVED = "post.moved",
  POST_HIDDEN = "post.hidden",
  POST_DELETED = "post.deleted",
  POST_RESTORED = "post.restored",
  PING = "ping",
}

/** Version of the payloads; a change that breaks receivers raises it. */
export const PAYLOAD_VERSION = 1;

/** Body of a call. Texts are not in it: receivers read them with a token, as far as it may. */
export interface WebhookPayload {
  readonly version: typeof PAYLOAD_VERSION;
  /** The same for every attempt. */
  readonly id: string;
  readonly event: `${WebhookEvent}`;
  readonly at: string;
  readonly data: Readonly<Record<string, string | null>>;
}
