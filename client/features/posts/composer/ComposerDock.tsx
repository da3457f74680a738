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
/** Least height of the page above that stays visible, in CSS pixels. */
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
        {mode === "docked" && <Handle height={height} onResize={resize} />}
        <div className={classes.head}>
          <span className={classes.name}>{isOut && t.yourReply}</span>
          <Tools
            mode={mode}
            isPhone={isPhone}
            onMode={(next) => (next === "line" ? setMode(next) : leave(next))}
          />
        </div>
        <div className={classes.content}>{children}</div>
      </div>
    </div>
  );
}

/** The upper edge of the docked composer: dragging and arrow keys change its height. */
function Handle({ height, onResize }: { height: number; onResize(height: number): void }) {
  const composer = useTexts(composerTexts);
  function pressHandle(event: KeyboardEvent): void {
    const step = { ArrowUp: DOCK_STEP_PX, ArrowDown: -DOCK_STEP_PX }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onResize(height + step);
  }
  function drag(event: PointerEvent<HTMLDivElement>): void {
    const handle = event.currentTarget;
    const [startY, startHeight] = [event.clientY, height];
    handle.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent) => onResize(startHeight + startY - moved.clientY);
    handle.addEventListener("pointermove", move);
    handle.addEventListener("lostpointercapture", () => handle.removeEventListener("pointermove", move), {
      once: true,
    });
  }

  return (
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
  );
}

/** The ways out of one place of the composer into the others. */
function Tools({ mode, isPhone, onMode }: { mode: Mode; isPhone: boolean; onMode(mode: Mode): void }) {
  const composer = useTexts(composerTexts);
  const smaller = isPhone ? "inline" : "docked";
  const tools = {
    dock: [composer.dockComposer, IconPin, "docked"],
    minimise: [composer.minimiseComposer, IconChevronDown, "line"],
    open: [composer.openComposer, IconChevronUp, "docked"],
    leaveFull: [composer.smallComposer, IconArrowsMinimize, smaller],
    full: [composer.fullComposer, IconArrowsMaximize, "full"],
    undock: [composer.undockComposer, IconX, "inline"],
  } as const;
  const offered: Readonly<Record<Mode, readonly (keyof typeof tools)[]>> = {
    inline: isPhone ? ["full"] : ["dock", "full"],
    docked: ["minimise", "full", "undock"],
    line: ["open", "full", "undock"],
    full: ["leaveFull"],
  };
  return offered[mode].map((name) => {
    const [label, Icon, next] = tools[name];
    return <Tool key={name} label={label} icon={<Icon size={ICON_PX} />} onRun={() => onMode(next)} />;
  });
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
