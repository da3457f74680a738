/** Key of what somebody was about to do when a sign-in was needed, in session storage. */
const KEY = "__jump_intent";

/** Something that somebody was about to do when a sign-in was needed. */
export interface SavedIntent {
  /** See `Intent` in session/useStanding.ts. */
  intent: string;
  /** Address at which it goes on. */
  address: string;
  /** Time at which it was wanted, in milliseconds since 1970. */
  at: number;
}

/** Keeps an intent over the sign-in, in this tab alone: no address of another page can name one that is carried out. */
export function saveIntent(intent: string, address: string): void {
  try {
    const saved: SavedIntent = { intent, address, at: Date.now() };
    sessionStorage.setItem(KEY, JSON.stringify(saved));
  } catch {
    // Without storage the reader comes back to the place and presses again.
  }
}

/** Gives the kept intent and forgets it; null if there is none. */
export function takeIntent(): SavedIntent | null {
  try {
    const text = sessionStorage.getItem(KEY);
    if (text === null) return null;
    sessionStorage.removeItem(KEY);
    return JSON.parse(text) as SavedIntent;
  } catch {
    return null;
  }
}
