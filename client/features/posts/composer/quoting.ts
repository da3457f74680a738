import { useEffect, useRef } from "react";
import { useRequireLogin } from "../../../session/useStanding.ts";
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

/** Puts a quote into the composer that is being written in; false if there is none. */
export function offerQuote(markdown: string): boolean {
  const take = takers.comment ?? takers.thread;
  take?.(markdown);
  return take !== undefined;
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
 * @param quote Markdown to put into it; goes into an answer to a reply if one is being written
 */
export function openReply(quote: string | null = null): void {
  if (quote === null || !takers.comment) openThread?.();
  if (quote !== null) offerQuote(quote);
}

/**
 * Gives a function that opens the composer of a thread over the place that is read, with a quote if one is given. Visitors
 * sign in first and come back to the same place.
 */
export function useReply(threadId: string): (quote?: string) => void {
  const requireLogin = useRequireLogin();
  return (quote) => {
    if (requireLogin(`reply:${quote ?? ""}`, replyHref(threadId))) openReply(quote ?? null);
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

/** Characters of a text that Markdown would interpret at the place where it is put. */
const MARKS = /[\\`*_[\]<>#|~@]/g;

/** A quote in Markdown: who said it, with the way there, and the words. */
export function quoteMarkdown(source: QuoteSource, text: string): string {
  const name = source.name.replace(MARKS, "\\$&");
  const label = source.number === null ? name : `${name} \\#${source.number}`;
  const cut = text.length > QUOTE_MAX ? `${text.slice(0, QUOTE_MAX)}…` : text;
  const lines = cut
    .trim()
    .replace(/\r\n?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .split("\n")
    .map((line) => `> ${line.replace(MARKS, "\\$&").trim()}`.trimEnd());
  return [`> [${label}](${sourceHref(source)})`, ">", ...lines, ""].join("\n");
}
