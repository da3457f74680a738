import type { SignInFieldKind } from "../../gql/graphql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { IconChevronDown, IconTrash } from "../../ui/icons.tsx";
import { Select } from "../../ui/Select.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { type FieldDraft, hasOptions } from "./fieldDrafts.ts";
import classes from "./FieldEditor.module.css";
import { signInFieldsTexts } from "./signInFields.texts.ts";

/** Longest name of a field, in characters; the server refuses more. */
const NAME_MAX = 20;
const KINDS: readonly SignInFieldKind[] = ["TEXT", "TEXTAREA", "RADIO", "CHECKBOX", "IMAGE", "ATTACHMENT"];

interface Props {
  draft: FieldDraft;
  /** Null unless saving has shown that its name is missing. */
  nameError: string | null;
  isFirst: boolean;
  isLast: boolean;
  onChange: (part: Partial<FieldDraft>) => void;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
}

/** One field that new members are asked, with its place among the others. */
export function FieldEditor({ draft, nameError, isFirst, isLast, onChange, onMove, onRemove }: Props) {
  const t = useTexts(signInFieldsTexts);
  const name = draft.name || t.newField;
  return (
    <li className={classes.field} aria-label={name}>
      <div className={classes.inputs}>
        <Field
          label={t.name}
          value={draft.name}
          onValue={(value) => onChange({ name: value })}
          maxLength={NAME_MAX}
          error={nameError}
        />
        <Select
          label={t.type}
          value={draft.kind}
          onValue={(kind) => onChange({ kind: kind as SignInFieldKind })}
          choices={KINDS.map((kind) => ({ value: kind, label: t[kind] }))}
        />
        <Field
          label={t.description}
          value={draft.description}
          onValue={(description) => onChange({ description })}
        />
        {hasOptions(draft.kind) && (
          <Field
            multiline
            label={t.options}
            rows={3}
            value={draft.options.join("\n")}
            onValue={(text) => onChange({ options: text.split("\n") })}
          />
        )}
      </div>
      <div className={classes.tools}>
        <Switch
          label={t.required}
          checked={draft.required}
          onChecked={(required) => onChange({ required })}
        />
        <Switch label={t.enabled} checked={draft.enabled} onChecked={(enabled) => onChange({ enabled })} />
        <div className={classes.place}>
          <Button
            size="sm"
            variant="subtle"
            aria-label={t.up(name)}
            disabled={isFirst}
            onClick={() => onMove(-1)}
          >
            <IconChevronDown size={18} className={classes.up} />
          </Button>
          <Button
            size="sm"
            variant="subtle"
            aria-label={t.down(name)}
            disabled={isLast}
            onClick={() => onMove(1)}
          >
            <IconChevronDown size={18} />
          </Button>
          <Button size="sm" variant="subtle" aria-label={t.remove(name)} onClick={onRemove}>
            <IconTrash size={18} />
          </Button>
        </div>
      </div>
    </li>
  );
}
