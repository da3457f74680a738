/** Kinds of calls that are counted apart. */
export const RATE_KINDS = ["get", "post"] as const;

/** Reading calls, or all others. */
export type RateKind = (typeof RATE_KINDS)[number];

/** Seconds within which calls are counted, by kind, as the server counts them (legacy-facts 1.5). */
export const RATE_WINDOW_S: Readonly<Record<RateKind, number>> = { get: 30, post: 60 };

/** Limit of one kind of calls. */
export interface CallRate {
  /** Calls within the window. */
  freq: number;
  /** Seconds for which the call is closed beyond that. */
  forbidden: number;
}

/** Reads a value such as `{"get":{"freq":500,"forbidden":20},"post":{…}}`; null if it is something else. */
export function callRates(text: string): Record<RateKind, CallRate> | null {
  try {
    const value = JSON.parse(text) as Partial<Record<string, Partial<CallRate>>> | null;
    const fits = RATE_KINDS.every((kind) => {
      const { freq, forbidden } = value?.[kind] ?? {};
      return typeof freq === "number" && typeof forbidden === "number";
    });
    return fits ? (value as Record<RateKind, CallRate>) : null;
  } catch {
    return null;
  }
}
