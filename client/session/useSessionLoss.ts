import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { useTexts } from "../i18n/texts.ts";
import { saveAddress } from "../platform/savedAddress.ts";
import { showToast } from "../ui/toast.tsx";
import { sessionLossTexts } from "./session.texts.ts";
import { LOGIN_PATH, loginAddress } from "./useViewer.ts";

const EVENT = "luntan:session-lost";
const TOAST_MS = 4_000;

/** Tells the page that the server no longer knows the session. */
export function announceSessionLoss(): void {
  window.dispatchEvent(new Event(EVENT));
}

/** When the session is lost, says so and asks to sign in again; the page stays where it can be come back to. */
export function useSessionLoss(): void {
  const navigate = useNavigate();
  const t = useTexts(sessionLossTexts);
  useEffect(() => {
    const askToSignIn = () => {
      if (location.pathname === LOGIN_PATH) return;
      const address = location.pathname + location.search + location.hash;
      saveAddress(address);
      showToast({ type: "warning", message: t.signInAgain, durationMs: TOAST_MS });
      void navigate(loginAddress(address));
    };
    window.addEventListener(EVENT, askToSignIn);
    return () => window.removeEventListener(EVENT, askToSignIn);
  }, [navigate, t]);
}
