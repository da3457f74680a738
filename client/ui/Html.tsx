import { useMemo } from "react";
import { withRenditions } from "../platform/imageQuality.ts";
import { usePageText } from "../platform/pageTexts.ts";
import classes from "./Html.module.css";

interface Props {
  /** Safe HTML of the server: a `bodyHtml`. */
  html: string;
  className?: string;
}

/** Rendered Markdown with the typography of the forum. */
export function Html({ html, className }: Props) {
  const number = usePageText(html);
  const shown = useMemo(() => asShown(html), [html]);
  return (
    <div
      data-prose={number}
      className={className ? `${classes.prose} ${className}` : classes.prose}
      // The mark of the server's page is not the browser's.
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: shown }}
    />
  );
}

let scratch: HTMLElement | undefined;

/**
 * The HTML as the browser writes it: a text that was read from the server's page and the same text from an answer are
 * equal, so that the second one draws nothing anew.
 */
function inBrowsersWords(html: string): string {
  scratch ??= document.implementation.createHTMLDocument("").createElement("div");
  scratch.innerHTML = withRenditions(html);
  return scratch.innerHTML;
}

const asShown = import.meta.env.SSR ? withRenditions : inBrowsersWords;
