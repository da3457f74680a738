import { useEffect, useRef } from "react";
import { useNavigate } from "../../platform/router.tsx";
import { useTexts } from "../../i18n/texts.ts";
import { useConfirm } from "../../ui/confirm.tsx";
import { draftTexts } from "./drafts.texts.ts";

/**
 * Asks before somebody leaves text behind that is kept nowhere else: by a link of the page, or by closing the window.
 * @param hasUnsaved whether there is such text just now
 */
export function useLeaveGuard(hasUnsaved: boolean): void {
  const t = useTexts(draftTexts);
  const confirm = useConfirm();
  const navigate = useNavigate();
  const latest = useRef({ t, confirm, navigate });
  useEffect(() => {
    latest.current = { t, confirm, navigate };
  });

  useEffect(() => {
    if (!hasUnsaved) return;
    const unload = (event: BeforeUnloadEvent) => event.preventDefault();
    const click = (event: MouseEvent) => {
      const link = (event.target as Element).closest?.<HTMLAnchorElement>("a[href]");
      const isElsewhere = link && link.origin === location.origin && link.pathname !== location.pathname;
      if (!isElsewhere || link.target || event.ctrlKey || event.metaKey || event.shiftKey) return;
      // Before anybody else: the page stays until the question is answered.
      event.preventDefault();
      event.stopPropagation();
      const { t, confirm, navigate } = latest.current;
      void confirm({ title: t.leaveTitle, text: t.leaveText, action: t.leaveAction, danger: true }).then(
        (agreed) => {
          if (agreed) void navigate(link.pathname + link.search + link.hash);
        },
      );
    };
    window.addEventListener("beforeunload", unload);
    document.addEventListener("click", click, true);
    return () => {
      window.removeEventListener("beforeunload", unload);
      document.removeEventListener("click", click, true);
    };
  }, [hasUnsaved]);
}
