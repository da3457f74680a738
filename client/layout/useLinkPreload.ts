import { useEffect } from "react";
import { preloadPage } from "../pageLoader.ts";

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Tells if data is dear or slow: then nothing is loaded that was not asked for. */
export function isThrifty(): boolean {
  const { connection } = navigator as { connection?: Connection };
  return Boolean(connection?.saveData) || (connection?.effectiveType ?? "").includes("2g");
}

/** Fetches the code of a page when a finger or a pointer comes to a link that leads there. */
export function useLinkPreload(): void {
  useEffect(() => {
    if (isThrifty()) return;
    const preload = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest("a[href]") : null;
      if (link instanceof HTMLAnchorElement && link.origin === location.origin) preloadPage(link.pathname);
    };
    const options = { passive: true };
    const events = ["pointerover", "touchstart", "focusin"] as const;
    for (const name of events) document.addEventListener(name, preload, options);
    return () => {
      for (const name of events) document.removeEventListener(name, preload);
    };
  }, []);
}
