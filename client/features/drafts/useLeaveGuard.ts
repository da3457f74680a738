import { useEffect, useRef } from "react";
import { entryIndex, type Go, holdSteps, useLocation, useNavigate } from "../../platform/router.tsx";
import { useTexts } from "../../i18n/texts.ts";
import { useConfirm } from "../../ui/confirm.tsx";
import { draftTexts } from "./drafts.texts.ts";

/** Asks, and goes to the address if the person agrees; null while nothing is unsaved. */
let asksFirst: ((to: string) => void) | null = null;

/** Goes to an address of the site, as a link would: a page with something unsaved asks first. */
export function leaveFor(to: string, go: Go): void {
  if (asksFirst) asksFirst(to);
  else go(to);
}

/**
 * Asks before somebody leaves text behind that is kept nowhere else: by a link of the page, by the browser's back and
 * forward, or by closing the window.
 * @param hasUnsaved whether there is such text just now
 */
export function useLeaveGuard(hasUnsaved: boolean): void {
  const t = useTexts(draftTexts);
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
        title: t.leaveTitle,
        text: t.leaveText,
        action: t.leaveAction,
        danger: true,
      });
      isAsking = false;
      if (agreed) leave();
    };
    const askFirst = (to: string) => {
      const go = () => latest.current.navigate(to);
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
    // Steps through the history are told when they are made: this one is taken back, and made again by who agrees.
    let returns: (() => void) | null = null;
    let isLeaving = false;
    const step = (): boolean => {
      if (isLeaving) return false;
      const { pathname, index } = latest.current;
      if (returns) {
        const arrived = returns;
        returns = null;
        arrived();
        return true;
      }
      if (location.pathname === pathname) return false;
      // An entry that the browser made itself has no number; most often it lies before this one.
      const target = entryIndex();
      const leave = () => {
        isLeaving = true;
        history.go(target - entryIndex() || -1);
      };
      returns = isAsking ? () => undefined : () => void ask(leave);
      history.go(index - target || 1);
      return true;
    };
    asksFirst = askFirst;
    window.addEventListener("beforeunload", unload);
    holdSteps(step);
    document.addEventListener("click", click, true);
    return () => {
      if (asksFirst === askFirst) {
        asksFirst = null;
        holdSteps(null);
      }
      window.removeEventListener("beforeunload", unload);
      document.removeEventListener("click", click, true);
    };
  }, [hasUnsaved]);
}
