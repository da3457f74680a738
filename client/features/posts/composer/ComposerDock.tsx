import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTexts } from "../../../i18n/texts.ts";
import { usePage } from "../../../platform/page.ts";
import { store, stored } from "../../../platform/storage.ts";
import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconChevronDown,
  IconChevronUp,
  IconPin,
  IconX,
} from "../../../ui/icons.tsx";
import classes from "./ComposerDock.module.css";
import { composerTexts } from "./composer.texts.ts";
import { postTexts } from "../posts.texts.ts";

/** Height of the docked composer before anybody changes it, in CSS pixels (landscape E1). */
export const DOCK_HEIGHT_PX = 300;
/** Least height that still shows a line and the buttons, in CSS pixels. */
export const DOCK_MIN_PX = 180;
/** What stays visible of the page above, in CSS pixels. */
const PAGE_MIN_PX = 160;
/** Step of the arrow keys on the handle, in CSS pixels. */
export const DOCK_STEP_PX = 24;
const HEIGHT_KEY = "composer_height";
const ICON_PX = 18;

/** Inline at the end of the thread, docked below what is read on, one line, or the whole window. */
type Mode = "inline" | "docked" | "line" | "full";

/**
 * The shell of the composer: it can be docked, so that reading goes on behind it, made larger and smaller, put away into
 * one line, or take the whole window (Shift+F11). What stands in it stays as it is.
 */
export function ComposerDock({ children }: { children: ReactNode }) {
  const t = useTexts(postTexts);
  const composer = useTexts(composerTexts);
  const isPhone = usePage().platform === "h5";
  const slot = useRef<HTMLDivElement>(null);
  const dock = useRef<HTMLDivElement>(null);
  const [mode, setMode] = useState<Mode>("inline");
  const [height, setHeight] = useState(() => clamped(stored<number>(HEIGHT_KEY) ?? DOCK_HEIGHT_PX));
  const isOut = mode !== "inline";

  // The place at the end keeps its size, so that nothing jumps while the composer is elsewhere.
  function leave(next: Mode): void {
    if (mode === "inline") slot.current!.style.minHeight = `${slot.current!.offsetHeight}px`;
    setMode(next);
    if (next === "inline") slot.current!.style.minHeight = "";
    if (next !== "line") requestAnimationFrame(() => dock.current?.querySelector("textarea")?.focus());
  }
  function resize(next: number): void {
    const fitting = clamped(next);
    setHeight(fitting);
    store(HEIGHT_KEY, fitting);
  }

  useEffect(() => {
    dock.current!.style.setProperty("--dock-height", `${height}px`);
  }, [height]);

  function press(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === "F11" && event.shiftKey) {
      event.preventDefault();
      leave(mode === "full" ? "docked" : "full");
    } else if (event.key === "Escape" && mode === "full") leave(isPhone ? "inline" : "docked");
    else if (event.key === "Escape" && mode === "docked") setMode("line");
  }
  function pressHandle(event: KeyboardEvent): void {
    const step = { ArrowUp: DOCK_STEP_PX, ArrowDown: -DOCK_STEP_PX }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    resize(height + step);
  }
  function drag(event: PointerEvent<HTMLDivElement>): void {
    const handle = event.currentTarget;
    const [startY, startHeight] = [event.clientY, height];
    handle.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent) => resize(startHeight + startY - moved.clientY);
    handle.addEventListener("pointermove", move);
    handle.addEventListener("lostpointercapture", () => handle.removeEventListener("pointermove", move), {
      once: true,
    });
  }

  return (
    <div ref={slot}>
      <div
        ref={dock}
        className={classes.dock}
        data-mode={mode}
        role={isOut ? "region" : undefined}
        aria-label={isOut ? t.yourReply : undefined}
        onKeyDown={press}
        // A quote that arrives while the composer is put away opens it.
        onFocus={(event) =>
          mode === "line" && event.target instanceof HTMLTextAreaElement && setMode("docked")
        }
      >
        {mode === "docked" && (
          <div
            className={classes.handle}
            role="separator"
            aria-orientation="horizontal"
            aria-label={composer.resizeComposer}
            aria-valuenow={height}
            aria-valuemin={DOCK_MIN_PX}
            tabIndex={0}
            onPointerDown={drag}
            onKeyDown={pressHandle}
          />
        )}
        <div className={classes.head}>
          <span className={classes.name}>{isOut && t.yourReply}</span>
          {mode === "inline" && !isPhone && (
            <Tool
              label={composer.dockComposer}
              icon={<IconPin size={ICON_PX} />}
              onRun={() => leave("docked")}
            />
          )}
          {mode === "docked" && (
            <Tool
              label={composer.minimiseComposer}
              icon={<IconChevronDown size={ICON_PX} />}
              onRun={() => setMode("line")}
            />
          )}
          {mode === "line" && (
            <Tool
              label={composer.openComposer}
              icon={<IconChevronUp size={ICON_PX} />}
              onRun={() => leave("docked")}
            />
          )}
          {mode === "full" ? (
            <Tool
              label={composer.smallComposer}
              icon={<IconArrowsMinimize size={ICON_PX} />}
              onRun={() => leave(isPhone ? "inline" : "docked")}
            />
          ) : (
            <Tool
              label={composer.fullComposer}
              icon={<IconArrowsMaximize size={ICON_PX} />}
              onRun={() => leave("full")}
            />
          )}
          {(mode === "docked" || mode === "line") && (
            <Tool
              label={composer.undockComposer}
              icon={<IconX size={ICON_PX} />}
              onRun={() => leave("inline")}
            />
          )}
        </div>
        <div className={classes.content}>{children}</div>
      </div>
    </div>
  );
}

function Tool({ label, icon, onRun }: { label: string; icon: ReactNode; onRun(): void }) {
  return (
    <button type="button" className={classes.tool} aria-label={label} title={label} onClick={onRun}>
      {icon}
    </button>
  );
}

function clamped(height: number): number {
  return Math.round(Math.max(DOCK_MIN_PX, Math.min(height, window.innerHeight - PAGE_MIN_PX)));
}
