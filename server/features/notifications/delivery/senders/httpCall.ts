import { SendingError } from "./sender.ts";

/** A call of a provider ends within this time, whatever it does. */
const CALL_TIMEOUT_MS = 10_000;
/** Answers of providers are small; more is not read. */
const ANSWER_MAX_BYTES = 64_000;

/** A call of a provider. */
export interface ProviderCall {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Calls a provider and reads its JSON answer. Follows no redirect: credentials go to the address that was set.
 * @throws {SendingError} down if there is no answer in time, or none that is JSON
 */
export async function callProvider<T>({ url, method, headers, body }: ProviderCall): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(url, {
      method,
      headers,
      body,
      redirect: "error",
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    const text = await readLittle(answer);
    if (answer.status >= 500) throw new SendingError("down", `HTTP ${answer.status}`);
    return JSON.parse(text) as T;
  } catch (error) {
    if (error instanceof SendingError) throw error;
    // The words of the failure may name the whole address, credentials and all.
    throw new SendingError("down", (error as Error).name === "TimeoutError" ? "TIMEOUT" : "NO_ANSWER");
  }
}

async function readLittle(answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += (part as Uint8Array).length;
    if (size > ANSWER_MAX_BYTES) throw new SendingError("down", "ANSWER_TOO_LARGE");
    parts.push(part as Uint8Array);
  }
  return Buffer.concat(parts).toString("utf8");
}
