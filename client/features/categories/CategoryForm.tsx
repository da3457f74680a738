import { type FormEvent, useState } from "react";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import classes from "./CategoriesEditor.module.css";
import { categoriesAdminTexts } from "./categoriesAdmin.texts.ts";

/** What can be said about a category. */
export interface CategoryDraft {
  name: string;
  description: string;
  icon: string;
  sort: number;
  parentId: string | null;
}

interface Props {
  title: string;
  initial: CategoryDraft;
  /** Categories that may stand above it. */
  parents: readonly { id: string; name: string }[];
  onSave: (draft: CategoryDraft) => Promise<void>;
  onClose: () => void;
}

/** Creates or changes a category. */
export function CategoryForm({ title, initial, parents, onSave, onClose }: Props) {
  const t = useTexts(categoriesAdminTexts);
  const common = useTexts(commonTexts);
  const [draft, setDraft] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const change = (part: Partial<CategoryDraft>) => setDraft({ ...draft, ...part });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    await onSave(draft);
    setBusy(false);
  };

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} aria-label={title}>
      <Field label={t.name} value={draft.name} onValue={(name) => change({ name })} required />
      <Field
        label={t.description}
        value={draft.description}
        onValue={(description) => change({ description })}
      />
      <div className={classes.pair}>
        <Field label={t.icon} hint={t.iconHint} value={draft.icon} onValue={(icon) => change({ icon })} />
        <Field
          label={t.sort}
          hint={t.sortHint}
          type="number"
          value={String(draft.sort)}
          onValue={(value) => change({ sort: Math.trunc(Number(value)) || 0 })}
        />
        <Select
          label={t.parent}
          value={draft.parentId ?? ""}
          choices={[
            { value: "", label: t.noParent },
            ...parents.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onValue={(parentId) => change({ parentId: parentId || null })}
        />
      </div>
      <div className={classes.buttons}>
        <Button type="submit" variant="primary" loading={isBusy}>
          {common.save}
        </Button>
        <Button onClick={onClose}>{common.cancel}</Button>
      </div>
    </form>
  );
}
