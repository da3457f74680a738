import { type FormEvent, useState } from "react";
import { useTexts } from "../../i18n/texts.ts";
import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { AdminDialog } from "../admin/AdminDialog.tsx";
import classes from "../admin/dialogs.module.css";
import { differencesOf } from "../admin/difference.ts";
import { FormFoot } from "../admin/FormFoot.tsx";
import { categoriesAdminTexts } from "./categoriesAdmin.texts.ts";

/** What can be said about a category. */
export interface CategoryDraft {
  name: string;
  description: string;
  icon: string;
  sort: number;
  parentId: string | null;
}

const LABELS = {
  name: "name",
  description: "description",
  icon: "icon",
  sort: "sort",
  parentId: "parent",
} as const;

interface Props {
  title: string;
  initial: CategoryDraft;
  /** Categories that may stand above it. */
  parents: readonly { id: string; name: string }[];
  onSave: (draft: CategoryDraft) => Promise<void>;
  onClose: () => void;
}

/** Creates or changes a category. */
export function CategoryDialog({ title, initial, parents, onSave, onClose }: Props) {
  const t = useTexts(categoriesAdminTexts);
  const [draft, setDraft] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const change = (part: Partial<CategoryDraft>) => setDraft({ ...draft, ...part });

  const textOf = (value: unknown, name: keyof CategoryDraft) =>
    name === "parentId" ? (parents.find(({ id }) => id === value)?.name ?? t.noParent) : String(value);
  const differences = differencesOf(initial, draft, (name) => t[LABELS[name]], textOf);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    await onSave(draft);
    setBusy(false);
  };

  return (
    <AdminDialog title={title} onClose={onClose} size="lg">
      <form className={classes.form} onSubmit={(event) => void submit(event)} aria-label={title}>
        <Field
          label={t.name}
          value={draft.name}
          onValue={(name) => change({ name })}
          required
          data-autofocus
        />
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
        <FormFoot differences={differences} isBusy={isBusy} onCancel={onClose} />
      </form>
    </AdminDialog>
  );
}
