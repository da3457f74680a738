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

/** Lets the browser sign with a passkey. @returns its answer as JSON; null if the person cancelled it */
export async function signWithPasskey(options: string): Promise<string | null> {
  const { startAuthentication } = await library();
  const optionsJSON = JSON.parse(options) as Parameters<typeof startAuthentication>[0]["optionsJSON"];
  return answerOf(() => startAuthentication({ optionsJSON }));
}
