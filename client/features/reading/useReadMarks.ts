import { print } from "graphql";
import { useEffect, useEffectEvent } from "react";
import { graphql } from "../../gql/gql.ts";
import { MarkThreadReadDocument } from "../../gql/graphql.ts";
import { useMarkThreadReadMutation } from "../../gql/hooks.ts";
import { accessToken } from "../../session/token.ts";
import type { ReadingPlace } from "./readingPlace.ts";

graphql(`
  mutation MarkThreadRead($threadId: ID!, $number: Int!) {
    markThreadRead(threadId: $threadId, number: $number) {
      id
      viewerLastReadNumber
      viewerUnreadCount
    }
  }
`);

/** Interval at which the reading position is reported while somebody reads, in milliseconds (landscape E11). */
export const MARK_EVERY_MS = 60_000;
/** Without scrolling for so long nobody reads any more (landscape E11). */
export const IDLE_MS = 180_000;

/**
 * Tells the server how far a member has read: at most once a minute while they read, and when they leave.
 * @param known the last number that the server knows; null if the thread was never opened
 */
export function useReadMarks(threadId: string, place: ReadingPlace, known: number | null): void {
  const [mark] = useMarkThreadReadMutation();
  const begin = useEffectEvent(() => known);
  useEffect(() => {
    const begun = begin();
    let told = begun ?? -1;
    let touched = Date.now();
    const touch = (): void => void (touched = Date.now());
    const isNews = (): boolean => place.furthest > told && Date.now() - touched < IDLE_MS;

    const tell = (): void => {
      if (document.hidden || !isNews()) return;
      const before = told;
      told = place.furthest;
      // What could not be told is told with the next minute.
      mark({ variables: { threadId, number: told } }).catch(() => (told = Math.min(told, before)));
    };
    // A page that goes away is not answered any more: the request outlives it.
    const leave = (): void => {
      if (!isNews()) return;
      told = place.furthest;
      sendLast(threadId, told);
    };
    const hide = (): void => void (document.hidden && leave());

    // The first visit alone is worth telling: the thread is not new any more.
    const first = setTimeout(tell, begun === null ? FIRST_MS : MARK_EVERY_MS);
    const timer = setInterval(tell, MARK_EVERY_MS);
    addEventListener("scroll", touch, { passive: true });
    addEventListener("pagehide", leave);
    document.addEventListener("visibilitychange", hide);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
      removeEventListener("scroll", touch);
      removeEventListener("pagehide", leave);
      document.removeEventListener("visibilitychange", hide);
      // To another page of the program, whose lists shall know at once.
      if (isNews()) mark({ variables: { threadId, number: place.furthest } }).catch(() => undefined);
    };
  }, [threadId, place, mark]);
}

/** Time after which a first visit counts as opening the thread and not only as passing by, in milliseconds. */
const FIRST_MS = 3_000;

function sendLast(threadId: string, number: number): void {
  const token = accessToken();
  if (!token) return;
  void fetch("/graphql", {
    method: "POST",
    keepalive: true,
    credentials: "same-origin",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: print(MarkThreadReadDocument), variables: { threadId, number } }),
  }).catch(() => undefined);
}
