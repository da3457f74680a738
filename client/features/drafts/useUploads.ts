import { useCallback, useEffect, useRef, useState } from "react";
import { errorOf } from "../../apollo/errors.ts";
import { uploadFile } from "../../apollo/upload.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useViewer } from "../../session/useViewer.ts";
import { showToast } from "../../ui/toast.tsx";
import type { DraftFile } from "./localDraft.ts";
import { uploadTexts } from "./uploads.texts.ts";

const MIB = 1_048_576;

/** One file on its way to the server, or one that did not arrive. */
export interface Upload {
  key: string;
  name: string;
  isImage: boolean;
  /** 0 to 100. */
  percent: number;
  error: string | null;
}

/** Files on their way, and what to do with them. */
export interface Uploads {
  pending: readonly Upload[];
  isBusy: boolean;
  /** Checks kind, size and number, then sends; `onDone` of the options is called for each that arrives. */
  add(files: Iterable<File>): void;
  retry(key: string): void;
  remove(key: string): void;
}

interface Options {
  /** Files that the text already has. */
  present: number;
  mayImage: boolean;
  mayFile: boolean;
  onDone(file: DraftFile): void;
}

/** Sends files one after the other, tells how far they are, and keeps those that failed for another attempt. */
export function useUploads({ present, mayImage, mayFile, onDone }: Options): Uploads {
  const { site } = useViewer();
  const t = useTexts(uploadTexts);
  const [pending, setPending] = useState<readonly Upload[]>([]);
  const sources = useRef(new Map<string, File>());
  const lastKey = useRef(0);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });

  const change = useCallback((key: string, patch: Partial<Upload>) => {
    setPending((all) => all.map((upload) => (upload.key === key ? { ...upload, ...patch } : upload)));
  }, []);
  const remove = useCallback((key: string) => {
    sources.current.delete(key);
    setPending((all) => all.filter((upload) => upload.key !== key));
  }, []);

  const send = useCallback(
    async (key: string, file: File, isImage: boolean) => {
      change(key, { error: null, percent: 0 });
      const percentOf = (part: number) => change(key, { percent: Math.round(part * 100) });
      const stored = await uploadFile(file, isImage ? "image" : "file", percentOf).catch((error: unknown) => {
        change(key, { error: errorOf(error).message });
      });
      // Undefined if it failed; removed while it was on its way if the map does not know it.
      if (!stored || !sources.current.has(key)) return;
      remove(key);
      const { id, url, fileName, fileSize } = stored;
      done.current({ id, url, fileName, fileSize, isImage: stored.isImage });
    },
    [change, remove],
  );

  function problemOf(file: File, isImage: boolean, place: number): string | null {
    const { imageExtensions, fileExtensions, maxBytes, maxPerThread } = site.upload;
    const extension = file.name.split(".").at(-1)?.toLowerCase() ?? "";
    const known = (isImage ? imageExtensions : fileExtensions).map((name) =>
      name.replace(/^\./, "").toLowerCase(),
    );
    // A pasted picture has no name worth checking; the server looks at the content anyway.
    const isKnown = (isImage && file.type.startsWith("image/")) || known.includes(extension);
    if (!(isImage ? mayImage : mayFile) || !isKnown) return t.wrongKind(file.name);
    if (file.size > maxBytes) return t.tooLarge(file.name, `${Math.floor(maxBytes / MIB)} MB`);
    return place >= maxPerThread ? t.tooMany(maxPerThread) : null;
  }

  return {
    pending,
    isBusy: pending.some((upload) => upload.error === null),
    add(files) {
      let place = present + pending.length;
      for (const file of files) {
        const isImage = file.type.startsWith("image/");
        const problem = problemOf(file, isImage, place);
        if (problem) {
          showToast({ type: "error", message: problem, durationMs: 4_000 });
          continue;
        }
        place += 1;
        const key = String(++lastKey.current);
        sources.current.set(key, file);
        setPending((all) => [...all, { key, name: file.name, isImage, percent: 0, error: null }]);
        void send(key, file, isImage);
      }
    },
    retry(key) {
      const file = sources.current.get(key);
      const upload = pending.find((one) => one.key === key);
      if (file && upload) void send(key, file, upload.isImage);
    },
    remove,
  };
}

/** The files of a paste or a drop; empty if it holds none. */
export function filesOf(transfer: DataTransfer | null): File[] {
  return transfer ? Array.from(transfer.files) : [];
}

/** The Markdown that shows an uploaded file: a picture, or a link to anything else. */
export function markdownOf(file: DraftFile): string {
  const name = file.fileName.replace(/[[\]\\]/g, "");
  return file.isImage ? `![${name}](${file.url})` : `[${name}](${file.url})`;
}
