import { type FormEvent, useRef, useState } from "react";
import { graphql } from "../../gql/gql.ts";
import { useImportStopWordsMutation } from "../../gql/hooks.ts";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { AdminDialog } from "../admin/AdminDialog.tsx";
import classes from "../admin/dialogs.module.css";
import { stopWordsTexts } from "./stopWords.texts.ts";
import { trialTexts } from "./trial.texts.ts";
import { WordTrial } from "./WordTrial.tsx";

graphql(`
  mutation ImportStopWords($lines: [String!]!, $overwrite: Boolean!) {
    importStopWords(lines: $lines, overwrite: $overwrite) {
      created
      updated
      unique
      batchId
    }
  }
`);

/** Lines of one import; the server refuses more. */
export const LINES_MAX = 10_000;

/** The lines of a text that say something. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

interface Props {
  onClose: () => void;
  /** Told the batch that takes it back; null if nothing changed. */
  onImported: (batchId: string | null, message: string) => Promise<unknown>;
}

/** Adds stop words from what is pasted, or from a file. */
export function ImportDialog({ onClose, onImported }: Props) {
  const t = useTexts(stopWordsTexts);
  const trial = useTexts(trialTexts);
  const common = useTexts(commonTexts);
  const [text, setText] = useState("");
  const [overwrite, setOverwrite] = useState(false);
  const { act, isBusy } = useAct();
  const [isTrying, setTrying] = useState(false);
  const [add] = useImportStopWordsMutation();
  const picker = useRef<HTMLInputElement>(null);
  const lines = linesOf(text);
  const isTooMany = lines.length > LINES_MAX;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (lines.length === 0 || isTooMany) return;
    await act(
      async () => {
        const { data } = await add({ variables: { lines, overwrite } });
        onClose();
        return data!.importStopWords;
      },
      {
        reread: ({ created, updated, unique, batchId }) =>
          onImported(batchId ?? null, t.imported(created, updated, unique)),
      },
    );
  };

  return (
    <AdminDialog title={t.importTitle} onClose={onClose} size="lg">
      <form className={classes.form} onSubmit={(event) => void submit(event)}>
        {isTrying ? (
          <WordTrial lines={lines} />
        ) : (
          <>
            <Field
              multiline
              label={t.lines}
              hint={t.linesHint}
              error={isTooMany ? t.tooMany : null}
              rows={10}
              value={text}
              onValue={setText}
              data-autofocus
            />
            <div className={classes.file}>
              <input
                ref={picker}
                type="file"
                accept=".txt,.csv,text/plain"
                hidden
                aria-label={t.file}
                onChange={(event) => {
                  const file = event.currentTarget.files?.[0];
                  event.currentTarget.value = "";
                  if (file) void file.text().then(setText);
                }}
              />
              <Button size="sm" onClick={() => picker.current?.click()}>
                {t.file}
              </Button>
            </div>
          </>
        )}
        <Switch label={t.overwrite} checked={overwrite} onChecked={setOverwrite} />
        <div className={classes.buttons}>
          <span className={classes.note}>{t.count(lines.length)}</span>
          <Button disabled={lines.length === 0 || isTooMany} onClick={() => setTrying(!isTrying)}>
            {isTrying ? trial.back : trial.tryIt}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" loading={isBusy} disabled={lines.length === 0 || isTooMany}>
            {t.import}
          </Button>
        </div>
      </form>
    </AdminDialog>
  );
}
