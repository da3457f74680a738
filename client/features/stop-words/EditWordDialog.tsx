import { useForm } from "@mantine/form";
import { useState } from "react";
import type { StopWordAction, StopWordInput } from "../../gql/graphql.ts";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import { useWhileMounted } from "../../ui/useWhileMounted.ts";
import classes from "../admin/dialogs.module.css";
import { stopWordsTexts } from "./stopWords.texts.ts";
import { trialTexts } from "./trial.texts.ts";
import { actionsOf, FIELDS, lineOf, REPLACEMENT_MAX, type EditedWord } from "./wordLine.ts";
import { WordTrial } from "./WordTrial.tsx";

interface Props {
  word: EditedWord;
  onSave: (change: StopWordInput) => Promise<unknown>;
  onClose: () => void;
}

/** Changes what happens where a word is found: seen before it is saved, and tried on what members wrote. */
export function EditWordDialog({ word, onSave, onClose }: Props) {
  const t = useTexts(stopWordsTexts);
  const trial = useTexts(trialTexts);
  const common = useTexts(commonTexts);
  // Only what is changed here: what somebody else changes meanwhile shows beside it.
  const form = useForm<Partial<EditedWord>>({ initialValues: {} });
  const edited = { ...word, ...form.values };
  const [isTrying, setTrying] = useState(false);
  const { act, isBusy } = useAct();
  const closeOwn = useWhileMounted(onClose);
  const changed = (["replacement", ...FIELDS] as const).filter((part) => edited[part] !== word[part]);
  const show = (part: (typeof changed)[number], of: EditedWord) =>
    part === "replacement" ? of.replacement : t[of[part]];

  const submit = form.onSubmit(async () => {
    if (changed.length === 0) return;
    await act(async () => {
      await onSave(Object.fromEntries(changed.map((part) => [part, edited[part]])));
      closeOwn();
    });
  });

  return (
    <Sheet title={t.editTitle(word.find)} onClose={onClose} size="medium">
      <form className={classes.form} onSubmit={submit}>
        <Field
          label={t.replacement}
          value={edited.replacement}
          maxLength={REPLACEMENT_MAX}
          onValue={(replacement) => form.setFieldValue("replacement", replacement)}
          data-autofocus
        />
        <div className={classes.pair}>
          {FIELDS.map((field) => (
            <Select
              key={field}
              label={t[field]}
              value={edited[field]}
              onValue={(action) => form.setFieldValue(field, action as StopWordAction)}
              choices={actionsOf(field).map((action) => ({ value: action, label: t[action] }))}
            />
          ))}
        </div>
        {changed.length > 0 && (
          <ul className={classes.note} aria-label={t.difference}>
            {changed.map((part) => (
              <li key={part}>
                {t[part]}: <del>{show(part, word)}</del> → <ins>{show(part, edited)}</ins>
              </li>
            ))}
          </ul>
        )}
        {isTrying && <WordTrial key={lineOf(edited)} lines={[lineOf(edited)]} />}
        <div className={classes.buttons}>
          <Button aria-expanded={isTrying} onClick={() => setTrying(!isTrying)}>
            {trial.tryIt}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" loading={isBusy} disabled={changed.length === 0}>
            {common.save}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
