import { type MouseEvent, useEffect, useRef, useState } from "react";
import { useTexts } from "../../i18n/texts.ts";
import { Link } from "../../ui/Link.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import classes from "./ThreadList.module.css";
import { threadTexts } from "./threads.texts.ts";

/** Pages that load by themselves while scrolling; then the reader is asked, so that the footer can be reached. */
const PAGES_BY_SCROLLING = 3;
/** How far before its end the list begins to load more, in screens. */
const PRELOAD_MARGIN = "150%";

/** The link to the next page, which loads it in place. */
export function MoreLink({ href, onMore }: { href: string; onMore(): Promise<unknown> }) {
  const t = useTexts(threadTexts);
  const link = useRef<HTMLAnchorElement>(null);
  const loaded = useRef(0);
  const [state, setState] = useState<"ready" | "loading" | "failed">("ready");
  const more = useRef<() => Promise<void>>(async () => {});

  useEffect(() => {
    more.current = async () => {
      if (state === "loading") return;
      setState("loading");
      try {
        await onMore();
        loaded.current += 1;
        setState("ready");
      } catch {
        loaded.current = PAGES_BY_SCROLLING;
        setState("failed");
      }
    };
  });

  useEffect(() => {
    if (!link.current || typeof IntersectionObserver === "undefined") return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (loaded.current < PAGES_BY_SCROLLING && entries.some((entry) => entry.isIntersecting)) {
          void more.current();
        }
      },
      { rootMargin: `${PRELOAD_MARGIN} 0px` },
    );
    observer.observe(link.current);
    return () => observer.disconnect();
  }, [href]);

  function load(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void more.current();
  }

  return (
    <Link
      ref={link}
      className={classes.more}
      to={href}
      rel="next"
      onClick={load}
      aria-busy={state === "loading"}
    >
      {state === "loading" && <Spinner size="sm" />}
      {state === "ready" ? t.loadMore : state === "loading" ? t.loading : t.loadFailed}
    </Link>
  );
}
