import { DetailedError, type PreviousUpload, Upload, type UrlStorage } from "tus-js-client";
import { send, unreachable } from "../platform/transport.ts";
import { OWN, store, stored, unstore } from "../platform/storage.ts";
import { accessToken } from "../session/token.ts";
import { errorOf } from "./errors.ts";
import { failed, LEFT, type OnProgress, type Uploaded, type UploadFacts, uploadRefused } from "./uploaded.ts";

/** Address of uploads by the tus protocol. */
const ENDPOINT = "/uploads/resumable";
/** Bytes of one request: small enough for proxies that limit bodies, large enough to be few. */
const PIECE_BYTES = 8_388_608;
/** Waits until the next attempt, in milliseconds; bytes that arrive begin them again. About half an hour in all. */
const RETRY_DELAYS_MS = [500, 1_000, 3_000, 5_000, 10_000, ...Array<number>(60).fill(30_000)];
/** The server checks and copies a whole file before it answers, in milliseconds. */
const FINISH_TIMEOUT_MS = 300_000;
/** The server ends unfinished uploads after a day. */
const UNFINISHED_MS = 86_400_000;
const TOO_MANY_REQUESTS = 429;
/** Statuses of protocol and server that another attempt may overcome. */
const PASSING: ReadonlySet<number> = new Set([0, 409, 423, TOO_MANY_REQUESTS]);

const mayPass = (status: number): boolean => status >= 500 || PASSING.has(status);

/** Remembers unfinished uploads on this device until they end or their member signs out. */
const unfinished: UrlStorage = {
  findAllUploads: () => Promise.resolve([]),
  findUploadsByFingerprint(fingerprint) {
    const upload = stored<PreviousUpload>(fingerprint);
    return Promise.resolve(upload ? [{ ...upload, urlStorageKey: fingerprint }] : []);
  },
  addUpload(fingerprint, upload) {
    store(fingerprint, upload, UNFINISHED_MS);
    return Promise.resolve(fingerprint);
  },
  removeUpload(key) {
    unstore(key);
    return Promise.resolve();
  },
};

/** Files on their way from this page: the same file once more begins an upload of its own. */
const running = new Set<string>();

/** The same file, chosen again, has the same name, size and time. */
function fingerprintOf({ name, size, type, lastModified }: File, { kind }: UploadFacts): string {
  return `${OWN}upload:${[kind, type, size, lastModified, name].join(":")}`;
}

function headersNow(): Record<string, string> {
  const token = accessToken();
  return {
    "Accept-Language": document.documentElement.lang,
    ...(token && { Authorization: `Bearer ${token}` }),
  };
}

/**
 * Sends a large file in pieces. A broken line pauses it; it goes on by itself, and after a reload when the same file is
 * chosen again.
 * @param cancelled breaks it off for good, or with the reason `LEFT` until later
 * @throws {Failure} what the server refused, or NETWORK_ERROR or TIMEOUT.
 */
export async function uploadInPieces(
  file: File,
  facts: UploadFacts,
  onProgress?: OnProgress,
  cancelled?: AbortSignal,
): Promise<Uploaded> {
  const fingerprint = fingerprintOf(file, facts);
  const isOnly = !running.has(fingerprint);
  if (isOnly) running.add(fingerprint);
  try {
    const url = await sendBytes(file, facts, isOnly ? fingerprint : null, onProgress, cancelled);
    const answer = await finish(url, cancelled);
    if (isOnly) unstore(fingerprint);
    return answer;
  } finally {
    if (isOnly) running.delete(fingerprint);
  }
}

/** Brings all bytes to the server. @returns the address of the upload */
function sendBytes(
  file: File,
  facts: UploadFacts,
  fingerprint: string | null,
  onProgress: OnProgress = () => undefined,
  cancelled?: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let part = 0;
    let isWaiting = false;
    const report = (waiting: boolean): void => onProgress(part, (isWaiting = waiting));
    const upload = new Upload(file, {
      endpoint: ENDPOINT,
      metadata: { filename: file.name, ...facts },
      chunkSize: PIECE_BYTES,
      retryDelays: RETRY_DELAYS_MS,
      urlStorage: unfinished,
      storeFingerprintForResuming: fingerprint !== null,
      fingerprint: () => Promise.resolve(fingerprint ?? ""),
      onBeforeRequest(request) {
        for (const [name, value] of Object.entries(headersNow())) request.setHeader(name, value);
      },
      onAfterResponse(request, response) {
        // The client of tus would begin again from zero while a proxy has no server behind it.
        if (request.getMethod() === "HEAD" && mayPass(response.getStatus()))
          throw new Error(`Not now: ${response.getStatus()}`);
      },
      onShouldRetry(error) {
        const again = mayPass(error.originalResponse?.getStatus() ?? 0);
        if (again) report(true);
        return again;
      },
      onProgress(bytes, all) {
        part = bytes / all;
        report(false);
      },
      onSuccess: () => settle(() => resolve(upload.url!)),
      onError: (error) => settle(() => reject(errorFor(error))),
    });
    const goOn = (): void => void (isWaiting && upload.abort().then(() => upload.start()));
    const breakOff = (): void => {
      // What cannot be removed now ends by itself.
      upload.abort(cancelled?.reason !== LEFT).catch(() => undefined);
      settle(() => reject(failed(errorOf(new DOMException("", "AbortError")))));
    };
    const settle = (end: () => void): void => {
      removeEventListener("online", goOn);
      cancelled?.removeEventListener("abort", breakOff);
      end();
    };
    if (cancelled?.aborted) return breakOff();
    addEventListener("online", goOn);
    cancelled?.addEventListener("abort", breakOff);
    void begin(upload, fingerprint !== null, cancelled);
  });
}

/** Starts an upload where an earlier one of the same file broke off, or at its beginning. */
async function begin(upload: Upload, mayResume: boolean, cancelled?: AbortSignal): Promise<void> {
  const [previous] = mayResume ? await upload.findPreviousUploads() : [];
  if (cancelled?.aborted) return;
  if (previous) upload.resumeFromPreviousUpload(previous);
  upload.start();
}

/** Reads the refusal of the server; without an answer the line is broken. */
function errorFor(error: Error | DetailedError): Error {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  if (!response || response.getStatus() === 0) return failed(errorOf(unreachable()));
  return uploadRefused(response.getStatus(), parsed(response.getBody()));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Makes a stored file of an upload whose bytes are all there. Asked again it gives the same one. */
async function finish(url: string, cancelled?: AbortSignal): Promise<Uploaded> {
  for (const delay of [...RETRY_DELAYS_MS, null]) {
    const answer = await send(
      url,
      {
        method: "POST",
        headers: headersNow(),
        timeoutMs: FINISH_TIMEOUT_MS,
        ...(cancelled && { cancelled }),
      },
      async (response) => ({ status: response.status, body: parsed(await response.text()) }),
    ).catch((error: unknown) => {
      if (delay === null || cancelled?.aborted) throw error;
      return null;
    });
    if (answer?.status === 200) return answer.body as Uploaded;
    if (delay === null || (answer && !mayPass(answer.status)))
      throw uploadRefused(answer?.status ?? 0, answer?.body);
    await new Promise((resolve) => setTimeout(resolve, delay));
  }
  throw failed(errorOf(unreachable()));
}
