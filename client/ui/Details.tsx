import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";

interface Props {
  className: string;
  summary: ReactNode;
  /** Name for screen readers, where the summary says less than the eye sees around it. */
  summaryLabel?: string;
  isOpen: boolean;
  onOpen(isOpen: boolean): void;
  /** Makes the content, only while it is open. */
  children(): ReactNode;
}

/** Part of a page that is folded until somebody opens it, be it before the script of the page has come. */
export function Details({ className, summary, summaryLabel, isOpen, onOpen, children }: Props) {
  const element = useRef<HTMLDetailsElement>(null);
  const tellOfEarlier = useEffectEvent(() => {
    if (element.current!.open) onOpen(true);
  });
  useEffect(() => tellOfEarlier(), []);
  return (
    <details
      ref={element}
      className={className}
      // What somebody has opened meanwhile is no mistake of the server.
      suppressHydrationWarning
      onToggle={(event) => onOpen(event.currentTarget.open)}
    >
      <summary aria-label={summaryLabel}>{summary}</summary>
      {isOpen && children()}
    </details>
  );
}
