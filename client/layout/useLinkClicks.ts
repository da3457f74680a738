import { useEffect } from "react";
import { useNavigate } from "react-router-dom";

/** Addresses that the server answers itself: files, doors for programs, and the explorer. */
const NOT_PAGES =
  /^\/(plugin-files|plugin-frames|files|api|graphql|graphiql|uploads|assets)(\/|$)|\.(xml|txt|graphql|json|webmanifest|html)$/;

/** The address within the site that a click on a link asks for; undefined if the browser should follow it itself. */
export function addressOfClick(
  event: MouseEvent,
): { to: string; keepScroll: boolean; replace: boolean } | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return undefined;
  if ((link.target && link.target !== "_self") || link.hasAttribute("download")) return undefined;
  if (NOT_PAGES.test(link.pathname) || link.hreflang) return undefined;
  const isSamePage = link.pathname === location.pathname && link.search === location.search;
  // A place on the same page is the browser's business.
  if (isSamePage && link.hash) return undefined;
  return {
    to: link.pathname + link.search + link.hash,
    keepScroll: link.dataset.keepScroll !== undefined,
    // A second visit of the same page is no step in the history.
    replace: isSamePage || link.dataset.replace !== undefined,
  };
}

/** Leads clicks on links within the site through the router: those of pages and those that people write. */
export function useLinkClicks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const address = addressOfClick(event);
      if (!address) return;
      event.preventDefault();
      const { to, keepScroll, replace } = address;
      void navigate(to, { replace, state: keepScroll ? { keepScroll } : null });
    };
    document.addEventListener("click", follow);
    return () => document.removeEventListener("click", follow);
  }, [navigate]);
}
