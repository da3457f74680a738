import { DomainError } from "../core/errors.ts";
import type { Locale } from "../core/locale.ts";
import { LegacySaid, legacyTime } from "../core/rest.ts";

/** The shape of every answer of the legacy API (legacy-facts 1.1). */
export interface Envelope {
  readonly Code: number;
  readonly Message: string;
  readonly Data: unknown;
  readonly RequestId: string;
  /** Local time of the server, `YYYY-MM-DD HH:mm:ss`. */
  readonly RequestTime: string;
}

const SUCCESS = "接口调用成功";

/** Wraps a result; no result is an empty list. */
export function success(answer: unknown, requestId: string, now: Date): Envelope {
  const { data, message } = answer instanceof LegacySaid ? answer : { data: answer, message: SUCCESS };
  return {
    Code: 0,
    Message: message,
    Data: data ?? [],
    RequestId: requestId,
    RequestTime: legacyTime(now),
  };
}

const waits = new WeakMap<Envelope, number>();

/** Gives the seconds after which a refused call may be made again; undefined where the refusal names none. */
export function waitOf(envelope: Envelope): number | undefined {
  return waits.get(envelope);
}

/** Wraps a refusal. */
export function failure(error: DomainError, locale: Locale, requestId: string, now: Date): Envelope {
  const envelope = {
    Code: error.legacyCode,
    Message: error.textIn(locale),
    Data: error.details.data ?? [],
    RequestId: requestId,
    RequestTime: legacyTime(now),
  };
  const { retryAfterSeconds } = error.details;
  if (retryAfterSeconds !== undefined) waits.set(envelope, retryAfterSeconds);
  return envelope;
}
