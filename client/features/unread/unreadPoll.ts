import type { ApolloClient } from "@apollo/client";
import { UnreadCountsDocument } from "../../gql/graphql.ts";
import { followSessionEnd } from "../../session/sessionEnd.ts";
import { keepStream } from "./eventStream.ts";
import { type News, onAskUnread, tellNews } from "./serverEvents.ts";
import type { UnreadCounts } from "./unreadCounts.ts";

/** Interval of the poll for unread counts, in milliseconds (spec §9). */
export const UNREAD_POLL_MS = 60_000;
/** After failures the pause doubles, up to this. */
export const UNREAD_POLL_MAX_MS = 600_000;
/** Two reasons to ask at once that come together are one. */
const TOGETHER_MS = 1_000;
/** Tabs that have heard from another one let it be first again: each waits this much longer, and up to twice as long. */
const AFTER_YOU_MS = 1_000;
/** Tabs of one browser tell each other what they have heard. */
const CHANNEL = "luntan_unread";

/**
 * Message from one tab to the others: its poll begins, the answer, a failure, an event of the stream, or the session's
 * end.
 */
interface Note {
  viewerId: string;
  asks?: true;
  /** The pause after a failure. */
  pauseMs?: number;
  counts?: UnreadCounts;
  news?: News;
  /** Why the session is over for all tabs. */
  ended?: string;
}

/**
 * Asks for what is unread every 60 seconds: at once when the window gets the focus, never while it is hidden, more
 * rarely while the server does not answer. Of all tabs of a browser the one whose time comes first asks, and tells the
 * others, whose time then begins anew and ends a little later: so there is one question a minute, and whoever is closed
 * or put to sleep, another one takes over.
 * @param viewerId whose; tabs of somebody else are not listened to
 * @returns stops it
 */
export function watchUnread(client: ApolloClient, viewerId: string): () => void {
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = UNREAD_POLL_MS;
  let heardAt = 0;
  let isAsking = false;
  /** Something was changed after the question that is on its way. */
  let isStale = false;
  let isOver = false;

  const plan = (moreMs = 0) => {
    clearTimeout(timer);
    if (!isOver && !document.hidden) timer = setTimeout(ask, pauseMs + moreMs);
  };

  /** @param moreMs how much longer than others this tab waits before it asks */
  function hear(counts: UnreadCounts, moreMs = 0): void {
    heardAt = Date.now();
    pauseMs = UNREAD_POLL_MS;
    plan(moreMs);
    client.writeQuery({
      query: UnreadCountsDocument,
      data: { unreadCounts: { ...counts, __typename: "UnreadCounts" } },
    });
    tellNews({ kind: "counts" });
  }

  async function ask(): Promise<void> {
    if (isAsking || isOver) return;
    isAsking = true;
    clearTimeout(timer);
    channel?.postMessage({ viewerId, asks: true } satisfies Note);
    try {
      const { data } = await client.query({ query: UnreadCountsDocument, fetchPolicy: "no-cache" });
      if (isOver || !data || isStale) return;
      hear(data.unreadCounts);
      channel?.postMessage({ viewerId, counts: data.unreadCounts } satisfies Note);
    } catch {
      pauseMs = Math.min(UNREAD_POLL_MAX_MS, pauseMs * 2);
      plan();
      if (!isOver) channel?.postMessage({ viewerId, pauseMs } satisfies Note);
    } finally {
      isAsking = false;
      if (isStale) askAnew();
    }
  }

  /** This tab has changed something: an answer to an earlier question would be wrong. */
  function askAnew(): void {
    isStale = isAsking;
    if (!isAsking) void ask();
  }

  /** Somebody looks: what they see should be true. */
  const look = () => {
    if (document.hidden) clearTimeout(timer);
    else if (Date.now() - heardAt > TOGETHER_MS) void ask();
    else plan();
  };

  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<Note>) => {
      if (data.viewerId !== viewerId) return;
      const moreMs = AFTER_YOU_MS * (1 + Math.random());
      if (data.pauseMs) pauseMs = data.pauseMs;
      if (data.asks || data.pauseMs) plan(moreMs);
      if (data.counts) hear(data.counts, moreMs);
      if (data.news) tellNews(data.news);
      if (data.ended) void followSessionEnd(client, data.ended);
    };
  }
  const endStream = keepStream(viewerId, {
    onCounts: (counts) => {
      hear(counts);
      channel?.postMessage({ viewerId, counts } satisfies Note);
    },
    onNews: (news) => {
      tellNews(news);
      channel?.postMessage({ viewerId, news } satisfies Note);
    },
    onEnded: (ended) => {
      channel?.postMessage({ viewerId, ended } satisfies Note);
      void followSessionEnd(client, ended);
    },
  });
  const stopAsking = onAskUnread(askAnew);
  document.addEventListener("visibilitychange", look);
  window.addEventListener("focus", look);
  look();

  return () => {
    isOver = true;
    clearTimeout(timer);
    endStream();
    stopAsking();
    channel?.close();
    document.removeEventListener("visibilitychange", look);
    window.removeEventListener("focus", look);
  };
}
