import type { ServerEvent } from "./serverEvents.ts";
import type { UnreadCounts } from "./unreadCounts.ts";

/** The lock that one tab of a browser holds: it keeps the stream for all of them. */
const LOCK = "luntan_stream_";
/** A window that is hidden for so long lets the stream go. */
const HIDDEN_MS = 60_000;
/** A browser gives a stream up that is answered by an error, as a proxy does while the server starts: so it is tried again … */
export const STREAM_AGAIN_MS = 2_000;
/** … and, while that goes on, ever more rarely down to this. */
export const STREAM_AGAIN_MAX_MS = 300_000;

interface Hears {
  onCounts: (counts: UnreadCounts) => void;
  onServerEvent: (event: ServerEvent) => void;
  /** The server ends the stream for good, and says why: the session is over, or its member is shut out. */
  onEnded: (reason: string) => void;
}

/**
 * Keeps the stream of server-sent events open while the window is seen, in one tab of the browser; the others wait for
 * their turn. Without locks or streams the poll does alone.
 * @returns stops it
 */
export function keepStream(viewerId: string, { onCounts, onServerEvent, onEnded }: Hears): () => void {
  if (typeof EventSource === "undefined" || !("locks" in navigator)) return () => undefined;
  let turn: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastId = "";

  const listen = (signal: AbortSignal) =>
    new Promise<void>((done) => {
      let source: EventSource;
      let again: ReturnType<typeof setTimeout> | undefined;
      let pauseMs = STREAM_AGAIN_MS;
      const hear = (kind: ServerEvent["kind"]) => (event: MessageEvent<string>) => {
        if (event.lastEventId) lastId = event.lastEventId;
        onServerEvent({ ...(JSON.parse(event.data) as object), kind });
      };
      const open = () => {
        source = new EventSource(lastId ? `/events?after=${lastId}` : "/events");
        for (const kind of ["message", "read", "dialog", "room", "changed"] as const)
          source.addEventListener(kind, hear(kind));
        source.addEventListener("hello", (event) => {
          lastId = event.lastEventId;
          pauseMs = STREAM_AGAIN_MS;
        });
        source.addEventListener("counts", (event: MessageEvent<string>) =>
          onCounts(JSON.parse(event.data) as UnreadCounts),
        );
        source.addEventListener("ended", (event: MessageEvent<string>) => {
          source.close();
          onEnded((JSON.parse(event.data) as { reason: string }).reason);
        });
        source.addEventListener("error", () => {
          // Otherwise the browser is at it by itself.
          if (source.readyState !== EventSource.CLOSED || signal.aborted) return;
          // Not all browsers at the same moment.
          again = setTimeout(open, pauseMs * (1 + Math.random()));
          pauseMs = Math.min(STREAM_AGAIN_MAX_MS, pauseMs * 2);
        });
      };
      open();
      signal.addEventListener("abort", () => {
        clearTimeout(again);
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
