import type { ApolloClient } from "@apollo/client";
import { UnreadCountsDocument, type UnreadCountsQuery } from "../../gql/graphql.ts";

/** How often what is unread is asked for, in milliseconds (spec §9). */
export const UNREAD_POLL_MS = 60_000;
/** After failures the pause doubles, up to this. */
export const UNREAD_POLL_MAX_MS = 600_000;
/** Two reasons to ask at once that come together are one. */
const TOGETHER_MS = 1_000;
/** Tabs of one browser tell each other what they have heard. */
const CHANNEL = "luntan_unread";

interface News {
  viewerId: string;
  counts: UnreadCountsQuery["unreadCounts"];
}

/**
 * Asks for what is unread every 60 seconds: at once when the window gets the focus, never while it is hidden, more
 * rarely while the server does not answer. Of all tabs of a browser the one whose time comes first asks, and tells the
 * others, whose time then begins anew: so there is one question a minute, whoever is closed or put to sleep.
 * @param viewerId whose; tabs of somebody else are not listened to
 * @returns stops it
 */
export function watchUnread(client: ApolloClient, viewerId: string): () => void {
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = UNREAD_POLL_MS;
  let heardAt = 0;
  let isAsking = false;
  let isOver = false;

  const plan = () => {
    clearTimeout(timer);
    if (!isOver && !document.hidden) timer = setTimeout(ask, pauseMs);
  };

  function hear(counts: UnreadCountsQuery["unreadCounts"]): void {
    heardAt = Date.now();
    pauseMs = UNREAD_POLL_MS;
    plan();
    client.writeQuery({ query: UnreadCountsDocument, data: { unreadCounts: counts } });
  }

  async function ask(): Promise<void> {
    if (isAsking || isOver) return;
    isAsking = true;
    clearTimeout(timer);
    try {
      const { data } = await client.query({ query: UnreadCountsDocument, fetchPolicy: "no-cache" });
      if (isOver || !data) return;
      hear(data.unreadCounts);
      channel?.postMessage({ viewerId, counts: data.unreadCounts } satisfies News);
    } catch {
      pauseMs = Math.min(UNREAD_POLL_MAX_MS, pauseMs * 2);
      plan();
    } finally {
      isAsking = false;
    }
  }

  /** Somebody looks: what they see should be true. */
  const look = () => {
    if (document.hidden) clearTimeout(timer);
    else if (Date.now() - heardAt > TOGETHER_MS) void ask();
    else plan();
  };

  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<News>) => {
      if (data.viewerId === viewerId) hear(data.counts);
    };
  }
  document.addEventListener("visibilitychange", look);
  window.addEventListener("focus", look);
  look();

  return () => {
    isOver = true;
    clearTimeout(timer);
    channel?.close();
    document.removeEventListener("visibilitychange", look);
    window.removeEventListener("focus", look);
  };
}
