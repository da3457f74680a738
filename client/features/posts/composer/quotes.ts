import { useRequireLogin } from "../../../session/useStanding.ts";
import { useViewer } from "../../../session/useViewer.ts";
import { act } from "../../../ui/act.ts";
import { replyHref } from "../../reading/threadAddress.ts";
import { quotedPart } from "./quotedPart.ts";
import { offerQuote, openForQuote, type QuoteSource, sourceHref } from "./quoting.ts";

/** Longest text that is quoted, in letters; more is cut. */
export const QUOTE_MAX = 2_000;

/** Gives a quote in Markdown, which takes the code of the editor. */
export type Quote = () => Promise<string>;

/** A quote of a part of a published text: who said it, with the way there, and the words as they are. */
export function quoteOf({ name, ...source }: QuoteSource, part: HTMLElement): Quote {
  const label = source.number === null ? name : `${name} #${source.number}`;
  return async () => {
    const { quotedMarkdown } = await import("../../editor/quotedMarkdown.ts");
    return quotedMarkdown(label, sourceHref(source), part);
  };
}

/** Makes a quote of a range of a text; null if the range has no content. */
export function quoteIn(source: QuoteSource, prose: Element, range: Range): Quote | null {
  const part = quotedPart(prose, range, QUOTE_MAX);
  return part && quoteOf(source, part);
}

/** Opens the composer, and puts a quote into it when that has come. */
export function replyWith(quote: Quote): void {
  // At once: phones show their keyboard only while a press is answered.
  openForQuote();
  void act(async () => offerQuote(await quote()));
}

/** Gives a function that replies with a quote. Visitors sign in first and come back to the same place. */
export function useReplyWith(threadId: string): (quote: Quote) => void {
  const requireLogin = useRequireLogin();
  const { viewer } = useViewer();
  return (quote) => {
    const href = replyHref(threadId);
    if (!viewer) void act(async () => requireLogin(`reply:${await quote()}`, href));
    else if (requireLogin("reply", href)) replyWith(quote);
  };
}
