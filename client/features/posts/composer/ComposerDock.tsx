import { lazy, type ReactNode, Suspense } from "react";
import classes from "./Dock.module.css";
import { type Dock, isField } from "./useDock.ts";

const DockTools = lazy(() => import("./DockTools.tsx").then((module) => ({ default: module.DockTools })));

interface Props {
  dock: Dock;
  /** Name of the field, which heads it at the end of the page. */
  label: string;
  /** Name of what is written; heads the composer where it does not stand at the end of the page. */
  name: string;
  /** Shows the tools, whose code is loaded for it. */
  hasTools: boolean;
  /** Closes a composer that has no place in the page. */
  onClose?(): void;
  children: ReactNode;
}

/**
 * The shell of a composer: it can be docked, so that reading goes on behind it, made larger and smaller, put away into
 * one line, or take the whole window (Shift+F11). What stands in it stays as it is.
 */
export function ComposerDock({ dock, label, name, hasTools, onClose, children }: Props) {
  const { mode, slot, frame, go } = dock;
  const isOut = mode !== "inline";
  return (
    <div ref={slot}>
      <div
        ref={frame}
        className={classes.dock}
        data-mode={mode}
        role={isOut ? "region" : undefined}
        aria-label={isOut ? name : undefined}
        onKeyDown={(event) => dock.keysRef.current?.(event)}
        // A quote that arrives while the composer is put away opens it.
        onFocus={(event) => mode === "line" && isField(event.target) && go("docked")}
      >
        <div className={classes.head}>
          <span className={classes.name}>
            <bdi>{isOut ? name : label}</bdi>
          </span>
          <Suspense fallback={null}>{hasTools && <DockTools dock={dock} onClose={onClose} />}</Suspense>
        </div>
        <div className={classes.content}>{children}</div>
      </div>
    </div>
  );
}
