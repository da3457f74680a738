import { refused } from "../platform/transport.ts";
import { errorOf, type Failure } from "./errors.ts";

/** Purpose of an upload; the server checks and re-encodes accordingly. */
export type UploadKind =
  "image" | "file" | "video" | "audio" | "avatar" | "background" | "answerImage" | "answerFile" | "goods";

/** An accepted file. */
export interface Uploaded {
  id: string;
  url: string;
  thumbUrl: string | null;
  fileName: string;
  fileSize: number;
  isImage: boolean;
  width: number | null;
  height: number | null;
  mimeType: string;
  /** Of a video that got one while it was sent. */
  posterUrl?: string | null;
}

/** Facts that go with a file. */
export interface UploadFacts {
  kind: UploadKind;
  /** Of a video, in pixels. */
  width?: string;
  height?: string;
}

/**
 * Takes the part that is sent, from 0 to 1.
 * @param isWaiting true while the line is broken; the upload goes on by itself
 */
export type OnProgress = (part: number, isWaiting?: boolean) => void;

/** Reason to break an upload off that may go on later: its page was left. All others are for good. */
export const LEFT = "left";

/** Makes an error of the answer that refuses an upload. */
export function uploadRefused(status: number, answer: unknown): Error {
  const { error } = (answer ?? {}) as { error?: Partial<Failure> };
  return failed({
    ...errorOf(refused(status)),
    ...error,
    requestId: error?.requestId ?? null,
    field: null,
  });
}

/** Makes an error of a failure. */
export function failed(failure: Failure): Error {
  return Object.assign(new Error(failure.message), failure);
}
