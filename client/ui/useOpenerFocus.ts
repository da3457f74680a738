import { useLayoutEffect } from "react";

/**
 * Gives the focus back to what had it, once a dialog that is open from its start goes away. Mantine does so for dialogs
 * that stay mounted and close.
 */
export function useOpenerFocus(): void {
  useLayoutEffect(() => {
    const opener = document.activeElement;
    return () => {
      if (!(opener instanceof HTMLElement) || !opener.isConnected) return;
      // Whatever asked for the focus meanwhile has it; a dialog that went away leaves it on the page.
      setTimeout(() => {
        const current = document.activeElement;
        if (current === null || current === document.body) opener.focus({ preventScroll: true });
      });
    };
  }, []);
}
