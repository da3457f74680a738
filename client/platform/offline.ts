import { useEffect, useState } from "react";
import { send, SHORT_TIMEOUT_MS } from "./transport.ts";

/** The worker is set up once the page has settled. */
const WORKER_AFTER_MS = 4_000;
const WORKER = "/sw.js";
/** Answers as long as the process is alive. */
const PROBE = "/healthz";

/** Keeps the files of the shell and an offline page in this browser; a browser that refuses does without. */
export function keepShell(): void {
  if (!("serviceWorker" in navigator)) return;
  setTimeout(() => {
    navigator.serviceWorker.register(WORKER).catch(() => undefined);
  }, WORKER_AFTER_MS);
}

async function isReached(): Promise<boolean> {
  try {
    return await send(PROBE, { cache: "no-store", timeoutMs: SHORT_TIMEOUT_MS }, (answer) =>
      Promise.resolve(answer.ok),
    );
  } catch {
    return false;
  }
}

/** State of the line to the server, as far as the browser knows. */
export interface Line {
  isOffline: boolean;
  /** Looks whether the server is reached again. */
  check: () => Promise<void>;
}

/** Follows the browser's word that the line is cut; that it is back is believed when the server answers. */
export function useLine(): Line {
  const [isOffline, setOffline] = useState(false);
  const [check] = useState(() => async () => setOffline(!(await isReached())));
  useEffect(() => {
    const cut = () => setOffline(true);
    const back = () => void check();
    window.addEventListener("offline", cut);
    window.addEventListener("online", back);
    if (!navigator.onLine) cut();
    return () => {
      window.removeEventListener("offline", cut);
      window.removeEventListener("online", back);
    };
  }, [check]);
  return { isOffline, check };
}
