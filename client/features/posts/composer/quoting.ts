import { useEffect, useRef } from "react";
import { useRequireLogin } from "../../../session/useStanding.ts";
import { replyHref } from "../../reading/threadAddress.ts";

type Take = (markdown: string) => void;

/** Composers that take quotes: one for the thread, and one that answers a reply and comes first while it is open. */
const takers: { thread?: Take; comment?: Take } = {};

/** Offers a composer for quotes while it is shown. */
export function useQuotes(kind: keyof typeof takers, take: Take): void {
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const mine: Take = (markdown) => latest.current(markdown);
    takers[kind] = mine;
    return () => {
      if (takers[kind] === mine) delete takers[kind];
    };
  }, [kind]);
}

/** Puts a quote into the composer that is being written in. */
export function offerQuote(markdown: string): void {
  const take = takers.comment ?? takers.thread;
  take?.(markdown);
}

let openThread: (() => void) | null = null;

/** Lets buttons, keys and quotes anywhere on the page open the composer of the thread while it is shown. */
export function useReplyDoor(open: () => void): void {
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    const mine = () => latest.current();
    openThread = mine;
    return () => {
      if (openThread === mine) openThread = null;
    };
  }, []);
}

/** Opens the composer over the place that is read. */
export function openReply(): void {
  openThread?.();
}

/** Opens the composer for a quote, which goes into an answer to a reply if one is being written. */
export function openForQuote(): void {
  if (!takers.comment) openThread?.();
}

/**
 * Gives a function that opens the composer of a thread over the place that is read. Visitors sign in first and come back to
 * the same place.
 */
export function useReply(threadId: string): () => void {
  const requireLogin = useRequireLogin();
  return () => {
    if (requireLogin("reply:", replyHref(threadId))) openReply();
  };
}

/** Source of a quoted text. */
export interface QuoteSource {
  threadId: string;
  /** Number of the reply; null for the thread's own text. */
  number: number | null;
  name: string;
}

/** Address of what is quoted; it stays right whatever the length of pages. */
export function sourceHref({ threadId, number }: Pick<QuoteSource, "threadId" | "number">): string {
  return number === null ? `/thread/${threadId}` : `/thread/${threadId}?post=${number}#p${number}`;
}
