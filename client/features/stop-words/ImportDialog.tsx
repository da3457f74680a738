import { FileButton } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRef, useState } from "react";
import { graphql } from "../../gql/gql.ts";
import { useImportStopWordsMutation } from "../../gql/hooks.ts";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import { useWhileMounted } from "../../ui/useWhileMounted.ts";
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

/** Splits a text into its lines, without blanks around them and without empty ones. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

interface Props {
  onClose: () => void;
  /** Receives the batch that takes it back; null if nothing changed. */
  onImported: (batchId: string | null, message: string) => Promise<unknown>;
}

/** Adds stop words from what is pasted, or from a file. */
export function ImportDialog({ onClose, onImported }: Props) {
  const t = useTexts(stopWordsTexts);
  const trial = useTexts(trialTexts);
  const common = useTexts(commonTexts);
  const { act, isBusy } = useAct();
  const closeOwn = useWhileMounted(onClose);
  const [isTrying, setTrying] = useState(false);
  const [add] = useImportStopWordsMutation();
  const form = useForm({
    initialValues: { text: "", overwrite: false },
    validate: { text: (text) => (linesOf(text).length > LINES_MAX ? t.tooMany : null) },
    validateInputOnChange: true,
  });
  const lines = linesOf(form.values.text);
  const isImportable = lines.length > 0 && lines.length <= LINES_MAX;
  const setText = (text: string) => form.setFieldValue("text", text);

  const submit = form.onSubmit(async ({ overwrite }) => {
    if (!isImportable) return;
    await act(
      async () => {
        const { data } = await add({ variables: { lines, overwrite } });
        closeOwn();
        return data!.importStopWords;
      },
      {
        reread: ({ created, updated, unique, batchId }) =>
          onImported(batchId ?? null, t.imported(created, updated, unique)),
      },
    );
  });

  return (
    <Sheet title={t.importTitle} onClose={onClose} size="medium">
      <form className={classes.form} onSubmit={submit}>
        {isTrying ? (
          <WordTrial lines={lines} />
        ) : (
          <>
            <Field
              multiline
              label={t.lines}
              hint={t.linesHint}
              error={(form.errors["text"] as string | undefined) ?? null}
              rows={10}
              value={form.values.text}
              onValue={setText}
              data-autofocus
            />
            <div className={classes.file}>
              <TextFileButton onText={setText} />
            </div>
          </>
        )}
        <Switch
          label={t.overwrite}
          checked={form.values.overwrite}
          onChecked={(overwrite) => form.setFieldValue("overwrite", overwrite)}
        />
        <div className={classes.buttons}>
          <span className={classes.note}>{t.count(lines.length)}</span>
          <Button disabled={!isImportable} onClick={() => setTrying(!isTrying)}>
            {isTrying ? trial.back : trial.tryIt}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" loading={isBusy} disabled={!isImportable}>
            {t.import}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

/** Reads a text file in the browser. */
function TextFileButton({ onText }: { onText: (text: string) => void }) {
  const t = useTexts(stopWordsTexts);
  const { act, isBusy } = useAct();
  const reset = useRef<() => void>(null);
  const read = (file: File | null) => {
    // The same file can be chosen again.
    reset.current?.();
    if (file) void act(async () => onText(await file.text()));
  };
  return (
    <FileButton
      accept=".txt,.csv,text/plain"
      inputProps={{ "aria-label": t.file }}
      resetRef={reset}
      onChange={read}
    >
      {({ onClick }) => (
        <Button size="sm" loading={isBusy} onClick={onClick}>
          {t.file}
        </Button>
      )}
    </FileButton>
  );
}
