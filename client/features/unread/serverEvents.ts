/** Event that this browser has received, about messages or unread counts. */
export interface News {
  /** `message`: somebody wrote; `read`: somebody has read; `dialog`: another tab changed a dialog; `changed`: a message was taken away or brought back; `counts`: the poll answered. */
  kind: "message" | "read" | "dialog" | "changed" | "counts";
  /** With whom, if it is about one dialog. */
  peerId?: string;
  /** The newest message that was read. */
  upTo?: string;
}

const EVENT = "luntan:news";
const ASK = "luntan:ask-unread";

/** Tells this tab what was heard. */
export function tellNews(news: News): void {
  window.dispatchEvent(new CustomEvent(EVENT, { detail: news }));
}

/** Listens to what is heard, by stream or by poll. @returns stops it */
export function onNews(hear: (news: News) => void): () => void {
  const listener = (event: Event) => hear((event as CustomEvent<News>).detail);
  window.addEventListener(EVENT, listener);
  return () => window.removeEventListener(EVENT, listener);
}

/** Asks for what is unread at once, because this tab has changed it. */
export function askUnread(): void {
  window.dispatchEvent(new Event(ASK));
}

/** Hears that somebody wants to know at once. @returns stops it */
export function onAskUnread(hear: () => void): () => void {
  window.addEventListener(ASK, hear);
  return () => window.removeEventListener(ASK, hear);
}
