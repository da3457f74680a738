import { lazy, type MouseEvent, type ReactNode, Suspense, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { WelcomeSlot } from "../features/account/WelcomeSlot.tsx";
import { UnreadWatch } from "../features/unread/UnreadBadge.tsx";
import { useUnreadCounts } from "../features/unread/unreadCounts.ts";
import { useTexts } from "../i18n/texts.ts";
import { usePage } from "../platform/page.ts";
import { Slot } from "../plugins/Slot.tsx";
import { useOffered } from "../session/useOffered.ts";
import { useSiteIsKnown, useViewer } from "../session/useViewer.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { BottomBar } from "./BottomBar.tsx";
import { DesktopHeader } from "./DesktopHeader.tsx";
import { Footer } from "./Footer.tsx";
import { layoutTexts } from "./layout.texts.ts";
import { MobileHeader } from "./MobileHeader.tsx";
import { SiteFailed } from "./SiteFailed.tsx";
import { OfflineNotice } from "./OfflineNotice.tsx";
import { ProgressLine } from "./ProgressLine.tsx";
import classes from "./Shell.module.css";

const ShortcutKeys = lazy(() => import("./ShortcutKeys.tsx").then((m) => ({ default: m.ShortcutKeys })));

/** Goes behind the ways to categories where a page begins with them; without scripts the link leads to the page itself. */
function skip(event: MouseEvent): void {
  const target = document.querySelector<HTMLElement>("[data-skip-target]");
  if (!target) return;
  event.preventDefault();
  target.focus();
}

/** Props of plugins in place of the header. */
function useHeaderData() {
  const navigate = useNavigate();
  const { total } = useUnreadCounts();
  return {
    renderData: { totalUnread: total },
    onSearch: (keyword: string) => void navigate(`/search?keyword=${encodeURIComponent(keyword)}`),
  };
}

/** The frame of every page: a header for the desk or for the phone, the page, the footer. */
export function Shell({ children }: { children: ReactNode }) {
  const { platform } = usePage();
  const t = useTexts(layoutTexts);
  const isKnown = useSiteIsKnown();
  const isOffered = useOffered("SITE");
  const { site } = useViewer();
  const { pathname } = useLocation();
  // Who looks after the site signs in and works on any device.
  const isOpen = isOffered || site.viewerCanAdminister || pathname.startsWith("/user/");
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true));
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <a className={classes.skip} href="#main" onClick={skip}>
        {t.skip}
      </a>
      <ProgressLine />
      {isSettled && (
        <Suspense fallback={null}>
          <ShortcutKeys />
        </Suspense>
      )}
      <UnreadWatch />
      <Slot area="plugin_global@header" useData={useHeaderData}>
        {platform === "pc" ? <DesktopHeader /> : <MobileHeader />}
      </Slot>
      <main id="main" className={classes.main} tabIndex={-1}>
        {!isKnown ? (
          <SiteFailed />
        ) : isOpen ? (
          <>
            <WelcomeSlot />
            {children}
          </>
        ) : (
          <div className="card">
            <EmptyState isWholePage title={t.notHere} text={t.notHereText} />
          </div>
        )}
      </main>
      <Slot area="plugin_global@footer">
        <Footer />
      </Slot>
      <OfflineNotice />
      {platform === "h5" && <BottomBar />}
    </>
  );
}
