import { useEffect, useRef } from "react";
import { type NavigateFunction, useLocation, useNavigate } from "react-router-dom";
import { useTexts } from "../i18n/texts.ts";
import { useConfirm } from "./confirm.tsx";
import { leaveTexts } from "./leave.texts.ts";

/** Asks, and goes to the address if the person agrees; null while nothing is unsaved. */
let asksFirst: ((to: string) => void) | null = null;

/** Goes to an address of the site, as a link would: a page with something unsaved asks first. */
export function leaveFor(to: string, navigate: NavigateFunction): void {
  if (asksFirst) asksFirst(to);
  else void navigate(to);
}

/** Counts the steps to the present entry of the history; the router numbers the entries that it makes. */
const entryIndex = (): number => (history.state as { idx?: number } | null)?.idx ?? 0;

/**
 * Asks before somebody leaves text behind that is kept nowhere else: by a link of the page, by the browser's back and
 * forward, or by closing the window.
 * @param hasUnsaved whether there is such text just now
 */
export function useLeaveGuard(hasUnsaved: boolean): void {
  const t = useTexts(leaveTexts);
  const confirm = useConfirm();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const latest = useRef({ t, confirm, navigate, pathname, index: 0 });
  useEffect(() => {
    latest.current = { t, confirm, navigate, pathname, index: entryIndex() };
  });

  useEffect(() => {
    if (!hasUnsaved) return;
    let isAsking = false;
    const ask = async (leave: () => void) => {
      isAsking = true;
      const { t, confirm } = latest.current;
      const agreed = await confirm({
        title: t.title,
        text: t.text,
        action: t.action,
        danger: true,
      });
      isAsking = false;
      if (agreed) leave();
    };
    const askFirst = (to: string) => {
      const go = () => void latest.current.navigate(to);
      if (new URL(to, location.href).pathname === latest.current.pathname) go();
      else if (!isAsking) void ask(go);
    };
    const unload = (event: BeforeUnloadEvent) => event.preventDefault();
    const click = (event: MouseEvent) => {
      const link = (event.target as Element).closest?.<HTMLAnchorElement>("a[href]");
      const isElsewhere = link && link.origin === location.origin && link.pathname !== location.pathname;
      if (!isElsewhere || link.target || event.ctrlKey || event.metaKey || event.shiftKey) return;
      // Before anybody else: the page stays until the question is answered.
      event.preventDefault();
      event.stopPropagation();
      askFirst(link.pathname + link.search + link.hash);
    };
    // Steps through the history are reported when they are made. This one is taken back before the router hears of it,
    // and made again by who agrees: the router's own blocker needs data routes (docs/decisions/0171).
    let returns: (() => void) | null = null;
    let isLeaving = false;
    const step = (event: PopStateEvent) => {
      if (isLeaving || asksFirst !== askFirst) return;
      const { pathname, index } = latest.current;
      if (returns) {
        event.stopImmediatePropagation();
        const arrived = returns;
        returns = null;
        arrived();
        return;
      }
      if (location.pathname === pathname) return;
      event.stopImmediatePropagation();
      // An entry that the browser made itself has no number; most often it lies before this one.
      const target = entryIndex();
      const leave = () => {
        isLeaving = true;
        history.go(target - entryIndex() || -1);
      };
      returns = isAsking ? () => undefined : () => void ask(leave);
      history.go(index - target || 1);
    };
    asksFirst = askFirst;
    window.addEventListener("beforeunload", unload);
    window.addEventListener("popstate", step, true);
    document.addEventListener("click", click, true);
    return () => {
      if (asksFirst === askFirst) asksFirst = null;
      window.removeEventListener("beforeunload", unload);
      window.removeEventListener("popstate", step, true);
      document.removeEventListener("click", click, true);
    };
  }, [hasUnsaved]);
}
