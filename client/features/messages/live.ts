import type { News } from "./news.ts";
import type { UnreadCounts } from "./unreadCounts.ts";

/** The lock that one tab of a browser holds: it keeps the stream for all of them. */
const LOCK = "luntan_stream_";
/** A window that is hidden for so long lets the stream go. */
const HIDDEN_MS = 60_000;

interface Hears {
  onCounts: (counts: UnreadCounts) => void;
  onNews: (news: News) => void;
}

/**
 * Keeps the stream of server-sent events open while the window is seen, in one tab of the browser; the others wait for
 * their turn. Without locks or streams the poll does alone.
 * @returns stops it
 */
export function keepStream(viewerId: string, { onCounts, onNews }: Hears): () => void {
  if (typeof EventSource === "undefined" || !("locks" in navigator)) return () => undefined;
  let turn: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastId = "";

  const listen = (signal: AbortSignal) =>
    new Promise<void>((done) => {
      const source = new EventSource(lastId ? `/events?after=${lastId}` : "/events");
      const hear = (kind: News["kind"]) => (event: MessageEvent<string>) => {
        if (event.lastEventId) lastId = event.lastEventId;
        onNews({ ...(JSON.parse(event.data) as object), kind });
      };
      for (const kind of ["message", "read", "dialog"] as const) source.addEventListener(kind, hear(kind));
      source.addEventListener("hello", (event) => void (lastId = event.lastEventId));
      source.addEventListener("counts", (event: MessageEvent<string>) =>
        onCounts(JSON.parse(event.data) as UnreadCounts),
      );
      signal.addEventListener("abort", () => {
        source.close();
        done();
      });
    });

  const begin = () => {
    clearTimeout(timer);
    if (turn) return;
    const mine = new AbortController();
    turn = mine;
    navigator.locks
      .request(LOCK + viewerId, { signal: mine.signal }, () => listen(mine.signal))
      .catch(() => undefined);
  };
  const end = () => {
    clearTimeout(timer);
    turn?.abort();
    turn = null;
  };
  const look = () => {
    if (!document.hidden) return begin();
    clearTimeout(timer);
    timer = setTimeout(end, HIDDEN_MS);
  };

  document.addEventListener("visibilitychange", look);
  if (!document.hidden) begin();
  return () => {
    document.removeEventListener("visibilitychange", look);
    end();
  };
}
