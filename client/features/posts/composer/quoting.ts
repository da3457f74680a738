import { useEffect, useRef } from "react";
import { useRequireLogin } from "../../../session/useStanding.ts";
import { useViewer } from "../../../session/useViewer.ts";
import { act } from "../../../ui/act.ts";
import { replyHref } from "../../reading/threadAddress.ts";

/** Longest text that is quoted, in characters; more is cut. */
export const QUOTE_MAX = 2_000;

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
async function offerQuote(quote: Quote): Promise<void> {
  const markdown = await quote();
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

/**
 * Opens the composer over the place that is read.
 * @param quote is put into it when it has come; goes into an answer to a reply if one is being written
 */
export function openReply(quote?: Quote): void {
  // At once: phones show their keyboard only while a press is answered.
  if (!quote || !takers.comment) openThread?.();
  if (quote) void act(() => offerQuote(quote));
}

/**
 * Gives a function that opens the composer of a thread over the place that is read, with a quote if one is given. Visitors
 * sign in first and come back to the same place.
 */
export function useReply(threadId: string): (quote?: Quote) => void {
  const requireLogin = useRequireLogin();
  const { viewer } = useViewer();
  return (quote) => {
    const href = replyHref(threadId);
    if (quote && !viewer) void act(async () => requireLogin(`reply:${await quote()}`, href));
    else if (requireLogin("reply:", href)) openReply(quote);
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

/** Gives a quote in Markdown, which takes the code of the editor. */
export type Quote = () => Promise<string>;

/** A quote of a part of a published text (see `quotedPart`): who said it, with the way there, and the words as they are. */
export function quoteOf({ name, ...source }: QuoteSource, part: HTMLElement): Quote {
  const label = source.number === null ? name : `${name} #${source.number}`;
  return async () => {
    const { quotedMarkdown } = await import("../../editor/quotedMarkdown.ts");
    return quotedMarkdown(label, sourceHref(source), part);
  };
}
