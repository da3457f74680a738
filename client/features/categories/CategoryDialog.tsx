import { useForm } from "@mantine/form";
import { useTexts } from "../../i18n/texts.ts";
import { ColorField } from "../../ui/ColorField.tsx";
import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import classes from "../admin/dialogs.module.css";
import { differencesOf } from "../admin/difference.ts";
import { FormFoot } from "../admin/FormFoot.tsx";
import { categoriesAdminTexts } from "./categoriesAdmin.texts.ts";

/** Fields of a category that administrators fill in. */
export interface CategoryDraft {
  name: string;
  description: string;
  icon: string;
  /** As #rrggbb; empty leaves it to the forum. */
  color: string;
  sort: number;
  parentId: string | null;
}

const LABELS = {
  name: "name",
  description: "description",
  icon: "icon",
  color: "color",
  sort: "sort",
  parentId: "parent",
} as const;

/** A colour as the server takes it. */
const COLOR = /^(?:#[0-9a-f]{6})?$/i;
/** Colours that are told apart from each other and on both grounds. */
const SWATCHES = [
  "#3d50d6",
  "#1971c2",
  "#0c8599",
  "#2b8a3e",
  "#946200",
  "#c2410c",
  "#c92a2a",
  "#c2255c",
  "#9c36b5",
  "#5f3dc4",
  "#495057",
];

interface Props {
  title: string;
  initial: CategoryDraft;
  /** Categories that may stand above it. */
  parents: readonly { id: string; name: string }[];
  /** Closes the dialog once it is saved. */
  onSave: (draft: CategoryDraft) => Promise<unknown>;
  onClose: () => void;
}

/** Creates or changes a category. */
export function CategoryDialog({ title, initial, parents, onSave, onClose }: Props) {
  const t = useTexts(categoriesAdminTexts);
  const form = useForm({
    initialValues: initial,
    validate: {
      name: (name) => (name.trim() === "" ? t.nameNeeded : null),
      color: (color) => (COLOR.test(color) ? null : t.colorWrong),
    },
  });
  const draft = form.values;

  const textOf = (value: unknown, name: keyof CategoryDraft) =>
    name === "parentId" ? (parents.find(({ id }) => id === value)?.name ?? t.noParent) : String(value);
  const differences = differencesOf(initial, draft, (name) => t[LABELS[name]], textOf);
  const text = (name: "name" | "description" | "icon" | "color") => ({
    label: t[name],
    value: draft[name],
    onValue: (value: string) => form.setFieldValue(name, value),
    error: (form.errors[name] as string | undefined) ?? null,
  });

  return (
    <Sheet title={title} onClose={onClose} size="medium">
      <form className={classes.form} onSubmit={form.onSubmit(onSave)} aria-label={title} noValidate>
        <Field {...text("name")} required data-autofocus />
        <Field {...text("description")} />
        <div className={classes.pair}>
          <Field {...text("icon")} hint={t.iconHint} />
          <ColorField {...text("color")} hint={t.colorHint} swatches={SWATCHES} />
          <Field
            label={t.sort}
            hint={t.sortHint}
            type="number"
            value={String(draft.sort)}
            onValue={(value) => form.setFieldValue("sort", Math.trunc(Number(value)) || 0)}
          />
          <Select
            label={t.parent}
            value={draft.parentId ?? ""}
            choices={[
              { value: "", label: t.noParent },
              ...parents.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onValue={(parentId) => form.setFieldValue("parentId", parentId || null)}
          />
        </div>
        <FormFoot differences={differences} isBusy={form.submitting} onCancel={onClose} />
      </form>
    </Sheet>
  );
}
