import { type ChangeEvent, useRef, useState } from "react";
import { uploadMapping } from "../../apollo/upload.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import panels from "../../ui/panels.module.css";
import { mappingTexts } from "./mapping.texts.ts";
import classes from "./mapping.module.css";

/** Decisions as a file, to download and to upload. */
export function MappingFile({ onUploaded }: { onUploaded: () => Promise<unknown> }) {
  const t = useTexts(mappingTexts);
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const { act, isBusy } = useAct();
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    // The same file may be chosen again once it is mended.
    event.target.value = "";
    if (!file) return;
    setFault(null);
    void act(() => uploadMapping(file), {
      done: t.uploaded,
      reread: onUploaded,
      failed: ({ message }) => {
        setFault(message);
        return true;
      },
    });
  };
  return (
    <div className={classes.file}>
      <p className={panels.quiet}>{t.fileText}</p>
      <div className={panels.row}>
        <a href="/import-mapping" download="mapping.json">
          {t.download}
        </a>
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          aria-label={t.upload}
          hidden
          onChange={choose}
        />
        <Button size="sm" loading={isBusy} onClick={() => input.current?.click()}>
          {t.upload}
        </Button>
      </div>
      {fault && (
        <p className={classes.fault} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
