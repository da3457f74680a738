import { type RefObject, useEffect, useRef } from "react";
import { graphql } from "../../../gql/gql.ts";
import { useQuotedPostLazyQuery } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { ADDED } from "../../reading/added.ts";
import face from "../../editor/QuoteFace.module.css";
import { isQuoteSource, quoteFace } from "../../editor/quoteFace.ts";
import classes from "./Quote.module.css";
import { quoteTexts } from "./quote.texts.ts";

graphql(`
  query QuotedPost($id: ID!, $number: Int!) {
    thread(id: $id) {
      id
      posts(first: 1, fromNumber: $number) {
        nodes {
          id
          number
          bodyHtml
          isDeleted
        }
      }
    }
  }
`);

const SOURCE = /^\/thread\/(\d+)\?post=(\d+)#p\2$/;
const SEEN = "data-quoted";

/** Gives quotes a button that shows the whole reply in their place. */
export function useQuoteSources(frame: RefObject<HTMLElement | null>): void {
  const t = useTexts(quoteTexts);
  const [read] = useQuotedPostLazyQuery();
  const latest = useRef({ read, t });
  useEffect(() => {
    latest.current = { read, t };
  });

  useEffect(() => {
    const root = frame.current;
    if (!root) return;
    const look = (): void => {
      for (const quote of root.querySelectorAll<HTMLElement>(`[data-prose] blockquote:not([${SEEN}])`)) {
        const link = quote.querySelector<HTMLAnchorElement>(":scope > p:first-child > a:first-child");
        const source = SOURCE.exec(link?.getAttribute("href") ?? "");
        quote.setAttribute(SEEN, "");
        if (link && isQuoteSource(link.getAttribute("href")!)) {
          const drawn = quoteFace(link.getAttribute("href")!, link.textContent, face.face!);
          drawn.setAttribute(ADDED, "");
          link.prepend(drawn);
        }
        if (link && source) addButton(quote, link, { id: source[1]!, number: Number(source[2]) });
      }
    };
    const addButton = (quote: HTMLElement, link: Element, source: { id: string; number: number }): void => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = classes.expand!;
      button.textContent = latest.current.t.expand;
      button.setAttribute("aria-expanded", "false");
      button.setAttribute(ADDED, "");
      link.after(button);
      const short = [...quote.childNodes].filter((node) => node !== link.parentElement) as HTMLElement[];
      let whole: HTMLElement | null = null;
      let isOpen = false;
      const toggle = async (): Promise<void> => {
        const { read, t } = latest.current;
        if (!whole) {
          button.disabled = true;
          const { data } = await read({ variables: source }).catch(() => ({ data: undefined }));
          button.disabled = false;
          const post = data?.thread?.posts.nodes.find(({ number }) => number === source.number);
          whole = document.createElement("div");
          whole.className = classes.whole!;
          if (post && !post.isDeleted) whole.innerHTML = post.bodyHtml;
          else whole.textContent = t.quoteGone;
          quote.append(whole);
        }
        isOpen = !isOpen;
        whole.hidden = !isOpen;
        quote.toggleAttribute("data-open", isOpen);
        for (const part of short) if (part instanceof HTMLElement) part.hidden = isOpen;
        button.textContent = isOpen ? t.collapse : t.expand;
        button.setAttribute("aria-expanded", String(isOpen));
      };
      button.addEventListener("click", () => void toggle());
    };
    look();
    const observer = new MutationObserver(look);
    observer.observe(root, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [frame]);
}
