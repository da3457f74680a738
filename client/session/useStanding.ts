import { commonTexts } from "../i18n/common.texts.ts";
import { useTexts } from "../i18n/texts.ts";
import { useNavigate } from "react-router-dom";
import { saveAddress } from "../platform/savedAddress.ts";
import { showToast } from "../ui/toast.tsx";
import { standingTexts } from "./standing.texts.ts";
import { loginAddress, useViewer } from "./useViewer.ts";

/** Tells members who can only read what holds of them. */
export const STATUS_PATH = "/user/status";
/** Asks new members what the site wants to know of them. */
export const SUPPLEMENTARY_PATH = "/user/supplementary";
/** The reason stays long enough to be read, and to be asked about. */
export const STANDING_TOAST_MS = 10_000;

/** Why the viewer can read and nothing else; null for visitors and members in good standing. */
export function useStanding(): string | null {
  const t = useTexts(standingTexts);
  const status = useViewer().viewer?.status;
  return status && status !== "NORMAL" ? t[status] : null;
}

/** Reasons to sign in, which the sign-in page says (features/auth/purpose.ts). */
export type Purpose =
  | "like"
  | "favorite"
  | "follow"
  | "watch"
  | "reply"
  | "message"
  | "report"
  | "block"
  | "pay"
  | "tip"
  | "vote";
/** A reason to sign in, and behind a colon what it is about where it goes on by itself afterwards (goOn.ts). */
export type Intent = Purpose | `${Purpose}:${string}`;

/**
 * Gives a function that is called before anything that needs a sign-in: true for members in good standing. It leads
 * visitors to the sign-in page, which says what it is for and from where they come back to go on, and tells others why
 * they can only read.
 */
export function useRequireLogin(): (intent: Intent, returnTo?: string) => boolean {
  const { viewer } = useViewer();
  const standing = useStanding();
  const t = useTexts(commonTexts);
  const { why } = useTexts(standingTexts);
  const navigate = useNavigate();
  return (intent, returnTo) => {
    if (standing !== null) {
      const action = { label: why, run: () => void navigate(STATUS_PATH) };
      showToast({ type: "warning", message: standing, durationMs: STANDING_TOAST_MS, action });
      return false;
    }
    if (viewer) return true;
    showToast({ type: "info", message: t.logInFirst });
    const address = returnTo ?? location.pathname + location.search + location.hash;
    saveAddress(address);
    void navigate(loginAddress(address, intent), { state: intent });
    return false;
  };
}
