import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { useApolloClient } from "@apollo/client/react";
import { useNavigate } from "react-router-dom";
import { goOn } from "../features/account/goOn.ts";
import { useTexts } from "../i18n/texts.ts";
import { type Shortcut, useShortcuts } from "../platform/shortcuts.ts";
import { openShortcutSheet, SHEET_EVENT } from "../platform/shortcutSheet.ts";
import { useViewer } from "../session/useViewer.ts";
import { shortcutTexts } from "./shortcut.texts.ts";

const loadSheet = () => import("./ShortcutSheet.tsx");
const ShortcutSheet = lazy(() => loadSheet().then((m) => ({ default: m.ShortcutSheet })));

/** The keys of every page, and the sheet that "?" opens; what a sign-in interrupted goes on as soon as they are there. */
export function ShortcutKeys() {
  const [isOpen, setOpen] = useState(false);
  const t = useTexts(shortcutTexts);
  useShortcuts(t.everywhere, useFrameShortcuts(), true);
  const client = useApolloClient();
  useEffect(() => void goOn(client), [client]);

  useEffect(() => {
    const open = () => setOpen(true);
    window.addEventListener(SHEET_EVENT, open);
    return () => window.removeEventListener(SHEET_EVENT, open);
  }, []);

  return (
    isOpen && (
      <Suspense fallback={null}>
        <ShortcutSheet onClose={() => setOpen(false)} />
      </Suspense>
    )
  );
}

function useFrameShortcuts(): Shortcut[] {
  const t = useTexts(shortcutTexts);
  const navigate = useNavigate();
  const { viewer, site } = useViewer();
  const isMember = viewer !== null;
  const { canViewThreads, viewerCanPublish } = site;
  return useMemo(() => {
    const go = (keys: string, to: string, label: string): Shortcut => ({
      keys,
      label,
      run: () => void navigate(to),
    });
    return [
      { keys: "?", label: t.help, run: openShortcutSheet },
      { keys: "/", label: t.search, run: () => focusSearch() || void navigate("/search") },
      ...(viewerCanPublish ? [go("c", "/thread/post", t.newThread)] : []),
      go("g h", "/", t.goHome),
      ...(canViewThreads
        ? [
            go("g l", "/?tab=reply", t.goLatest),
            go("g n", "/?tab=newest", t.goNew),
            go("g t", "/?tab=hot", t.goTop),
          ]
        : []),
      ...(isMember
        ? [
            go("g p", "/my", t.goMine),
            go("g b", "/my?tab=favorites", t.goFavorites),
            go("g d", "/my?tab=drafts", t.goDrafts),
            go("g m", "/message", t.goMessages),
          ]
        : []),
    ];
  }, [t, navigate, isMember, canViewThreads, viewerCanPublish]);
}

/** The search box of the page; false where there is none. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>("main input[type=search], input[type=search]");
  field?.focus();
  field?.select();
  return field !== null;
}
