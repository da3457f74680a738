import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { useTexts } from "../i18n/texts.ts";
import { saveAddress } from "../platform/savedAddress.ts";
import { showToast } from "../ui/toast.tsx";
import { CODE, jumpOf } from "./responseCodes.ts";
import { sessionLossTexts } from "./session.texts.ts";
import { standingTexts } from "./standing.texts.ts";
import { dropAccessToken } from "./token.ts";
import { STANDING_TOAST_MS } from "./useStanding.ts";
import { LOGIN_PATH, loginAddress } from "./useViewer.ts";

const EVENT = "luntan:response";
const TOAST_MS = 4_000;
/** Errors whose words stand for a code that comes without any, as from the end of a stream. */
const STANDINGS = {
  [CODE.JUMP_TO_AUDIT]: "UNDER_REVIEW",
  [CODE.JUMP_TO_FIELDS]: "FIELDS_MISSING",
  [CODE.REVIEW_REFUSED]: "REFUSED",
  [CODE.REVIEW_IGNORED]: "IGNORED",
  [CODE.BANNED]: "BANNED",
} as const;

interface Response {
  code: number;
  message: string;
  isAction: boolean;
}

/**
 * Tells the page about the code of a failed call.
 * @param isAction somebody did something, as opposed to a page that was read
 */
export function announceResponse(code: number, message: string, isAction: boolean): void {
  window.dispatchEvent(new CustomEvent<Response>(EVENT, { detail: { code, message, isAction } }));
}

/** Goes where codes of answers lead; a lost session is told, and its page can be come back to. */
export function useResponseCodes(): void {
  const navigate = useNavigate();
  const t = useTexts(sessionLossTexts);
  const standing = useTexts(standingTexts);
  useEffect(() => {
    const follow = (event: Event) => {
      const { code, message, isAction } = (event as CustomEvent<Response>).detail;
      const jump = jumpOf(code, isAction);
      if (!jump) return;
      if (jump.isOffered) {
        const words = message || standing[STANDINGS[code as keyof typeof STANDINGS]];
        const from = location.pathname + location.search + location.hash;
        const run = () => {
          if (jump.savesAddress) saveAddress(from);
          void navigate(jump.to);
        };
        const action = { label: jump.savesAddress ? standing.fillIn : standing.why, run };
        return void showToast({ type: "error", message: words, durationMs: STANDING_TOAST_MS, action });
      }
      if (jump.forgetsSession) dropAccessToken();
      const isLogin = jump.to === "/user/login";
      const here = location.pathname;
      if (here === jump.to || (isLogin && here === LOGIN_PATH)) return;
      const address = here + location.search + location.hash;
      if (jump.savesAddress) saveAddress(address);
      if (code === CODE.INVALID_TOKEN) {
        showToast({ type: "warning", message: t.signInAgain, durationMs: TOAST_MS });
      }
      void navigate(isLogin ? loginAddress(address) : jump.to);
    };
    window.addEventListener(EVENT, follow);
    return () => window.removeEventListener(EVENT, follow);
  }, [navigate, t, standing]);
}
