import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useState } from "react";
import { keyOf } from "../../../platform/inputMethod.ts";
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
import classes from "./DockTools.module.css";
import { composerTexts } from "./composer.texts.ts";
import type { Dock, DockMode } from "./useDock.ts";

/** Height of the docked composer before anybody changes it, in CSS pixels (landscape E1). */
export const DOCK_HEIGHT_PX = 300;
/** Least height that still shows a line and the buttons, in CSS pixels. */
export const DOCK_MIN_PX = 200;
/** Least height of the page above that stays visible, in CSS pixels. */
const PAGE_MIN_PX = 160;
/** Step of the arrow keys on the handle, in CSS pixels. */
export const DOCK_STEP_PX = 24;
const HEIGHT_KEY = "composer_height";
const ICON_PX = 18;

interface Props {
  dock: Dock;
  onClose?: (() => void) | undefined;
}

/** The ways out of one place of the composer into the others: buttons, the handle at its upper edge, and keys. */
export function DockTools({ dock, onClose }: Props) {
  const { mode, frame } = dock;
  const isPhone = usePage().platform === "h5";
  const [height, setHeight] = useState(() => clamped(stored<number>(HEIGHT_KEY) ?? DOCK_HEIGHT_PX));
  useDockKeys(dock, isPhone, onClose);
  useKeyboardRoom(dock);

  function resize(next: number): void {
    const fitting = clamped(next);
    setHeight(fitting);
    store(HEIGHT_KEY, fitting);
  }
  useEffect(() => {
    frame.current?.style.setProperty("--dock-height", `${height}px`);
  }, [frame, height]);

  return (
    <>
      {mode === "docked" && !isPhone && <Handle height={height} onResize={resize} />}
      <Tools
        mode={mode}
        isPhone={isPhone}
        isClosable={onClose !== undefined}
        onMode={(next) => (next === "inline" && onClose ? onClose() : dock.go(next))}
      />
    </>
  );
}

/** Shift+F11 takes the whole window and gives it back, Escape leaves one step. */
function useDockKeys({ mode, keysRef, go }: Dock, isPhone: boolean, onClose: (() => void) | undefined): void {
  useEffect(() => {
    keysRef.current = (event) => {
      if (event.defaultPrevented) return;
      if (keyOf(event) === "F11" && event.shiftKey) {
        event.preventDefault();
        go(mode === "full" ? "docked" : "full");
      } else if (keyOf(event) === "Escape" && mode === "full") go(isPhone && !onClose ? "inline" : "docked");
      else if (keyOf(event) === "Escape" && mode === "docked") go("line");
    };
    return () => void (keysRef.current = null);
  }, [mode, keysRef, go, isPhone, onClose]);
}

/** Lifts the composer above the keyboard of a phone, which browsers lay over the page. */
function useKeyboardRoom({ mode, frame }: Dock): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (!view || mode === "inline") return;
    const lift = (): void => {
      const covered = Math.max(0, window.innerHeight - view.height - view.offsetTop);
      frame.current?.style.setProperty("--dock-lift", `${Math.round(covered)}px`);
    };
    lift();
    view.addEventListener("resize", lift);
    view.addEventListener("scroll", lift);
    return () => {
      view.removeEventListener("resize", lift);
      view.removeEventListener("scroll", lift);
    };
  }, [mode, frame]);
}

/** The upper edge of the docked composer: dragging and arrow keys change its height. */
function Handle({ height, onResize }: { height: number; onResize(height: number): void }) {
  const composer = useTexts(composerTexts);
  function pressHandle(event: KeyboardEvent): void {
    const step = { ArrowUp: DOCK_STEP_PX, ArrowDown: -DOCK_STEP_PX }[keyOf(event)];
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

interface ToolsProps {
  mode: DockMode;
  isPhone: boolean;
  isClosable: boolean;
  onMode(mode: DockMode): void;
}

function Tools({ mode, isPhone, isClosable, onMode }: ToolsProps) {
  const composer = useTexts(composerTexts);
  const tools = {
    dock: [composer.dockComposer, IconPin, "docked"],
    minimise: [composer.minimiseComposer, IconChevronDown, "line"],
    open: [composer.openComposer, IconChevronUp, "docked"],
    leaveFull: [composer.smallComposer, IconArrowsMinimize, "docked"],
    full: [composer.fullComposer, IconArrowsMaximize, "full"],
    undock: [isClosable ? composer.closeComposer : composer.undockComposer, IconX, "inline"],
  } as const;
  const offered: Readonly<Record<DockMode, readonly (keyof typeof tools)[]>> = {
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
