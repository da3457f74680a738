import { useEffect, useRef, useState } from "react";
import { errorOf } from "../apollo/errors.ts";
import { type ConnectionPath, fetchNext, type ListQuery, connectionAt } from "../apollo/more.ts";
import { commonTexts } from "../i18n/common.texts.ts";
import { useTexts } from "../i18n/texts.ts";
import { MoreControl } from "./MoreControl.tsx";

/** Pages that load by themselves while scrolling; then the reader is asked, so that the footer can be reached. */
const PAGES_BY_SCROLLING = 3;
/** Distance from its end at which the list begins to load more, in screens. */
const PRELOAD_MARGIN = "150%";

interface Props<T> {
  query: ListQuery<T>;
  /** Place of the list in the answer, such as `members` or `user.posts`. */
  of: ConnectionPath<T>;
  /** Variables that differ from those of the first page. */
  variables?: object;
  /** Address of the page after a cursor, for readers without scripts; such lists also load while scrolling. */
  href?: (after: string) => string;
  label?: string;
  className?: string;
}

/**
 * The end of a list: loads the next page, tells what failed and offers to try again, until all is there. Shows nothing
 * for a list that is whole from the start.
 */
export function LoadMore<T>({ query, of, variables, href, label, className }: Props<T>) {
  const t = useTexts(commonTexts);
  const root = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLParagraphElement>(null);
  const loaded = useRef(0);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isPressed, setPressed] = useState(false);
  const pageInfo = connectionAt(query.data, of)?.pageInfo;
  const hasMore = pageInfo?.hasNextPage ?? false;
  const isScrolling = href !== undefined;

  async function more(): Promise<void> {
    if (isBusy) return;
    // Who pressed it must not fall back to the start of the page when it goes.
    setPressed(root.current?.contains(document.activeElement) ?? false);
    setBusy(true);
    setFailure(null);
    try {
      await fetchNext(query, of, variables);
      loaded.current += 1;
    } catch (error) {
      loaded.current = PAGES_BY_SCROLLING;
      setFailure(errorOf(error).message);
    }
    setBusy(false);
  }

  const latest = useRef(more);
  useEffect(() => {
    latest.current = more;
  });
  useEffect(() => {
    if (!isScrolling || !root.current || typeof IntersectionObserver === "undefined") return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (loaded.current < PAGES_BY_SCROLLING && entries.some((entry) => entry.isIntersecting)) {
          void latest.current();
        }
      },
      { rootMargin: `${PRELOAD_MARGIN} 0px` },
    );
    observer.observe(root.current);
    return () => observer.disconnect();
  }, [isScrolling, pageInfo?.endCursor]);
  useEffect(() => {
    if (!hasMore && isPressed && document.activeElement === document.body) end.current?.focus();
  }, [hasMore, isPressed]);

  if (hasMore) {
    return (
      <MoreControl
        ref={root}
        href={href?.(pageInfo?.endCursor ?? "")}
        label={label}
        isBusy={isBusy}
        failure={failure}
        className={className}
        onMore={() => void more()}
      />
    );
  }
  return isPressed ? (
    <p ref={end} tabIndex={-1} role="status" className="visually-hidden">
      {t.allLoaded}
    </p>
  ) : null;
}
