import { LEFT, type OnProgress, type Uploaded } from "../../apollo/uploaded.ts";
import type { MediaKind } from "./measure.ts";

/** Files on their way at the same time; further ones wait. */
export const UPLOADS_AT_ONCE = 3;

/** One file on its way to the server, or one that did not arrive. */
export interface Upload {
  key: string;
  name: string;
  isImage: boolean;
  /** Media kind of the upload; null for pictures and other files. */
  media: MediaKind | null;
  /** 0 to 100. */
  percent: number;
  /** True while the line is broken; the upload goes on by itself. */
  isWaiting: boolean;
  error: string | null;
  /** Address of what the file shows while it is on its way; null if it is no picture. */
  preview: string | null;
}

/** Sends one file. @throws the reason if it does not arrive */
export type Sender = (
  file: File,
  upload: Upload,
  onProgress: OnProgress,
  cancelled: AbortSignal,
) => Promise<Uploaded>;

/** Takes what becomes of files that are still wanted. */
export interface UploadHandlers {
  onArrived(upload: Upload, stored: Uploaded): void;
  /** Takes a picture that another attempt would not bring either. */
  onRefused(upload: Upload, reason: string): void;
}

/** Files on their way, with their state and what may be done to them. */
export interface UploadQueue {
  /** The same list until something changes. */
  all(): readonly Upload[];
  find(key: string): Upload | undefined;
  subscribe(listener: () => void): () => void;
  /** Says who takes the files that arrive, and those that are refused. */
  handOver(handlers: UploadHandlers): void;
  add(file: File, isImage: boolean, media?: MediaKind | null): Upload;
  retry(key: string): void;
  remove(key: string): void;
  /** Breaks off what is on its way: nobody waits for it any more. */
  stop(): void;
}

/** Counts all uploads of the page, so that no two places in a text are taken for each other. */
let lastKey = 0;

/** Makes the list of what is on its way, which tells whoever shows it about each change. */
function createUploadList() {
  const listeners = new Set<() => void>();
  let uploads: readonly Upload[] = [];

  function put(next: readonly Upload[]): void {
    uploads = next;
    for (const listener of listeners) listener();
  }
  return {
    all: () => uploads,
    find: (key: string) => uploads.find((upload) => upload.key === key),
    append: (upload: Upload) => put([...uploads, upload]),
    change: (key: string, patch: Partial<Upload>) =>
      put(uploads.map((upload) => (upload.key === key ? { ...upload, ...patch } : upload))),
    drop: (upload: Upload) => put(uploads.filter((one) => one !== upload)),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/**
 * Makes a queue.
 * @param reasonOf gives the words in which the writer is told about a failure
 * @param mayRetry tells if another attempt may bring what failed
 */
export function createUploadQueue(
  send: Sender,
  reasonOf: (error: unknown) => string,
  mayRetry: (error: unknown) => boolean = () => true,
): UploadQueue {
  const list = createUploadList();
  const files = new Map<string, File>();
  const running = new Map<string, AbortController>();
  let handlers: UploadHandlers | null = null;

  function remove(key: string, reason?: typeof LEFT): void {
    const upload = list.find(key);
    if (!upload) return;
    running.get(key)?.abort(reason);
    files.delete(key);
    if (upload.preview) URL.revokeObjectURL(upload.preview);
    list.drop(upload);
    startNext();
  }

  function startNext(): void {
    for (const upload of list.all()) {
      if (running.size >= UPLOADS_AT_ONCE) return;
      if (upload.error === null && !running.has(upload.key)) void start(upload);
    }
  }

  async function start(upload: Upload): Promise<void> {
    const { key } = upload;
    const cancel = new AbortController();
    running.set(key, cancel);
    try {
      const onProgress: OnProgress = (part, isWaiting = false) =>
        list.change(key, { percent: Math.round(part * 100), isWaiting });
      const stored = await send(files.get(key)!, upload, onProgress, cancel.signal);
      running.delete(key);
      // Removed while it was on its way: nobody wants it any more.
      if (files.has(key)) {
        handlers?.onArrived(upload, stored);
        remove(key);
      }
    } catch (error) {
      running.delete(key);
      if (!files.has(key)) return startNext();
      if (upload.isImage && !mayRetry(error)) {
        handlers?.onRefused(upload, reasonOf(error));
        remove(key);
      } else list.change(key, { error: reasonOf(error), isWaiting: false });
    }
    startNext();
  }

  return {
    all: list.all,
    find: list.find,
    subscribe: list.subscribe,
    handOver(next) {
      handlers = next;
    },
    add(file, isImage, media = null) {
      const key = String(++lastKey);
      const preview = isImage && URL.createObjectURL ? URL.createObjectURL(file) : null;
      const [percent, isWaiting, error] = [0, false, null];
      const upload: Upload = { key, name: file.name, isImage, media, percent, isWaiting, error, preview };
      files.set(key, file);
      list.append(upload);
      startNext();
      return upload;
    },
    retry(key) {
      if (!files.has(key)) return;
      list.change(key, { error: null, percent: 0 });
      startNext();
    },
    remove: (key) => remove(key),
    stop() {
      for (const { key } of [...list.all()]) remove(key, LEFT);
    },
  };
}
