import { lazy, Suspense, useCallback, useState } from "react";
import type { WatchLevel, WatchTarget } from "../../gql/graphql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useRequireLogin } from "../../session/useStanding.ts";
import classes from "./WatchButton.module.css";
import { watchButtonTexts } from "./watchButton.texts.ts";

const WatchMenu = lazy(() => import("./WatchMenu.tsx").then((module) => ({ default: module.WatchMenu })));

const BELL =
  "M10 5a2 2 0 1 1 4 0 7 7 0 0 1 4 6v3a4 4 0 0 0 2 3H4a4 4 0 0 0 2-3v-3a7 7 0 0 1 4-6M9 17v1a3 3 0 0 0 6 0v-1";
const ICON_PX = 20;

interface Props {
  target: WatchTarget;
  targetId: string;
  /** Null or absent for visitors, who are asked to sign in. */
  level: WatchLevel | null | undefined;
  /** Stands among buttons without frames. */
  isBare?: boolean;
}

/** A bell that says how closely something is watched and opens the menu of levels. */
export function WatchButton({ target, targetId, level: known, isBare }: Props) {
  const t = useTexts(watchButtonTexts);
  const requireLogin = useRequireLogin();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = useCallback(() => setAnchor(null), []);
  const level = known ?? "NORMAL";
  return (
    <>
      <button
        type="button"
        className={isBare ? classes.bare : classes.button}
        data-level={level}
        aria-label={`${t[target]}${t.colon}${t[level]}`}
        title={t[target]}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => {
          const { currentTarget } = event;
          if (requireLogin("watch:bell")) setAnchor(anchor ? null : currentTarget);
        }}
      >
        <svg viewBox="0 0 24 24" width={ICON_PX} height={ICON_PX} aria-hidden="true">
          <path d={level === "MUTED" ? `${BELL}M3 3l18 18` : BELL} />
        </svg>
      </button>
      {anchor && (
        <Suspense fallback={null}>
          <WatchMenu anchor={anchor} target={target} targetId={targetId} level={level} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
