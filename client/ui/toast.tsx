import { useEffect, useSyncExternalStore } from "react";
import classes from "./toast.module.css";

/** How long a toast stays, unless it says otherwise. */
export const TOAST_MS = 1_500;
/** The fade in and out of the style sheet. */
const FADE_MS = 200;

/** A short notice. */
export interface Toast {
  type: "info" | "success" | "warning" | "error" | "loading";
  message: string;
  /** In milliseconds; 1500 if absent. A loading toast stays until it is replaced or hidden. */
  durationMs?: number;
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

/** Shows a toast; one at a time, so a newer one takes the place of the one before. */
export function showToast(toast: Toast): void {
  put({ ...toast, id: ++lastId, leaving: false });
}

/** Takes away the toast that is shown. */
export function hideToast(): void {
  put(null);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The place where toasts appear: one live region for the whole site. */
export function ToastHost() {
  const toast = useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );

  useEffect(() => {
    if (!toast || (toast.type === "loading" && toast.durationMs === undefined && !toast.leaving)) return;
    const wait = toast.leaving ? FADE_MS : (toast.durationMs ?? TOAST_MS);
    const timer = setTimeout(() => put(toast.leaving ? null : { ...toast, leaving: true }), wait);
    return () => clearTimeout(timer);
  }, [toast]);

  return (
    <div className={classes.host} role="status" aria-live="polite">
      {toast && (
        <div
          key={toast.id}
          className={`${classes.toast} ${classes[toast.type]}`}
          data-leaving={toast.leaving || undefined}
        >
          <span className={classes.mark} aria-hidden="true" />
          {toast.message}
        </div>
      )}
    </div>
  );
}
