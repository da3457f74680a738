/** The server is taken to be gone after this, unless a call says otherwise (spec §7). */
export const REQUEST_TIMEOUT_MS = 30_000;
/** Time for calls whose answer is worth nothing later (spec §7: the shorter of the two readings). */
export const SHORT_TIMEOUT_MS = 1_000;

/** A call that brought no answer; the messages are those of spec §8. */
export class TransportError extends Error {
  /** HTTP status, if there was an answer of a kind that is not accepted. */
  readonly statusCode: number | null;

  constructor(message: string, statusCode: number | null = null) {
    super(message);
    this.name = "TransportError";
    this.statusCode = statusCode;
  }
}

/** "timeout of 1000ms exceeded". */
export function timedOut(timeoutMs: number): TransportError {
  return new TransportError(`timeout of ${timeoutMs}ms exceeded`);
}

/** "Request failed with status code 503". */
export function refused(statusCode: number): TransportError {
  return new TransportError(`Request failed with status code ${statusCode}`, statusCode);
}

/** The line to the server is cut. */
export function unreachable(): TransportError {
  return new TransportError("Network Error");
}

/** Somebody no longer wants the answer. */
export function aborted(): TransportError {
  return new TransportError("Request aborted");
}

const TIMEOUT_MESSAGE = /^timeout of \d+ms exceeded$/;

/** Tells if an error says that time ran out. */
export function isTimeout({ message }: { message: string }): boolean {
  return TIMEOUT_MESSAGE.test(message);
}

/** Options of a call beside those of fetch. */
export interface SendOptions extends Omit<RequestInit, "signal" | "credentials"> {
  timeoutMs?: number;
  /** Fires when nobody wants the answer any more. */
  cancelled?: AbortSignal;
}

/**
 * Sends one request to this site, with credentials and within a time limit that covers the whole answer.
 * @throws {TransportError} if time ran out, the call was aborted or the server was not reached.
 */
export async function send<T>(
  url: string,
  { timeoutMs = REQUEST_TIMEOUT_MS, cancelled, ...init }: SendOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = cancelled ? AbortSignal.any([cancelled, timeout]) : timeout;
  try {
    return await read(await fetch(url, { ...init, credentials: "same-origin", signal }));
  } catch (error) {
    if (error instanceof TransportError) throw error;
    if (cancelled?.aborted) throw aborted();
    if (timeout.aborted) throw timedOut(timeoutMs);
    throw unreachable();
  }
}
