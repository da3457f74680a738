/** Keys in the browser's storage begin with this, so that other programs of the same host do not meet ours. */
const PREFIX = "luntan_";
const SECOND_MS = 1000;
/** Beginning of the keys of what a member has written: it goes when they sign out. */
export const OWN = "own:";

interface Stored {
  value: unknown;
  /** Seconds since 1970; absent means for ever. */
  expiresAt?: number;
}

/** Keeps a value in local storage. Full or forbidden storage is no reason to fail. */
export function store(key: string, value: unknown, lifetimeMs?: number): void {
  const entry: Stored = { value };
  if (lifetimeMs !== undefined) entry.expiresAt = Math.floor((Date.now() + lifetimeMs) / SECOND_MS);
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(entry));
  } catch {
    // Private windows and full disks refuse: what is kept here is a convenience.
  }
}

/** Reads a value from local storage; null if it is absent, expired or damaged. */
export function stored<T>(key: string): T | null {
  try {
    const text = localStorage.getItem(PREFIX + key);
    if (text === null) return null;
    const entry = JSON.parse(text) as Stored;
    if (entry.expiresAt !== undefined && entry.expiresAt * SECOND_MS <= Date.now()) {
      localStorage.removeItem(PREFIX + key);
      return null;
    }
    return entry.value as T;
  } catch {
    return null;
  }
}

/** Removes a value from local storage. */
export function unstore(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Nothing was kept, so nothing is left.
  }
}

/** Removes all values whose keys begin with a text. */
export function unstoreAll(beginning: string): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX + beginning)) localStorage.removeItem(key);
    }
  } catch {
    // As above.
  }
}
