import { lazy, Suspense } from "react";
import { useTexts } from "../../i18n/texts.ts";
import { IconPaperclip, IconPhoto, IconPlus, IconX } from "../../ui/icons.tsx";
import { useSettled } from "../../platform/useSettled.ts";
import type { AttachedFile } from "./attachedFile.ts";
import classes from "./UploadTray.module.css";
import { pendingMark } from "./pendingMarks.ts";
import type { Uploads } from "./useUploads.ts";
import { uploadTexts } from "./uploads.texts.ts";

const PosterButton = lazy(() => import("./PosterButton.tsx").then((m) => ({ default: m.PosterButton })));

const ICON_PX = 16;

interface Props {
  files: readonly AttachedFile[];
  uploads: Uploads;
  /** Text whose pictures are to be seen in it, and thus not here; null where it is shown as source. */
  shownIn: string | null;
  onRemove(file: AttachedFile): void;
  /** Puts a file into the text once more. */
  onInsert(file: AttachedFile): void;
}

/** Files that the text has and does not show, and those on their way with progress, retry and removal. */
export function UploadTray({ files: all, uploads, shownIn, onRemove, onInsert }: Props) {
  const t = useTexts(uploadTexts);
  const isSettled = useSettled();
  const files = all.filter(({ isImage, url }) => !isImage || !shownIn?.includes(url));
  const pending = uploads.pending.filter(
    ({ isImage, key, name }) => !isImage || !shownIn?.includes(pendingMark(key, name)),
  );
  if (files.length === 0 && pending.length === 0) return null;

  return (
    <ul className={classes.tray} aria-label={t.files}>
      {files.map((file) => (
        <li key={file.id} className={classes.file}>
          {file.isImage || file.posterUrl ? (
            <img src={file.posterUrl ?? file.url} alt="" width="28" height="28" />
          ) : (
            <IconPaperclip size={ICON_PX} />
          )}
          <span className={classes.name}>{file.fileName}</span>
          {isSettled && uploads.mayPoster && file.takesPoster && (
            <Suspense>
              <PosterButton file={file} onChange={uploads.change} />
            </Suspense>
          )}
          <button type="button" aria-label={t.insert(file.fileName)} onClick={() => onInsert(file)}>
            <IconPlus size={ICON_PX} />
          </button>
          <button type="button" aria-label={t.remove(file.fileName)} onClick={() => onRemove(file)}>
            <IconX size={ICON_PX} />
          </button>
        </li>
      ))}
      {pending.map((upload) => (
        <li key={upload.key} className={classes.file} data-failed={upload.error ? "" : undefined}>
          {upload.isImage ? <IconPhoto size={ICON_PX} /> : <IconPaperclip size={ICON_PX} />}
          <span className={classes.name}>{upload.name}</span>
          {upload.error ? (
            <>
              <span role="alert">{upload.error}</span>
              <button type="button" className={classes.retry} onClick={() => uploads.retry(upload.key)}>
                {t.retry}
              </button>
            </>
          ) : (
            <>
              <progress max={100} value={upload.percent} aria-label={t.uploading(upload.percent)} />
              <span className={classes.percent}>{upload.percent}%</span>
              {upload.isWaiting && <span role="status">{t.waiting}</span>}
            </>
          )}
          <button type="button" aria-label={t.remove(upload.name)} onClick={() => uploads.remove(upload.key)}>
            <IconX size={ICON_PX} />
          </button>
        </li>
      ))}
    </ul>
  );
}
