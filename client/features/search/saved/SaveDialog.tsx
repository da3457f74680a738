import { type FormEvent, useState } from "react";
import { useDeleteSavedSearchMutation, useSaveSearchMutation } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Sheet } from "../../../ui/Sheet.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import type { SearchView } from "../searchAddress.ts";
import classes from "./saved.module.css";
import { savedTexts } from "./saved.texts.ts";
import { type Saved, SAVED_NAME_MAX, saveInputOf } from "./savedSearches.ts";

interface Props {
  view: SearchView;
  /** The search as it was saved before, if it was. */
  saved: Saved | undefined;
  reread(): Promise<unknown>;
  onClose(): void;
}

/** Saves the search of a page with a name, or changes or deletes it. */
export function SaveDialog({ view, saved, reread, onClose }: Props) {
  const t = useTexts(savedTexts);
  const [name, setName] = useState(saved?.name ?? view.keyword);
  const [notifies, setNotifies] = useState(saved?.notifies ?? true);
  const { act, isBusy } = useAct();
  const [save] = useSaveSearchMutation();
  const [remove] = useDeleteSavedSearchMutation();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const input = { ...saveInputOf(view), name, notifies };
    void act(
      async () => {
        await save({ variables: { input } });
        onClose();
      },
      { done: t.saved, reread },
    );
  };
  const drop = (id: string) =>
    void act(
      async () => {
        await remove({ variables: { id } });
        onClose();
      },
      { done: t.removed, reread },
    );
  return (
    <Sheet title={saved ? t.editTitle : t.dialogTitle} onClose={onClose}>
      <form className={classes.form} onSubmit={submit}>
        <Field label={t.name} value={name} onValue={setName} maxLength={SAVED_NAME_MAX} required autoFocus />
        <Switch label={t.notify} checked={notifies} onChecked={setNotifies} />
        <div className={classes.buttons}>
          {saved && (
            <Button variant="subtle" disabled={isBusy} onClick={() => drop(saved.id)}>
              {t.remove}
            </Button>
          )}
          <Button type="submit" variant="primary" loading={isBusy}>
            {t.save}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
