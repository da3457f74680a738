/** Reasons for which a browser ends without a passkey although nothing is wrong: cancelled, or nobody answered. */
const CANCELLED = new Set(["NotAllowedError", "AbortError"]);

/** The library is large, and few pages end here: it comes with the first use. */
const library = () => import("@simplewebauthn/browser");

/** True if the browser knows passkeys. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === "function";
}

async function answerOf(ask: () => Promise<object>): Promise<string | null> {
  try {
    return JSON.stringify(await ask());
  } catch (error) {
    if (CANCELLED.has((error as Error).name)) return null;
    throw error;
  }
}

/** Lets the browser make a passkey. @returns its answer as JSON; null if the person cancelled it */
export async function createPasskey(options: string): Promise<string | null> {
  const { startRegistration } = await library();
  const optionsJSON = JSON.parse(options) as Parameters<typeof startRegistration>[0]["optionsJSON"];
  return answerOf(() => startRegistration({ optionsJSON }));
}

/** Field in which browsers offer passkeys together with names. */
const OFFERING_FIELD = "input[autocomplete~='webauthn']";
/** Time after which an offer is renewed, in milliseconds: before its challenge ends on the server. */
const RENEWED_AFTER_MS = 4 * 60_000;

/**
 * Lets the browser offer its passkeys in the field for the name, where it can, until one was chosen.
 * @param begin gives the options of a sign-in as JSON
 * @param onSigned gets the answer of the browser as JSON
 * @returns ends the offer
 */
export function offerPasskeys(begin: () => Promise<string>, onSigned: (answer: string) => void): () => void {
  let isOver = false;
  let end = (): void => void (isOver = true);
  const offer = async (): Promise<void> => {
    if (!hasPasskeys() || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    const { startAuthentication, WebAuthnAbortService } = await library();
    let isRenewed = true;
    const stop = (): void => WebAuthnAbortService.cancelCeremony();
    while (isRenewed && !isOver && document.querySelector(OFFERING_FIELD)) {
      isRenewed = false;
      const optionsJSON = JSON.parse(await begin()) as Parameters<
        typeof startAuthentication
      >[0]["optionsJSON"];
      // The page may have gone on meanwhile.
      if (isOver) return;
      end = () => {
        isOver = true;
        stop();
      };
      const timer = setTimeout(() => {
        isRenewed = true;
        stop();
      }, RENEWED_AFTER_MS);
      const answer = await answerOf(() => startAuthentication({ optionsJSON, useBrowserAutofill: true }));
      clearTimeout(timer);
      if (answer !== null && !isOver) return onSigned(answer);
    }
  };
  // Nobody asked for it: where it fails, the button is there.
  void offer().catch(() => undefined);
  return () => end();
}

/** Lets the browser sign with a passkey. @returns its answer as JSON; null if the person cancelled it */
export async function signWithPasskey(options: string): Promise<string | null> {
  const { startAuthentication } = await library();
  const optionsJSON = JSON.parse(options) as Parameters<typeof startAuthentication>[0]["optionsJSON"];
  return answerOf(() => startAuthentication({ optionsJSON }));
}
