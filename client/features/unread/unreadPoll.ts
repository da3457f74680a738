import type { ApolloClient } from "@apollo/client";
import { errorOf } from "../../apollo/errors.ts";
import { UnreadCountsDocument } from "../../gql/graphql.ts";
import { followSessionEnd } from "../../session/sessionEnd.ts";
import { keepStream } from "./eventStream.ts";
import { dispatchServerEvent, onAskUnread, type ServerEvent } from "./serverEvents.ts";
import type { UnreadCounts } from "./unreadCounts.ts";

/** Time between two questions for what is unread, in milliseconds (spec §9). */
export const UNREAD_POLL_MS = 60_000;
/** After failures the pause doubles, up to this. */
export const UNREAD_POLL_MAX_MS = 600_000;
/** Two reasons to ask at once that come together are one. */
const TOGETHER_MS = 1_000;
/** Tabs that have heard from another one let it be first again: each waits this much longer, and up to twice as long. */
const AFTER_YOU_MS = 1_000;
/** Tabs of one browser tell each other what they have heard. */
const CHANNEL = "luntan_unread";

/** Code of the refusal of who is not signed in any more. */
const SIGNED_OUT = "LOGIN_REQUIRED";

/** Message from one tab to the others: that it asks, the answer, its failure, or an event of the stream. */
interface Note {
  asks?: true;
  /** The pause after a failure. */
  pauseMs?: number;
  counts?: UnreadCounts;
  event?: ServerEvent;
  /** Why the session is over for all tabs. */
  ended?: string;
}

/** Connects the tabs of a browser in which the same member is logged in. */
function connectTabs(viewerId: string) {
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);
  return {
    tell: (note: Note) => channel?.postMessage({ ...note, viewerId }),
    listen(hear: (note: Note) => void) {
      if (!channel) return;
      channel.onmessage = ({ data }: MessageEvent<Note & { viewerId: string }>) => {
        if (data.viewerId === viewerId) hear(data);
      };
    },
    close: () => channel?.close(),
  };
}

/** True if a question failed because the session has ended: so a window hears it that listens only since. */
function endsSession(client: ApolloClient, error: unknown): boolean {
  const isSignedOut = errorOf(error).code === SIGNED_OUT;
  if (isSignedOut) void followSessionEnd(client, "SIGNED_OUT");
  return isSignedOut;
}

function showCounts(client: ApolloClient, counts: UnreadCounts): void {
  client.writeQuery({
    query: UnreadCountsDocument,
    data: { unreadCounts: { ...counts, __typename: "UnreadCounts" } },
  });
  dispatchServerEvent({ kind: "counts" });
}

/** Calls back whenever the window comes into sight or gets the focus, and when it goes out of sight. @returns ends that */
function onLook(look: () => void): () => void {
  document.addEventListener("visibilitychange", look);
  window.addEventListener("focus", look);
  return () => {
    document.removeEventListener("visibilitychange", look);
    window.removeEventListener("focus", look);
  };
}

/** Hears from the server what is unread and what is new, and passes it on to the other tabs. @returns ends that */
function followStream(
  client: ApolloClient,
  viewerId: string,
  { tell, hear }: { tell: (note: Note) => void; hear: (counts: UnreadCounts) => void },
): () => void {
  return keepStream(viewerId, {
    onCounts: (counts) => {
      hear(counts);
      tell({ counts });
    },
    onServerEvent: (event) => {
      dispatchServerEvent(event);
      tell({ event });
    },
    onEnded: (ended) => {
      tell({ ended });
      void followSessionEnd(client, ended);
    },
  });
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
  const tabs = connectTabs(viewerId);
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
    showCounts(client, counts);
  }

  async function ask(): Promise<void> {
    if (isAsking || isOver) return;
    isAsking = true;
    clearTimeout(timer);
    tabs.tell({ asks: true });
    try {
      const { data } = await client.query({ query: UnreadCountsDocument, fetchPolicy: "no-cache" });
      if (isOver || !data || isStale) return;
      hear(data.unreadCounts);
      tabs.tell({ counts: data.unreadCounts });
    } catch (error) {
      if (isOver || endsSession(client, error)) return;
      pauseMs = Math.min(UNREAD_POLL_MAX_MS, pauseMs * 2);
      plan();
      tabs.tell({ pauseMs });
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

  tabs.listen((note) => {
    const moreMs = AFTER_YOU_MS * (1 + Math.random());
    if (note.pauseMs) pauseMs = note.pauseMs;
    if (note.asks || note.pauseMs) plan(moreMs);
    if (note.counts) hear(note.counts, moreMs);
    if (note.event) dispatchServerEvent(note.event);
    if (note.ended) void followSessionEnd(client, note.ended);
  });
  const endStream = followStream(client, viewerId, { tell: tabs.tell, hear });
  const stopAsking = onAskUnread(askAnew);
  const stopLooking = onLook(look);
  look();

  return () => {
    isOver = true;
    clearTimeout(timer);
    endStream();
    stopAsking();
    tabs.close();
    stopLooking();
  };
}
