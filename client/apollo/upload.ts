import { timedOut, unreachable } from "../platform/transport.ts";
import { accessToken } from "../session/token.ts";
import { errorOf, type Failure } from "./errors.ts";
import {
  failed,
  type OnProgress,
  type Uploaded,
  type UploadFacts,
  type UploadKind,
  uploadRefused,
} from "./uploaded.ts";

/** Larger files are sent in pieces, and go on after a broken line, in bytes. */
const PIECES_FROM_BYTES = 5_242_880;

/** Size of a video, in pixels. */
export interface VideoSize {
  width: number;
  height: number;
}

/** A large file over a slow line takes its time; nothing moving for this long is a failure. */
const UPLOAD_TIMEOUT_MS = 300_000;

/**
 * Sends a file.
 * @param onProgress gets the part that is sent, from 0 to 1
 * @param cancelled breaks it off: nobody wants it any more
 * @throws {Failure} what the server refused, or NETWORK_ERROR or TIMEOUT.
 */
export function uploadFile(
  file: File,
  kind: UploadKind,
  onProgress?: OnProgress,
  cancelled?: AbortSignal,
): Promise<Uploaded> {
  return upload(file, { kind }, onProgress, cancelled);
}

/** Sends a video or audio file. @throws {Failure} like `uploadFile`. */
export function uploadMedia(
  file: File,
  kind: "video" | "audio",
  size: VideoSize | null,
  onProgress: OnProgress,
  cancelled: AbortSignal,
): Promise<Uploaded> {
  const facts = { kind, ...(size && { width: String(size.width), height: String(size.height) }) };
  return upload(file, facts, onProgress, cancelled);
}

/** Sends a file at once, or in pieces if it is large; what pieces need is loaded then. */
async function upload(
  file: File,
  facts: UploadFacts,
  onProgress?: OnProgress,
  cancelled?: AbortSignal,
): Promise<Uploaded> {
  if (file.size > PIECES_FROM_BYTES) {
    const { uploadInPieces } = await import("./uploadInPieces.ts");
    return uploadInPieces(file, facts, onProgress, cancelled);
  }
  return sendFile(`/uploads?${new URLSearchParams({ ...facts }).toString()}`, file, onProgress, cancelled);
}

/** Installs a plugin from its package. @throws {Failure} like `uploadFile`. */
export function uploadPlugin(file: File): Promise<{ id: string; name: string; version: string }> {
  return sendFile("/plugin-packages", file);
}

/** Takes a file of decisions on an import. @throws {Failure} like `uploadFile`. */
export function uploadMapping(file: File): Promise<{ version: string }> {
  return sendFile("/import-mapping", file);
}

/** Bytes of one request: a file of an import is longer than what may arrive at once. */
const PIECE_BYTES = 16_777_216;

/** Sends the file of an import, piece by piece. @throws {Failure} like `uploadFile`. */
export async function uploadImport(
  file: File,
  onProgress: (part: number) => void,
  cancelled: AbortSignal,
): Promise<void> {
  for (let offset = 0; offset < file.size || offset === 0; offset += PIECE_BYTES) {
    const piece = new File([file.slice(offset, offset + PIECE_BYTES)], file.name);
    const query = new URLSearchParams({ name: file.name, offset: String(offset), size: String(file.size) });
    const progress = (part: number) => onProgress((offset + part * piece.size) / file.size);
    await sendFile(`/import-files?${query.toString()}`, piece, progress, cancelled);
  }
}

function sendFile<T>(
  address: string,
  file: File,
  onProgress?: (part: number) => void,
  cancelled?: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (failure: Failure) => reject(failed(failure));
    // fetch cannot tell how far an upload is.
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.timeout = UPLOAD_TIMEOUT_MS;
    request.responseType = "json";
    const token = accessToken();
    if (token) request.setRequestHeader("Authorization", `Bearer ${token}`);
    request.setRequestHeader("Accept-Language", document.documentElement.lang);
    request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total);
    request.onerror = () => fail(errorOf(unreachable()));
    request.ontimeout = () => fail(errorOf(timedOut(UPLOAD_TIMEOUT_MS)));
    request.onabort = () => fail(errorOf(new DOMException("", "AbortError")));
    cancelled?.addEventListener("abort", () => request.abort());
    request.onload = () => {
      if (request.status === 200) return resolve(request.response as T);
      reject(uploadRefused(request.status, request.response));
    };
    const form = new FormData();
    form.append("file", file);
    request.send(form);
  });
}
