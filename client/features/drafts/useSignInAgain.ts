import { useNavigate } from "react-router-dom";
import type { Failure } from "../../apollo/errors.ts";
import { useTexts } from "../../i18n/texts.ts";
import { saveAddress } from "../../platform/savedAddress.ts";
import { loginAddress } from "../../session/useViewer.ts";
import { showToast } from "../../ui/toast.tsx";
import { draftTexts } from "./drafts.texts.ts";

/** Time for which the reason is shown, in milliseconds. */
const REASON_MS = 4_000;

/**
 * Gives a function that handles a sign-in which expired while somebody wrote: it says so, keeps the present address
 * and goes to the sign-in page; the draft on this device is put back on return. False for any other failure.
 */
export function useSignInAgain(): (failure: Failure, returnTo?: string) => boolean {
  const navigate = useNavigate();
  const t = useTexts(draftTexts);
  return ({ code }, returnTo) => {
    if (code !== "INVALID_TOKEN" && code !== "LOGIN_REQUIRED") return false;
    const address = returnTo ?? location.pathname + location.search + location.hash;
    saveAddress(address);
    showToast({ type: "warning", message: t.signInAgain, durationMs: REASON_MS });
    void navigate(loginAddress(address));
    return true;
  };
}
