import { type ReactNode, useRef } from "react";
import { uploadFile } from "../../apollo/upload.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { IconPhoto, IconPlus, IconX } from "../../ui/icons.tsx";
import type { AnswerFile } from "./answers.ts";
import classes from "./SupplementaryPage.module.css";
import { supplementaryTexts } from "./supplementary.texts.ts";

/** Most files of one answer; the server checks it. */
const FILES_MAX = 9;

interface Props {
  label: string;
  /** Pictures are asked for; else files of any kind that the site takes. */
  isPicture: boolean;
  files: readonly AnswerFile[];
  onFiles: (files: readonly AnswerFile[]) => void;
  onBusy: (isBusy: boolean) => void;
  children: ReactNode;
}

/** Pictures or files that answer a question: uploaded at once, shown, and removable. */
export function AnswerFiles({ label, isPicture, files, onFiles, onBusy, children }: Props) {
  const t = useTexts(supplementaryTexts);
  const picker = useRef<HTMLInputElement>(null);
  const { act, isBusy } = useAct();

  const upload = async (chosen: readonly File[]) => {
    onBusy(true);
    await act(async () => {
      let now = files;
      for (const file of chosen.slice(0, FILES_MAX - files.length)) {
        const { id, url, fileName } = await uploadFile(file, isPicture ? "answerImage" : "answerFile");
        now = [...now, { id, url, name: fileName }];
        onFiles(now);
      }
    });
    onBusy(false);
  };

  return (
    <div className={classes.group} role="group" aria-label={label}>
      <span className={classes.label}>{label}</span>
      {files.length > 0 && (
        <ul className={classes.files}>
          {files.map((file) => (
            <li key={file.id} className={classes.file}>
              {isPicture && <img className={classes.picture} src={file.url} alt="" />}
              <span className={classes.fileName}>{file.name}</span>
              <Button
                size="sm"
                variant="subtle"
                icon={<IconX size={16} />}
                aria-label={t.remove(file.name)}
                onClick={() => onFiles(files.filter(({ id }) => id !== file.id))}
              />
            </li>
          ))}
        </ul>
      )}
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept={isPicture ? "image/*" : undefined}
        aria-label={label}
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = "";
          if (chosen.length > 0) void upload(chosen);
        }}
      />
      <div>
        <Button
          size="sm"
          icon={isPicture ? <IconPhoto size={16} /> : <IconPlus size={16} />}
          loading={isBusy}
          disabled={files.length >= FILES_MAX}
          aria-label={`${isPicture ? t.addPicture : t.addFile}: ${label}`}
          onClick={() => picker.current?.click()}
        >
          {isBusy ? t.uploading : isPicture ? t.addPicture : t.addFile}
        </Button>
        {files.length >= FILES_MAX && <span className={classes.hint}> {t.tooMany(FILES_MAX)}</span>}
      </div>
      {children}
    </div>
  );
}
