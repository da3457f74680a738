import { useEffect, useState, useSyncExternalStore } from "react";
import { keyOf } from "../platform/inputMethod.ts";
import { commonTexts } from "../i18n/common.texts.ts";
import { useTexts } from "../i18n/texts.ts";
import classes from "./toast.module.css";

/** Time that a toast stays, unless it says otherwise (spec §9). */
export const TOAST_MS = 1_500;
/** Time that the result of a block stays (spec §9). */
export const BLOCK_TOAST_MS = 1_000;
/** An error stays at least this long, so that it can be read to the end (WCAG 2.2.1). */
export const ERROR_TOAST_MS = 6_000;
/** The fade in and out of the style sheet. */
export const TOAST_FADE_MS = 200;

/** Kinds of toasts. */
export type ToastType = "info" | "success" | "warning" | "error" | "loading";

/** A short notice. */
export interface Toast {
  type: ToastType;
  message: string;
  /** In milliseconds; 1500 if absent, at least 6000 for errors. A loading toast stays until it is replaced or hidden. */
  durationMs?: number;
  /** Lies over the page, which takes no clicks meanwhile. */
  mask?: boolean;
  /** Something that can be done about it, such as taking it back. */
  action?: { label: string; run: () => void };
}

interface Shown extends Toast {
  id: number;
  leaving: boolean;
}

let current: Shown | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function put(next: Shown | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a toast; one at a time, so a newer one takes the place of the one before. @returns its number */
export function showToast(toast: Toast): number {
  put({ ...toast, id: ++lastId, leaving: false });
  return lastId;
}

/** Tells if a toast is shown that something can be done about. */
export function isToastNeeded(): boolean {
  return current?.action !== undefined;
}

/** Takes away the toast that is shown. @param id this one alone, if another has taken its place it stays */
export function hideToast(id?: number): void {
  if (id === undefined || current?.id === id) put(null);
}

type Options = Pick<Toast, "durationMs" | "mask">;
const teller = (type: ToastType) => (message: string, options?: Options) =>
  showToast({ ...options, type, message });

/** `toast.info("…")` and its like show a toast of that type; `toast.hide()` takes it away. */
export const toast = {
  info: teller("info"),
  success: teller("success"),
  warning: teller("warning"),
  error: teller("error"),
  loading: teller("loading"),
  hide: () => hideToast(),
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Gives the time that a toast stays; undefined for as long as the work takes. */
function stayOf({ type, durationMs }: Toast): number | undefined {
  if (type === "error") return Math.max(durationMs ?? 0, ERROR_TOAST_MS);
  return durationMs ?? (type === "loading" ? undefined : TOAST_MS);
}

/** The place where toasts appear, and the live regions that keep what they said after they are gone. */
export function ToastHost() {
  const t = useTexts(commonTexts);
  const [isHeld, setHeld] = useState(false);
  const shown = useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
  const [said, setSaid] = useState<Shown | null>(null);
  if (shown && shown !== said) {
    setSaid(shown);
    if (shown.id !== said?.id) setHeld(false);
  }
  const isError = shown?.type === "error";

  useEffect(() => {
    if (!shown) return;
    const stay = shown.leaving ? TOAST_FADE_MS : isHeld ? undefined : stayOf(shown);
    if (stay === undefined) return;
    const timer = setTimeout(() => put(shown.leaving ? null : { ...shown, leaving: true }), stay);
    return () => clearTimeout(timer);
  }, [shown, isHeld]);

  useEffect(() => {
    if (!isError) return;
    const dismiss = (event: KeyboardEvent) => {
      if (keyOf(event) === "Escape") hideToast();
    };
    document.addEventListener("keydown", dismiss);
    return () => document.removeEventListener("keydown", dismiss);
  }, [isError]);

  // What was said stays in its live region when nobody sees it any more: readers look back at their own pace.
  const notice = said && (
    <div
      key={said.id}
      className={shown ? `${classes.toast} ${classes[said.type]}` : "visually-hidden"}
      data-leaving={said.leaving || undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={classes.mark} aria-hidden="true" />
      {said.message}
      {shown?.action && (
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            hideToast();
            shown.action!.run();
          }}
        >
          {shown.action.label}
        </button>
      )}
      {isError && (
        <button type="button" className={classes.close} aria-label={t.close} onClick={() => hideToast()}>
          ×
        </button>
      )}
    </div>
  );
  return (
    <div
      className={classes.host}
      data-mask={shown?.mask || undefined}
      data-low={shown?.action ? "" : undefined}
    >
      <div role="status">{said?.type !== "error" && notice}</div>
      <div role="alert">{said?.type === "error" && notice}</div>
    </div>
  );
}
