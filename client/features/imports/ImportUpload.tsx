import { type ChangeEvent, useRef, useState } from "react";
import { uploadImport } from "../../apollo/upload.ts";
import { useTexts } from "../../i18n/texts.ts";
import type { Proven } from "../../session/useProven.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import panels from "../../ui/panels.module.css";
import classes from "./imports.module.css";
import { importsTexts } from "./imports.texts.ts";

const KILO = 1_000;
const UNITS = ["B", "kB", "MB", "GB"] as const;

function sizeText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= KILO && unit < UNITS.length - 1) {
    size /= KILO;
    unit++;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${UNITS[unit]}`;
}

interface Props {
  upload: { name: string; bytes: number } | null;
  accept: string;
  hint: string;
  error: string | null;
  proven: Proven;
  onUploaded: () => Promise<unknown>;
}

/** The file of an import: its choice, how far it has arrived, and its name once it is there. */
export function ImportUpload({ upload, accept, hint, error, proven, onUploaded }: Props) {
  const t = useTexts(importsTexts);
  const input = useRef<HTMLInputElement>(null);
  const cancelled = useRef<AbortController | null>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const { act, isBusy } = useAct();
  const send = (file: File) => {
    const controller = new AbortController();
    cancelled.current = controller;
    const progress = (part: number) => setPercent(Math.floor(part * 100));
    return act(() => proven(() => uploadImport(file, progress, controller.signal)), {
      reread: onUploaded,
      // Who has cancelled it knows.
      failed: () => (controller.signal.aborted ? true : undefined),
    }).finally(() => setPercent(null));
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    // The same file may be chosen again once it is mended.
    event.target.value = "";
    if (file) void send(file);
  };
  return (
    <div className={classes.upload}>
      {upload && !isBusy && <strong>{t.uploaded(upload.name, sizeText(upload.bytes))}</strong>}
      {percent !== null && (
        <>
          <span role="status">{t.uploading(percent)}</span>
          <progress max={100} value={percent} aria-label={t.uploading(percent)} />
        </>
      )}
      <input ref={input} type="file" accept={accept} aria-label={t.chooseFile} hidden onChange={choose} />
      <div className={panels.row}>
        {isBusy ? (
          <Button onClick={() => cancelled.current?.abort()}>{t.cancelUpload}</Button>
        ) : (
          <Button onClick={() => input.current?.click()}>{upload ? t.otherFile : t.chooseFile}</Button>
        )}
        <span className={panels.quiet}>{hint}</span>
      </div>
      {error && <p role="alert">{error}</p>}
    </div>
  );
}
