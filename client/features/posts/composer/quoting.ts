import { useEffect, useRef } from "react";

/** Longest text that is quoted, in characters; more is cut. */
export const QUOTE_MAX = 2_000;

type Take = (markdown: string) => void;

/** Fields that take quotes, the one that was opened last at the end. */
const takers: Take[] = [];

/** Offers a field for quotes while it is shown; an answer that is being written comes before the field at the end. */
export function useQuotes(take: Take): void {
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const mine: Take = (markdown) => latest.current(markdown);
    takers.push(mine);
    return () => void takers.splice(takers.indexOf(mine), 1);
  }, []);
}

/** Puts a quote into the field that is being written in; false if there is none. */
export function offerQuote(markdown: string): boolean {
  const take = takers.at(-1);
  take?.(markdown);
  return take !== undefined;
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
