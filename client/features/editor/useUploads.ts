import type { ApolloClient } from "@apollo/client";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { errorOf, mayPass } from "../../apollo/errors.ts";
import { useBrowserClient } from "../../apollo/browserClient.ts";
import { uploadFile, uploadMedia } from "../../apollo/upload.ts";
import type { Uploaded } from "../../apollo/uploaded.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useViewer } from "../../session/useViewer.ts";
import { showToast } from "../../ui/toast.tsx";
import { type AttachedFile, isVideo } from "./attachedFile.ts";
import { type MediaKind, mediaKindOf, sizeOfVideo } from "./measure.ts";
import { markdownOf, pendingMark } from "./pendingMarks.ts";
import { shrunk } from "./shrink.ts";
import { createUploadQueue, type Sender, type Upload, type UploadQueue } from "./uploadQueue.ts";
import { uploadTexts } from "./uploads.texts.ts";

const MIB = 1_048_576;
const NONE: readonly Upload[] = [];

/** The text that pictures are put into. */
export interface UploadTarget {
  /** Puts Markdown on lines of its own, where the cursor is. */
  insertBlock(markdown: string): void;
  /** Puts something in the place that a picture on its way keeps. @returns false if the place is gone */
  settle(key: string, mark: string, markdown: string): boolean;
}

/** Files on their way, and what to do with them. */
export interface Uploads {
  pending: readonly Upload[];
  isBusy: boolean;
  hasFailed: boolean;
  /** Checks kind, size and number, then sends; pictures keep their place in the text meanwhile. */
  add(files: Iterable<File>): void;
  retry(key: string): void;
  remove(key: string): void;
  /** True for members who may give their videos posters. */
  mayPoster: boolean;
  /** Takes the new state of a file that the text has. */
  change(file: AttachedFile): void;
  queue: UploadQueue;
}

interface Options {
  /** Files that the text already has. */
  present: number;
  mayImage: boolean;
  mayFile: boolean;
  mayVideo: boolean;
  mayAudio: boolean;
  target(): UploadTarget | null;
  /** Adds a file that arrived; its picture is in the text by then. */
  onDone(file: AttachedFile): void;
  /** Replaces a file by its new state, such as with another poster. */
  onChange(file: AttachedFile): void;
}

const sendFile: Sender = async (file, { isImage, media }, onProgress, cancelled) => {
  if (media) {
    const size = media === "video" ? await sizeOfVideo(file) : null;
    return uploadMedia(file, media, size, onProgress, cancelled);
  }
  return uploadFile(isImage ? await shrunk(file) : file, isImage ? "image" : "file", onProgress, cancelled);
};

/** Sends files, and a frame of each video as its poster. A video is complete without one, where pictures are refused. */
function sendingWith(client: ApolloClient): Sender {
  return async (file, upload, ...rest) => {
    const stored = await sendFile(file, upload, ...rest);
    if (upload.media !== "video") return stored;
    const posters = await import("./videoPoster.ts").catch(() => null);
    return { ...stored, posterUrl: (await posters?.addFrame(client, stored.id, file)) ?? null };
  };
}

/** Gives the kind of video and audio of those who may add them; for others they are files, which the site may accept. */
function mediaOf(file: File, { mayVideo, mayAudio }: Options): MediaKind | null {
  const media = mediaKindOf(file);
  return media && (media === "video" ? mayVideo : mayAudio) ? media : null;
}

function attachedOf({ id, url, fileName, fileSize, mimeType, isImage, posterUrl }: Uploaded): AttachedFile {
  return { id, url, fileName, fileSize, isImage, takesPoster: isVideo(mimeType), posterUrl };
}

/** Sends files a few at a time, tells how far they are, and keeps those that failed for another attempt. */
export function useUploads(options: Options): Uploads {
  const { site } = useViewer();
  const t = useTexts(uploadTexts);
  const client = useBrowserClient();
  const latest = useRef(options);
  const [queue] = useState(() =>
    createUploadQueue(
      sendingWith(client),
      (error) => errorOf(error).message,
      (error) => mayPass(errorOf(error)),
    ),
  );
  useEffect(() => {
    latest.current = options;
    queue.handOver({
      onArrived({ key, name, isImage }, stored) {
        const file = attachedOf(stored);
        // A picture whose place somebody has deleted is not wanted.
        if (isImage && options.target()?.settle(key, pendingMark(key, name), markdownOf(file)) === false)
          return;
        options.onDone(file);
      },
      // Nothing that was refused keeps a place in the text.
      onRefused({ key, name }, reason) {
        options.target()?.settle(key, pendingMark(key, name), "");
        showToast({ type: "error", message: reason });
      },
    });
  });
  const pending = useSyncExternalStore(queue.subscribe, queue.all, () => NONE);
  useEffect(() => () => queue.stop(), [queue]);

  function problemOf(file: File, isImage: boolean, place: number): string | null {
    const { imageExtensions, fileExtensions, mediaExtensions, maxPerThread } = site.upload;
    const media = mediaOf(file, latest.current);
    const maxBytes = media ? site.upload.maxMediaBytes : site.upload.maxBytes;
    const extension = file.name.split(".").at(-1)?.toLowerCase() ?? "";
    const accepted = isImage ? imageExtensions : media ? mediaExtensions : fileExtensions;
    const known = accepted.map((name) => name.replace(/^\./, "").toLowerCase());
    // A pasted picture has no name worth checking; the server looks at the content anyway.
    const isKnown = (isImage && file.type.startsWith("image/")) || known.includes(extension);
    const { mayImage, mayFile } = latest.current;
    if (!(isImage ? mayImage : media !== null || mayFile) || !isKnown) return t.wrongKind(file.name);
    // Pictures may become smaller on their way.
    if (!isImage && file.size > maxBytes) return t.tooLarge(file.name, `${Math.floor(maxBytes / MIB)} MB`);
    return place >= maxPerThread ? t.tooMany(maxPerThread) : null;
  }

  return {
    pending,
    isBusy: pending.some((upload) => upload.error === null),
    hasFailed: pending.some((upload) => upload.error !== null),
    add(files) {
      let place = latest.current.present + queue.all().length;
      for (const file of files) {
        const isImage = file.type.startsWith("image/");
        const problem = problemOf(file, isImage, place);
        if (problem) {
          showToast({ type: "error", message: problem, durationMs: 4_000 });
          continue;
        }
        place += 1;
        const { key, name } = queue.add(file, isImage, mediaOf(file, latest.current));
        if (isImage) latest.current.target()?.insertBlock(pendingMark(key, name));
      }
    },
    retry: queue.retry,
    remove(key) {
      const upload = queue.find(key);
      if (!upload) return;
      if (upload.isImage) latest.current.target()?.settle(key, pendingMark(key, upload.name), "");
      queue.remove(key);
    },
    mayPoster: options.mayVideo && options.mayImage,
    change: (file) => latest.current.onChange(file),
    queue,
  };
}

/** The files of a paste or a drop; empty if it holds none. */
export function filesOf(transfer: DataTransfer | null): File[] {
  return transfer ? Array.from(transfer.files) : [];
}
