/** Event that this browser has received, about messages or unread counts. */
export interface ServerEvent {
  /** `message`: somebody wrote; `read`: somebody has read; `dialog`: another tab changed a dialog; `room`: a group chat, its members or one's seat changed; `changed`: a message was taken away or brought back; `counts`: the poll answered. */
  kind: "message" | "read" | "dialog" | "room" | "changed" | "counts";
  /** With whom, if it is about one dialog. */
  peerId?: string;
  /** The group chat, if it is about one. */
  roomId?: string;
  /** The newest message that was read. */
  upTo?: string;
}

const EVENT = "luntan:server-event";
const ASK = "luntan:ask-unread";

/** Dispatches an event of the server to this tab. */
export function dispatchServerEvent(event: ServerEvent): void {
  window.dispatchEvent(new CustomEvent(EVENT, { detail: event }));
}

/** Listens to events of the server, by stream or by poll. @returns stops it */
export function onServerEvent(hear: (event: ServerEvent) => void): () => void {
  const listener = (event: Event) => hear((event as CustomEvent<ServerEvent>).detail);
  window.addEventListener(EVENT, listener);
  return () => window.removeEventListener(EVENT, listener);
}

/** Requests the unread counts at once, because this tab has changed them. */
export function askUnread(): void {
  window.dispatchEvent(new Event(ASK));
}

/** Listens to requests for the unread counts. @returns stops it */
export function onAskUnread(hear: () => void): () => void {
  window.addEventListener(ASK, hear);
  return () => window.removeEventListener(ASK, hear);
}
