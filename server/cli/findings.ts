/** One thing that `luntan doctor` has looked at. */
export interface Finding {
  readonly state: "ok" | "warn" | "FAIL";
  readonly what: string;
  /** Advice to the operator. */
  readonly todo?: string;
}

/** Longest wait for another program, in milliseconds; a busy one is no broken one. */
export const PROBE_MS = 10_000;

/** A finding that nothing is wrong with. */
export const ok = (what: string): Finding => ({ state: "ok", what });
/** A finding that is not urgent. */
export const warn = (what: string, todo?: string): Finding => ({
  state: "warn",
  what,
  ...(todo ? { todo } : {}),
});
/** A finding that the forum cannot do with. */
export const fail = (what: string, todo?: string): Finding => ({
  state: "FAIL",
  what,
  ...(todo ? { todo } : {}),
});

/** The sentence of an error; its code where it has none. */
export function messageOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || String(error);
}
