import { invalid } from "./errors.ts";

/** Dates of the predecessor: "2026-11-23 18:30:00", in the time of the server as it writes them; seconds may be missing. */
const TIME = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?$/;

/** Content of a thread as old clients send it. */
export interface LegacyWriting {
  readonly content?: unknown;
  readonly payPassword?: unknown;
}

/**
 * Finds a part of a thread by its kind, such as `106` for a red packet (legacy-facts 4.6).
 * @returns its body; null if there is no such part
 */
export function legacyPartIn(
  { content }: LegacyWriting,
  kind: string,
): Readonly<Record<string, unknown>> | null {
  const { indexes } = (content !== null && typeof content === "object" ? content : {}) as {
    indexes?: unknown;
  };
  if (indexes === null || typeof indexes !== "object") return null;
  const parts = Object.entries(indexes) as [string, { tomId?: unknown; body?: unknown } | null | undefined][];
  const part = parts.find(([key, each]) => each != null && String(each.tomId ?? key) === kind);
  if (!part) return null;
  const body = part[1]?.body;
  return body !== null && typeof body === "object" ? (body as Record<string, unknown>) : {};
}

/** Reads a time of the predecessor. @throws {DomainError} INVALID_PARAMETER naming the field */
export function legacyTimeIn(value: unknown, field: string): Date {
  const [, year, month, day, hour, minute, second = "0"] =
    (typeof value === "string" && TIME.exec(value.trim())) || [];
  const time = new Date(+year!, +month! - 1, +day!, +hour!, +minute!, +second);
  if (!Number.isNaN(time.getTime())) return time;
  throw invalid(field, `${field} 须形如 2026-11-23 18:30:00`, `${field} is like 2026-11-23 18:30:00.`);
}
